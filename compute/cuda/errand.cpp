#include "compute/cuda/errand.hpp"

#include "compute/cuda/check.hpp"

#include <map>
#include <mutex>
#include <vector>

namespace mariani::cuda {

struct Errand::Equipment {
    Stream stream{Stream::Priority::urgent};
    DeviceMemory on_device{answer_bytes};
    PinnedMemory on_host{answer_bytes};
    DeviceMemory piece;  // as soon as it is wanted
};

namespace {

// By device. Lives as long as the process: CUDA may be gone before its destructor would run.
struct Shelf {
    std::mutex mutex;
    std::map<int, std::vector<std::unique_ptr<Errand::Equipment>>> unused;
};

Shelf& shelf() {
    static Shelf& kept = *new Shelf;
    return kept;
}

std::unique_ptr<Errand::Equipment> take_equipment(int device) {
    {
        const std::scoped_lock lock(shelf().mutex);
        auto& unused = shelf().unused[device];
        if (!unused.empty()) {
            auto found = std::move(unused.back());
            unused.pop_back();
            return found;
        }
    }
    return std::make_unique<Errand::Equipment>();
}

}  // namespace

Errand::Errand(int device)
    : current_(device), device_(device), equipment_(take_equipment(device)) {}

Errand::~Errand() {
    const std::scoped_lock lock(shelf().mutex);
    shelf().unused[device_].push_back(std::move(equipment_));
}

const Stream& Errand::stream() const {
    return equipment_->stream;
}

void* Errand::answer_on_device() const {
    return equipment_->on_device.as<void>();
}

void* Errand::answer_on_host() const {
    return equipment_->on_host.as<void>();
}

void* Errand::piece_on_device() {
    equipment_->piece.reserve(piece_bytes);
    return equipment_->piece.as<void>();
}

void Errand::fetch(const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(answer_on_host(), from, bytes, cudaMemcpyDeviceToHost, stream().get()),
          "fetch an answer");
    wait();
}

void Errand::wait() {
    check(cudaStreamSynchronize(stream().get()), "finish what it was asked for");
}

}  // namespace mariani::cuda

// mariani-mpi: posters and measurements by the ranks of an MPI job, which take cells from one
// order.
#include "app/command_line/poster_command.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/failure.hpp"
#include "app/start/command_line.hpp"
#include "app/start/mpi/ranks.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include <fmt/core.h>

namespace {

using namespace mariani::app;
using mariani::Backend;

// What --help of a command adds.
constexpr std::string_view by_ranks =
    "\nBy the ranks of an MPI job (mariani-mpi), each with a GPU of its host, or with its part of\n"
    "the processor's threads:\n"
    "  poster        a rank computes a cell; any number of ranks goes on\n"
    "  sweep         a rank measures a dozen cells, or fewer, beside its own runs of Ex: a cell's\n"
    "                runs and its Ex are of one rank, cells of different ranks are compared\n"
    "  bench FILE    of an experiment, a rank measures some rows: a row's runs are of one rank,\n"
    "                rows are compared with the Ex of the rank that measured that\n"
    "  bench         each rank runs everything; rank 0 prints and writes one after the other\n"
    "Start a rank a GPU or a host: ranks that share a processor disturb each other's times.\n";

// A rank a GPU, as far as there are any: rank k of a host takes every n-th of its n ranks.
std::vector<PyramidDevice> devices_of(const Ranks& ranks) {
    const auto all = all_pyramid_devices();
    std::vector<PyramidDevice> own;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (static_cast<int>(i) % ranks.local_size() == ranks.local_rank()) own.push_back(all[i]);
    if (own.empty()) own.push_back(all[static_cast<std::size_t>(ranks.local_rank()) % all.size()]);
    return own;
}

int threads_of(const Ranks& ranks) {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / ranks.local_size());
}

// The rank's part of its host, where options say nothing.
void use_part_of_host(const Ranks& ranks, SettingsEdits& edits) {
    const PyramidDevice device = devices_of(ranks).front();
    const int threads = threads_of(ranks);
    const bool shared = ranks.local_size() > 1;
    edits.push_back([=](Settings& settings) {
        if (device.backend == Backend::cuda && !settings.engine.device)
            settings.engine.device = device.gpu;
        if (shared && !settings.engine.threads) settings.engine.threads = threads;
    });
    const auto devices = all_pyramid_devices().size();
    if (ranks.local_rank() == 0 && ranks.local_size() > static_cast<int>(devices))
        print_notice(fmt::format(
            "{} ranks share {} of {}, and disturb each other's times: start a rank a GPU or a host",
            ranks.local_size(), device.backend == Backend::cuda ? "the GPUs" : "the processor",
            ranks.host()));
}

// The mpirun of another MPI starts processes that do not know of each other.
void notice_strangers(const Ranks& ranks) {
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        const char* started = std::getenv(variable);
        if (started == nullptr || ranks.size() > 1 || std::string_view(started) == "1") continue;
        print_notice(fmt::format(
            "{} processes were started, and each computes everything by itself: they belong to "
            "another MPI than the mpirun that started them",
            started));
    }
}

int run(Ranks& ranks, const PosterCommand& command) {
    if (command.parts > 1) throw UsageError("--part: the ranks of a job share the cells already");
    PosterParty party;
    party.source = [&](std::size_t cells) { return std::make_unique<RankCells>(ranks, cells); };
    party.all_done = [&] { ranks.meet(); };
    party.speaks = ranks.rank() == 0;
    if (command.devices.empty()) party.devices = devices_of(ranks);
    party.threads = threads_of(ranks);
    if (!party.speaks && (command.check || command.estimate)) return 0;
    return run_poster(command, party);
}

int run(Ranks& ranks, SweepCommand command) {
    use_part_of_host(ranks, command.edits);
    RankParty party(ranks);
    return run(command, &party);
}

int run(Ranks& ranks, ExperimentCommand command) {
    use_part_of_host(ranks, command.edits);
    RankParty party(ranks);
    return run(command, &party);
}

int run(Ranks& ranks, BenchCommand command) {
    if (command.experiment)
        throw UsageError("--experiment: an experiment is written by one process: use mariani");
    if (command.energy)
        throw UsageError("--energy: ranks of a host would count each other's: use mariani");
    use_part_of_host(ranks, command.edits);
    RankParty party(ranks);
    return run(command, &party);
}

int run(Ranks& ranks, const PrintText& command) {
    if (ranks.rank() == 0) fmt::print("{}{}", command.text, by_ranks);
    return 0;
}

template <typename Other>
int run(Ranks&, const Other&) {
    throw UsageError(
        "mariani-mpi has the commands poster, sweep and bench of the Mandelbrot set: use mariani "
        "for others");
}

}  // namespace

int main(int count, char** arguments) {
    secure_standard_streams();
    end_with_notice_on_terminate();
    Ranks ranks(&count, &arguments);
    notice_strangers(ranks);
    try {
        const std::vector<std::string> given(arguments + (count > 0 ? 1 : 0), arguments + count);
        const int status = ranks.serve([&] {
            return std::visit([&](const auto& command) { return run(ranks, command); },
                              parse_command_line(given));
        });
        flush_output();
        return status;
    } catch (const std::invalid_argument& error) {
        if (ranks.rank() == 0) print_notice(error.what());
        return 2;
    } catch (...) {
        print_notice(current_failure().c_str());
        return 1;
    }
}

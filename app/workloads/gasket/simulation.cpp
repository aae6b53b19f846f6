#include "app/workloads/gasket/simulation.hpp"

#include "app/settings/failure.hpp"
#include "app/settings/yield_to_window.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <algorithm>
#include <utility>

namespace mariani::app {
namespace {

constexpr std::int64_t most_at_once = 1 << 20;

// Holds a lock again at the end of the scope.
class Unlocked {
  public:
    explicit Unlocked(std::unique_lock<std::mutex>& lock) : lock_(lock) { lock_.unlock(); }
    ~Unlocked() { lock_.lock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

  private:
    std::unique_lock<std::mutex>& lock_;
};

}  // namespace

GasketSimulation::GasketSimulation(std::shared_ptr<ComputeService> service,
                                   std::function<void()> wake)
    : service_(std::move(service)),
      wake_(std::move(wake)),
      thread_([this](const std::stop_token& quit) { run(quit); }) {}

GasketSimulation::~GasketSimulation() {
    thread_.request_stop();
    const std::scoped_lock lock(mutex_);
    if (working_) working_->request_stop();
}

void GasketSimulation::want(const GasketWish& wish) {
    const std::scoped_lock lock(mutex_);
    if (wanted_ == wish) return;
    // What is under way would be of no use, or keep the next from its turn.
    if (working_ && wanted_ &&
        (wanted_->start != wish.start || wanted_->means != wish.means || !wish.running))
        working_->request_stop();
    if (!wanted_) {
        single_steps_ = wish.single_steps;
        energies_ = wish.energies;
        races_ = wish.races;
        sweeps_ = wish.sweeps;
    }
    if (!wanted_ || (wish.running && !wanted_->running) || wish.speed != wanted_->speed)
        due_ = Clock::now();
    wanted_ = wish;
    stale_ = true;
    changed_.notify_all();
}

void GasketSimulation::stop() {
    const std::scoped_lock lock(mutex_);
    if (!busy_now()) return;
    stopped_ = true;
    if (working_) working_->request_stop();
    changed_.notify_all();
}

void GasketSimulation::edit(GasketEdit edit) {
    const std::scoped_lock lock(mutex_);
    edits_.push_back(std::move(edit));
    if (working_) working_->request_stop();
    changed_.notify_all();
}

std::shared_ptr<const GasketMoment> GasketSimulation::poll() {
    const std::scoped_lock lock(mutex_);
    if (newest_ && stale_) changed_.notify_all();
    return std::exchange(newest_, nullptr);
}

bool GasketSimulation::busy() const {
    const std::scoped_lock lock(mutex_);
    return busy_now();
}

std::optional<std::string> GasketSimulation::error() const {
    const std::scoped_lock lock(mutex_);
    return error_;
}

bool GasketSimulation::runs_by_itself() const {
    return wanted_ && wanted_->running && can_go_on_;
}

// Something that is not there yet.
bool GasketSimulation::asks() const {
    return wanted_ &&
           (begun_ != wanted_->start || means_ != wanted_->means ||
            single_steps_ != wanted_->single_steps || energies_ != wanted_->energies ||
            races_ != wanted_->races || sweeps_ != wanted_->sweeps || !edits_.empty() || owed_ > 0);
}

bool GasketSimulation::wants_moment() const {
    return stale_ && lives_ && owed_ == 0 && (!newest_ || !runs_by_itself());
}

bool GasketSimulation::busy_now() const {
    return asks() || stopped_ || asked_ || (!runs_by_itself() && (wants_moment() || newest_));
}

bool GasketSimulation::has_work() const {
    return asks() || stopped_ || wants_moment() ||
           (runs_by_itself() && (!wanted_->speed || Clock::now() >= due_));
}

void GasketSimulation::wait(std::unique_lock<std::mutex>& lock, const std::stop_token& quit) {
    const auto ready = [this] { return has_work(); };
    while (!quit.stop_requested() && !has_work()) {
        if (runs_by_itself())
            changed_.wait_until(lock, quit, due_, ready);
        else
            changed_.wait(lock, quit, ready);
    }
}

GasketSimulation::Task GasketSimulation::next_task() {
    Task task;
    if (!wanted_) return task;
    const GasketWish& wish = *wanted_;
    if (begun_ != wish.start) {
        task.start = begun_ = wish.start;
        owed_ = wish.start.steps;
        newest_.reset();
    }
    if (task.start || means_ != wish.means) task.means = means_ = wish.means;
    if (task.means) error_.reset();
    owed_ += std::max<std::int64_t>(wish.single_steps - single_steps_, 0);
    single_steps_ = wish.single_steps;
    task.energy = energies_ != wish.energies;
    energies_ = wish.energies;
    task.race = races_ != wish.races;
    races_ = wish.races;
    task.sweep = sweeps_ != wish.sweeps;
    sweeps_ = wish.sweeps;
    task.edits = std::exchange(edits_, {});
    return task;
}

// How many steps are due now while it runs by itself.
std::int64_t GasketSimulation::due_steps() {
    if (!wanted_->speed) return at_once_;
    const auto now = Clock::now();
    if (now < due_) return 0;
    const double speed = *wanted_->speed;
    const std::chrono::duration<double> late = now - due_;
    const auto steps = static_cast<std::int64_t>(late.count() * speed) + 1;
    if (steps > at_once_) {  // it cannot keep up: nothing is made up for
        due_ = now;
        return at_once_;
    }
    const std::chrono::duration<double> span(static_cast<double>(steps) / speed);
    due_ += std::chrono::duration_cast<Clock::duration>(span);
    return steps;
}

std::int64_t GasketSimulation::next_steps() {
    if (!can_go_on_) owed_ = 0;
    if (owed_ > 0) return std::min(owed_, at_once_);
    return runs_by_itself() ? due_steps() : 0;
}

// Why the work failed, if it did. It says whether it is done: if something more important stopped
// it before, it is done again.
template <typename Work>
std::optional<std::string> GasketSimulation::in_turn(std::unique_lock<std::mutex>& lock,
                                                     JobPriority priority,
                                                     const std::stop_token& stop,
                                                     const Work& work) {
    const int device = means_ ? means_->method.device : 0;
    return failure_of([&] {
        const Unlocked unlocked(lock);
        service_->run_on(device, priority, stop, [&](const std::stop_token& own) {
            return work(own) ? std::optional(true) : std::nullopt;
        });
    });
}

void GasketSimulation::prepare(std::unique_lock<std::mutex>& lock, const Task& task,
                               const std::stop_token& stop) {
    bool begun = true;
    auto failure = in_turn(lock, JobPriority::frame, {}, [&](const std::stop_token&) {
        if (task.start) life_.begin(*task.start);
        if (task.means) begun = life_.go_by(*task.means, stop, progress_);
        if (life_.begun() && !task.edits.empty()) life_.edit(task.edits);
        return true;
    });
    if (task.start || task.means) at_once_ = 1;
    stale_ = stale_ || task.start || task.means || !task.edits.empty();
    lives_ = life_.begun();
    can_go_on_ = lives_ && life_.has_engine();
    if (failure)
        error_ = std::move(failure);
    else if (!begun && stopped_)
        error_ = "Stopped. Press F5 to restart.";
    else if (!begun)
        begun_.reset();  // what is wanted by now comes first
}

void GasketSimulation::advance(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    const std::int64_t steps = next_steps();
    if (steps == 0) return;
    std::int64_t taken = 0;
    const auto began = Clock::now();
    // What runs by itself waits for an experiment to end.
    const auto priority = owed_ > 0 ? JobPriority::frame : JobPriority::idle;
    auto failure = in_turn(lock, priority, stop, [&](const std::stop_token& own) {
        taken = life_.advance(steps, own);
        return true;
    });
    const std::chrono::duration<double, std::milli> took = Clock::now() - began;
    if (took.count() < 4 && taken == at_once_) at_once_ = std::min(2 * at_once_, most_at_once);
    if (took.count() > 15) at_once_ = std::max<std::int64_t>(at_once_ / 2, 1);
    owed_ = std::max<std::int64_t>(owed_ - taken, 0);
    if (begun_ && begun_->steps > 0)
        progress_ = 1 - static_cast<double>(owed_) / static_cast<double>(begun_->steps);
    stale_ = stale_ || taken > 0;
    if (!failure) return;
    error_ = std::move(failure);
    lives_ = can_go_on_ = false;
    owed_ = 0;
}

void GasketSimulation::measure(std::unique_lock<std::mutex>& lock, const Task& task,
                               const std::stop_token& stop) {
    if (!can_go_on_ || !(task.energy || task.race || task.sweep)) return;
    auto failure = in_turn(lock, JobPriority::experiment, stop, [&](const std::stop_token& own) {
        if (task.energy) life_.measure_energy(own);
        if (task.race) life_.measure_engines(own, progress_);
        if (task.sweep) life_.measure_sizes(own, progress_);
        return !own.stop_requested();
    });
    stale_ = true;
    if (!failure) return;
    error_ = std::move(failure);
    lives_ = can_go_on_ = false;
}

// Whether there is a new one.
bool GasketSimulation::publish(std::unique_lock<std::mutex>& lock) {
    if (!wants_moment()) return false;
    stale_ = false;
    std::shared_ptr<const GasketMoment> moment;
    const bool rests = !runs_by_itself(), watched = wanted_ && wanted_->watched;
    auto failure = in_turn(lock, JobPriority::frame, {}, [&](const std::stop_token&) {
        moment = std::make_shared<const GasketMoment>(life_.moment(rests, watched));
        return true;
    });
    if (moment) newest_ = std::move(moment);
    if (failure) {
        error_ = std::move(failure);
        lives_ = can_go_on_ = false;
    }
    return true;
}

void GasketSimulation::run(const std::stop_token& quit) {
    yield_to_window();
    std::unique_lock lock(mutex_);
    while (true) {
        wait(lock, quit);
        if (quit.stop_requested()) return;
        asked_ = asks() || stopped_ || (wants_moment() && !runs_by_itself());
        const Task task = next_task();
        const std::stop_token stop = working_.emplace().get_token();
        if (quit.stop_requested()) working_->request_stop();
        prepare(lock, task, stop);
        if (task.start && publish(lock)) {  // its steps may have to wait
            const Unlocked unlocked(lock);
            wake_();
        }
        advance(lock, stop);
        measure(lock, task, stop);
        if (std::exchange(stopped_, false)) owed_ = 0;
        const bool told = publish(lock) || asked_;
        working_.reset();
        asked_ = false;
        if (!told) continue;
        const Unlocked unlocked(lock);
        wake_();
    }
}

}  // namespace mariani::app

#include "app/window/recent_places.hpp"

#include "app/failure.hpp"

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace mariani::app {

RecentPlaces::RecentPlaces(WindowState& state, bool keep, std::function<void()> wake)
    : state_(state),
      wake_(std::move(wake)),
      recent_(std::make_unique<Recent>()),
      notices_(recent_->messages()),
      keep_(keep) {
    show();
}

RecentPlaces::~RecentPlaces() {
    while (written_.valid() || (keep_ && !waiting_.empty())) {
        if (written_.valid()) written_.wait();
        if (failure_of([&] { take_written(); })) return;
        if (failure_of([&] { write_next(); })) return;
    }
}

void RecentPlaces::advance(bool rests) {
    const Settings& settings = state_.settings;
    const VisitedView here{settings.view, settings.engine.dwell_limit};
    if (const auto visit = watch_.look(here, rests, state_.seen.now))
        queue([visit](Recent& recent) { recent.visited(*visit); });
    take_written();
    write_next();
}

void RecentPlaces::opened(const std::string& picture) {
    const auto path = std::filesystem::absolute(picture).lexically_normal().string();
    queue([path](Recent& recent) { recent.opened(path); });
}

void RecentPlaces::forget() {
    queue([](Recent& recent) { recent.forget(); });
}

void RecentPlaces::queue(Edit edit) {
    if (keep_) waiting_.push_back(std::move(edit));
}

void RecentPlaces::write_next() {
    if (written_.valid() || waiting_.empty()) return;
    written_ = std::async(std::launch::async, [this, edit = std::move(waiting_.front())] {
        auto failure = failure_of([&] { edit(*recent_); });
        wake_();
        return failure.value_or(std::string());
    });
    waiting_.pop_front();
}

void RecentPlaces::take_written() {
    if (!written_.valid() ||
        written_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return;
    const std::string why = written_.get();
    if (!why.empty()) {
        keep_ = false;
        waiting_.clear();
        throw std::runtime_error("Recent views and files are no longer kept: " + why);
    }
    show();
    state_.request_redraw();
}

void RecentPlaces::show() {
    auto& seen = state_.seen;
    seen.recent_views.clear();
    for (const auto& [view, dwell_limit] : recent_->lists().views)
        seen.recent_views.push_back({view, dwell_limit});
    seen.recent_files = recent_->lists().files;
}

}  // namespace mariani::app

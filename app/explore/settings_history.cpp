#include "app/explore/settings_history.hpp"

#include "app/files/settings_text.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// The fields of both; where both have one, that of the newer.
std::string merged(const std::string& older, const std::string& newer) {
    auto fields = nlohmann::json::parse(older);
    fields.merge_patch(nlohmann::json::parse(newer));
    return fields.dump();
}

}  // namespace

void SettingsHistory::take(const Settings& settings, Gesture gesture, double now) {
    if (settings == known_) return;
    auto changed = changed_fields(known_, settings);
    known_ = settings;
    if (!changed) return;
    auto& [before, after] = *changed;
    const bool same_step = last_ && last_->tab == settings.workload &&
                           continues(gesture, last_->gesture, now - last_->time);
    last_ = {gesture, now, settings.workload};
    if (same_step) {
        before = merged(before, past_.back().before);
        after = merged(past_.back().after, after);
        past_.pop_back();
        if (before == after) return last_.reset();  // the next is a step of its own
    } else {
        future_.clear();
    }
    add({std::move(before), std::move(after), {}});
}

void SettingsHistory::note(Deed deed) {
    last_.reset();
    future_.clear();
    add({"", "", std::move(deed)});
}

void SettingsHistory::add(Step step) {
    past_.push_back(std::move(step));
    if (past_.size() > depth) past_.pop_front();
}

void SettingsHistory::end_drag() {
    if (last_ && last_->gesture == Gesture::drag) last_.reset();
}

void SettingsHistory::undo(Settings& settings) {
    step(settings, past_, &Step::before, &Deed::undo, future_);
}

void SettingsHistory::redo(Settings& settings) {
    step(settings, future_, &Step::after, &Deed::redo, past_);
}

void SettingsHistory::step(Settings& settings, std::deque<Step>& from, std::string Step::*fields,
                           std::function<void()> Deed::*act, std::deque<Step>& to) {
    last_.reset();
    if (from.empty()) return;
    const auto deed = from.back().deed;
    if (deed) ((*deed).*act)();
    to.push_back(std::move(from.back()));
    from.pop_back();
    if (deed) return;
    known_ = settings = settings_from_json(to.back().*fields, settings);
}

}  // namespace mariani::app

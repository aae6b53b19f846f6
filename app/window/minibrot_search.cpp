#include "app/window/minibrot_search.hpp"

#include "app/panels/numbers.hpp"
#include "compute/model/limits.hpp"
#include "compute/service/orbits.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string text_of(const Minibrot& found) {
    if (found.period == 1) return "The whole set: its main cardioid has the period 1";
    if (found.disc)
        return fmt::format(
            "Found a disc of period {}, {} wide, and no minibrot: drag with Ctrl around one",
            found.period, magnitude(found.size));
    return fmt::format("A minibrot of period {}: {} of the set's size", found.period,
                       magnitude(found.size));
}

std::string too_large_text(const Minibrot& found) {
    return fmt::format(
        "The least period here, {}, is that of {}, which is larger than the view: drag with Ctrl "
        "around a minibrot",
        found.period,
        found.period == 1 ? "the main cardioid"
        : found.disc      ? "a disc"
                          : "a minibrot");
}

}  // namespace

MinibrotSearch::MinibrotSearch(WindowState& state, Navigator& navigator, std::function<void()> wake)
    : state_(state),
      navigator_(navigator),
      worker_(
          [](const Job& job, const std::stop_token& stop) {
              constexpr auto most = static_cast<std::uint32_t>(limits::dwell.max);
              return std::optional(find_minibrot(job.view, job.aspect, most, stop));
          },
          std::move(wake)) {}

void MinibrotSearch::begin(const View& view) {
    if (view.julia)
        throw std::runtime_error(
            "A Julia set has no minibrots: Shift+J goes to the Mandelbrot set");
    const ImageSize picture = state_.seen.picture;
    worker_.forget();
    begun_at_ = state_.settings.view;
    worker_.submit({view, static_cast<double>(picture.width) / std::max(picture.height, 1)});
}

void MinibrotSearch::advance() {
    const Settings& settings = state_.settings;
    const bool left = settings.workload != Workload::mandelbrot || settings.view != begun_at_;
    if (worker_.busy() && left) {
        worker_.forget();
        state_.notify(Message::Kind::info,
                      "The search for a minibrot ended because the view changed");
    }
    state_.seen.searching = worker_.busy();
    const auto done = worker_.poll();
    if (!done) return;
    state_.seen.searching = false;
    state_.request_redraw();
    if (!done->error.empty())
        state_.notify(Message::Kind::error, "The search for a minibrot failed: " + done->error);
    else if (!*done->result)
        state_.notify(Message::Kind::warning,
                      "No minibrot was found here: a smaller part of the picture may hold one");
    // It never zooms out; the margin is for a minibrot that is already on screen.
    else if (const auto& found = **done->result;
             view_of(found).height > settings.view.height * 1.01)
        state_.notify(Message::Kind::info, too_large_text(found));
    else
        show(found);
}

// Its dwells begin at its period.
void MinibrotSearch::show(const Minibrot& minibrot) {
    constexpr std::int64_t periods = 16;
    Settings& settings = state_.settings;
    settings.workload = Workload::mandelbrot;
    const std::int64_t needed = std::min(periods * minibrot.period, limits::dwell.max);
    settings.engine.dwell_limit =
        std::max(settings.engine.dwell_limit, static_cast<std::uint32_t>(needed));
    navigator_.go_to(settings.view, view_of(minibrot));
    state_.panels.view_replaced = true;
    state_.seen.minibrot = minibrot;
    state_.notify(Message::Kind::info, text_of(minibrot));
}

}  // namespace mariani::app

#include "app/window/application.hpp"

#include "app/explore/automatic_dwell_limit.hpp"
#include "app/files/setting_names.hpp"
#include "app/files/settings_fields.hpp"
#include "app/files/standard_streams.hpp"
#include "app/panels/observations.hpp"
#include "app/window/exporter.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/gui.hpp"
#include "compute/model/limits.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mariani::app {
namespace {

// Seconds between turns of a tab that moves: one before its next picture is done would only take
// the processor from it.
constexpr double longest_between_pictures = 0.05;

// A size with which a window may be opened again.
ImageSize remembered(ImageSize size) {
    const auto within = [](int side) {
        return static_cast<int>(std::clamp<std::int64_t>(side, window_side.min, window_side.max));
    };
    return {within(size.width), within(size.height)};
}

}  // namespace

Application::Application(const WindowOptions& options, std::optional<ReplayPlayer> replay)
    : state_(options.settings, options.tabs),
      report_(options.report ? std::make_optional<TurnReport>(*options.report, options.tabs)
                             : std::nullopt),
      window_("mariani", state_.settings.window_size),
      gui_(window_),
      pace_(state_, window_),
      route_(options.display),
      navigator_(state_.settings.view),
      saver_(state_.settings, options.remember),
      input_(state_, window_, gui_, navigator_, std::move(replay)),
      service_(std::make_shared<ComputeService>(route_.service_options())),
      worker_(frame_runner(engines(JobPriority::frame), route_), pace_.waker(),
              FrameWorker::default_grace, preview_runner(engines(JobPriority::frame)), true),
      poster_(state_, navigator_, pace_.waker()),
      display_(state_, route_, worker_, navigator_, poster_, options.mark_frames),
      thumbnails_(display_.palettes(), engines(JobPriority::idle), pace_.waker()),
      exports_(engines(JobPriority::exporting), pace_.waker()),
      experiments_(state_, display_.palettes(), exports_,
                   engine_runner(engines(JobPriority::experiment)), pace_.waker(), service_,
                   options.papers),
      insets_(state_, display_.palettes(), engines(JobPriority::idle), pace_.waker()),
      screens_(state_, {service_, pace_.waker()}),
      activity_({state_, worker_, navigator_, display_, exports_, experiments_, insets_, screens_,
                 poster_}),
      idle_(
          {state_, activity_, display_, thumbnails_}, engine_runner(engines(JobPriority::idle)),
          [this] { return frame_runner(engines(JobPriority::idle), route_); },
          [this](const FrameRequest& request) {
              return further_runners(engines(JobPriority::idle), request, route_);
          },
          pace_.waker()),
      recent_(state_, options.remember, pace_.waker()),
      tour_(state_, navigator_, worker_, activity_),
      search_(state_, navigator_, pace_.waker()),
      history_(state_.settings),
      timeline_(state_, engine_runner(engines(JobPriority::experiment)), pace_.waker()),
      interpreter_({state_, window_, navigator_, worker_, display_, thumbnails_, exports_,
                    experiments_, input_, recent_, tour_, screens_, search_, history_, poster_}),
      opening_(state_, engine_runner(engines(JobPriority::experiment)), pace_.waker()),
      at_home_(options.at_home) {
    state_.seen.devices.assign(devices().begin(), devices().end());
    state_.seen.hardware = service_->hardware();
    show_notices(options);
    if (options.poster) poster_.open(*options.poster);
    if (options.opening) opening_.begin();
    state_.seen.bookmarks = thumbnails_.list();
    for (const auto& opened : {options.opened, options.poster})
        if (opened) recent_.opened(*opened);
    load_user_palettes(state_, display_.palettes());
    list_palettes(state_, display_.palettes());
    state_.attempt([&] { state_.seen.recordings = own_recordings(); });
}

EngineDispatcher Application::engines(JobPriority priority) const {
    return EngineDispatcher(service_, priority);
}

void Application::show_notices(const WindowOptions& options) {
    for (const auto* notices : {&options.notices, &thumbnails_.bookmarks().messages(),
                                &experiments_.notices(), &recent_.notices()})
        for (const auto& notice : *notices) state_.notify(Message::Kind::warning, notice);
}

void Application::run() {
    try {
        while (!state_.closing) {
            state_.attempt_each_turn("wait", [&] { wait(); });
            turn();
        }
    } catch (...) {
        save_settings_at_end();
        throw;
    }
    save_settings_at_end();
}

// There is no window any more to tell of a failure.
void Application::save_settings_at_end() {
    if (const auto failure = failure_of([&] { saver_.save(tour_.own_settings()); }))
        print_notice("the settings are not saved: " + *failure);
}

// One turn of the main loop. Whatever fails in it, what is shown is drawn.
void Application::turn() {
    pace_.begin_turn();
    std::vector<InputEvent> events;
    state_.attempt_each_turn("input", [&] {
        events = input_.take([&](Awaited awaited) { return activity_.reached(awaited); });
        tour_.steer(events);
        for (const auto& event : events) gui_.feed(event);
    });
    gui_.begin(state_.settings.interface_scale, state_.panels.keyboard);
    state_.attempt_each_turn("events", [&] { act_on(events); });
    state_.attempt_each_turn("advance", [&] { advance(); });
    draw();
    state_.attempt_each_turn("end", [&] { conclude_turn(); });
    state_.attempt_each_turn("bookmarks", [&] { idle_.make_thumbnails(); });
    state_.attempt_each_turn("recent views", [&] {
        if (tour_.under_way() || screens_.active()) return;
        const bool rests = state_.answered() && !navigator_.moving() && !poster_.busy();
        recent_.advance(rests && !input_.dragging());
    });
    if (window_.close_requested() || Termination::requested()) state_.closing = true;
    state_.attempt_each_turn("report", [&] { report_turn(); });
}

void Application::act_on(const std::vector<InputEvent>& events) {
    if (gui_.has_input()) state_.request_redraw();
    state_.settings.window_size = remembered(window_.size_to_remember());
    lay_out_window();
    input_.steer(screens_.active());
    history_.accept(state_.settings);
    const auto places = input_.act_on(events);
    if (!tour_.under_way()) opening_.interrupt(events, places);
    interpreter_.run();
    state_.attempt_each_turn("tab", [&] {
        if (auto* screen = screens_.active())
            for (std::size_t i = 0; i < events.size(); ++i) screen->act_on(events[i], places[i]);
        if (auto* screen = screens_.active()) screen->take_moved_view();
    });
    note_changes(events);
}

void Application::advance() {
    state_.attempt_each_turn("palette", [&] { take_palette(state_, display_.palettes()); });
    state_.attempt_each_turn("tour", [&] { tour_.advance(); });
    state_.attempt_each_turn("opening", [&] {
        if (!tour_.under_way()) opening_.advance();
    });
    state_.attempt_each_turn("tab", [&] { screens_.advance(input_.over_picture()); });
    advance_mandelbrot();
    state_.attempt_each_turn("search", [&] {
        history_.accept(state_.settings);
        search_.advance();
        note_changes({});  // a user asked for the minibrot: it is a step to undo
    });
    state_.attempt_each_turn("experiments", [&] { experiments_.take_results(); });
    state_.attempt_each_turn(
        "timeline", [&] { timeline_.advance(!activity_.disturbed() && !activity_.measuring()); });
    state_.attempt_each_turn("messages", [&] { update_messages(); });
    state_.attempt_each_turn("observations", [&] { observe(); });
    film_replay(state_, display_, exports_);
}

void Application::draw() {
    draw_picture();
    state_.attempt_each_turn("capture", [&] { capture(false); });
    if (!screens_.active() && !state_.from_poster)
        state_.attempt_each_turn("compared picture", [&] { idle_.draw_compared(); });
    state_.attempt_each_turn("panels", [&] {
        history_.accept(state_.settings);
        draw_panels(state_, gui_.fonts(), input_.box());
        note_changes({});
    });
    state_.attempt_each_turn("interface", [&] { gui_.end(); });
    state_.attempt_each_turn("capture with panels", [&] { capture(true); });
    window_.swap();
}

// What a user has changed by these events, or in the panels, can be taken back. The tour takes back
// what it does by itself.
void Application::note_changes(const std::vector<InputEvent>& events) {
    if (tour_.under_way()) return history_.accept(state_.settings);
    const auto scrolls = [](const InputEvent& event) {
        return std::holds_alternative<input::Scroll>(event);
    };
    const auto repeats = [](const InputEvent& event) {
        const auto* key = std::get_if<input::Key>(&event);
        return key != nullptr && key->repeated;
    };
    bool dragged = dragging_;
    for (const InputEvent& event : events)
        if (const auto* button = std::get_if<input::MouseButton>(&event)) {
            dragging_ = button->pressed;
            dragged = true;
        }
    const auto other = [&] {  // than of the Mandelbrot set's view
        if (gui_.holds() || dragged) return Gesture::drag;
        if (std::ranges::any_of(events, scrolls)) return Gesture::wheel;
        return std::ranges::any_of(events, repeats) ? Gesture::keys : Gesture::jump;
    };
    const Gesture moved = navigator_.gesture();
    const Gesture gesture = moved == Gesture::edit ? other() : moved;
    history_.take(state_.settings, gesture, state_.seen.now);
    if (!gui_.holds() && !dragging_) history_.end_drag();
}

// However long the colours cycle, and whatever stops them, it is one step.
void Application::note_cycling() {
    const auto from = state_.panels.cycle.take_stopped();
    if (!from || tour_.under_way()) return;
    Settings after = state_.settings;
    after.workload = Workload::mandelbrot;
    Settings before = after;
    before.colouring.offset = *from;
    history_.accept(before);
    history_.take(after, Gesture::jump, state_.seen.now);
    history_.accept(state_.settings);
}

// What shows the whole set goes on to in a picture of another shape.
void Application::lay_out_window() {
    const ImageSize before = state_.seen.picture;
    lay_out(state_, gui_.fonts(), window_);
    const ImageSize picture = state_.seen.picture;
    if (picture == before || pixel_count(picture) == 0) return;
    View& view = state_.settings.view;
    if (poster_.is_open() && view == poster_.whole_view(before))
        return navigator_.start_at(view, poster_.whole_view(picture));
    if (!std::exchange(at_home_, false) && view != home_view(before, view.julia)) return;
    navigator_.start_at(view, home_view(picture, view.julia));
}

// A view still moves to where it goes while another tab is shown, and the frame that was asked for
// is taken; nothing else is begun.
void Application::advance_mandelbrot() {
    state_.attempt_each_turn("navigation", [&] {
        navigator_.advance(state_.settings.view, state_.seen.picture, state_.seen.now);
        if (screens_.active()) return;
        poster_.advance(input_.over_picture(),
                        navigator_.moving() || input_.dragging() || input_.gliding());
        post_request();
    });
    state_.attempt_each_turn("frame", [&] { display_.take_finished(); });
    if (screens_.active()) state_.panels.cycle.stop();
    note_cycling();
    if (screens_.active()) return;
    state_.attempt_each_turn("dwell limit", [&] { suit_dwell_limit(); });
    state_.advance_replay();
    state_.advance_cycle();
    do_idle_work();
}

void Application::do_idle_work() {
    state_.attempt_each_turn("surroundings", [&] { idle_.look_around(); });
    state_.attempt_each_turn("verification", [&] { idle_.verify(); });
    state_.attempt_each_turn("comparison", [&] { idle_.compare(); });
    state_.attempt_each_turn("antialiasing", [&] { idle_.antialias(); });
}

void Application::draw_picture() {
    if (screens_.active())
        return state_.attempt_each_turn("picture", [&] { screens_.draw(window_.framebuffer()); });
    state_.attempt_each_turn("picture",
                             [&] { display_.draw(window_.framebuffer(), state_.seen.line_width); });
    state_.attempt_each_turn("insets",
                             [&] { insets_.advance(gui_.fonts().scale * window_.pixel_ratio()); });
}

bool Application::restless() const {
    const auto* screen = screens_.active();
    const bool plays =
        screen ? screen->playing() : state_.panels.replay.playing() || state_.panels.film.playing();
    return !state_.at_rest() || activity_.occupied() || plays || search_.busy() ||
           input_.replays() || input_.playback() || input_.gliding() ||
           (tour_.under_way() && !tour_.rests()) || opening_.fades();
}

void Application::wait() {
    const auto* screen = screens_.active();
    const double head_start = screens_.head_start();
    const bool eager = head_start > 0 || (screen && activity_.computing());
    const double rest = screen && screen->moving() ? longest_between_pictures : head_start;
    if (restless()) return pace_.wait_for_display(eager, rest);
    pace_.wait_for_reason(gui_.caret_blinks(), gui_.hint_in(), [&] {
        return Termination::requested() || saver_.waiting() || opening_.fades() ||
               (screen ? screen->measuring() : idle_.due() || recent_.due());
    });
}

void Application::post_request() {
    if (pixel_count(state_.seen.picture) == 0) return;
    if (input_.gliding() && worker_.busy()) return;  // frames on the way are seen, however long
    Settings& settings = state_.settings;
    if (settings.automatic_dwell_limit)  // a limit found deep down would take long further out
        settings.engine.dwell_limit =
            std::min(settings.engine.dwell_limit, max_suited_dwell_limit(settings.view.height));
    const bool was_from_poster = std::exchange(was_from_poster_, state_.from_poster);
    if (state_.from_poster) return worker_.stop();
    const FrameRequest request = state_.wanted_request();
    auto why = mariani::why_invalid(request);
    const bool anew = was_from_poster && !state_.up_to_date();  // it may have been stopped
    if (!why) anew ? worker_.submit_anew(request) : worker_.submit(request);
    state_.note_failure("request", std::move(why));
}

// The frame that tells whether the dwell limit suits the view: the one on screen, or the coarse
// picture that its successor begins with.
const PreparedFrame* Application::judged_frame() const {
    if (state_.shown && (state_.up_to_date() || input_.gliding())) return state_.shown->frame.get();
    const PreparedFrame* coming = display_.growing();
    if (!coming) return nullptr;
    const FramePlan& plan = coming->frame.plan;
    const Settings& settings = state_.settings;
    const bool wanted = plan.view == settings.view && plan.image == state_.seen.picture &&
                        plan.dwell_limit == settings.engine.dwell_limit;
    const auto dwells = coming->frame.dwells.host<std::uint32_t>();
    return wanted && std::ranges::find(dwells.values, unknown_dwell) == dwells.values.end()
               ? coming
               : nullptr;
}

// Only while the picture rests, so that its colours do not change on the way; but gliding goes on
// for long, and needs more steps the deeper it goes.
void Application::suit_dwell_limit() {
    const bool gliding = input_.gliding();
    const bool rests = !navigator_.moving() && !input_.dragging();
    if (!state_.settings.automatic_dwell_limit || (!rests && !gliding)) return;
    const PreparedFrame* frame = judged_frame();
    if (!frame) return;
    const std::uint32_t suited = suited_dwell_limit(frame->frame.plan, frame->summary);
    std::uint32_t& limit = state_.settings.engine.dwell_limit;
    const bool may_fall = rests && state_.up_to_date();
    if (suited == limit || (suited < limit && !may_fall)) return;
    limit = suited;
    post_request();
}

// Tells of a refused zoom, and lets messages pass.
void Application::update_messages() {
    if (auto why = navigator_.take_zoom_error())
        state_.notify(Message::Kind::warning, std::move(*why));
    expire_messages(state_.seen.messages, state_.seen.now);
}

void Application::capture(bool with_panel) {
    if (auto* screen = screens_.active())
        return take_screenshot(state_, *screen, exports_, window_.framebuffer(), with_panel);
    take_screenshot(state_, display_, exports_, window_.framebuffer(), with_panel);
    if (!with_panel) copy_picture(state_, display_, exports_);
}

void Application::conclude_turn() {
    for (const auto& [path, error, cancelled, said] : exports_.poll()) {
        if (!error.empty())
            state_.notify(Message::Kind::error, error);
        else if (!said.empty())
            state_.notify(Message::Kind::info, said);
        else
            state_.notify(Message::Kind::info,
                          (cancelled ? "Cancelled: " : "Saved ") + path.string());
    }
    state_.attempt_each_turn("settings",
                             [&] { saver_.consider(tour_.own_settings(), state_.seen.now); });
    pace_.end_turn(activity_.computing() || navigator_.moving());
}

void Application::report_turn() {
    if (!report_) return;
    const render::Viewport& place = state_.viewport;
    const int top = window_.framebuffer().height - place.y - place.height;
    const TurnState turn{pace_.turns(),
                         pace_.began(),
                         state_.seconds(),
                         input_.taken(),
                         input_.waits(),
                         worker_.submitted(),
                         state_.shown ? state_.shown->number : 0,
                         restless(),
                         display_.has_preview(),
                         display_.has_growing(),
                         idle_.knows_surroundings(),
                         thumbnails_.complete(),
                         navigator_.moving(),
                         activity_.settled(),
                         experiments_.busy(),
                         activity_.writes_files(),
                         state_.panels.replay.level(),
                         state_.panels.cycle.running(),
                         state_.panels.insets,
                         state_.panels.keyboard,
                         state_.panels.timeline,
                         setting_name(state_.settings.workload),
                         {place.x, top, place.width, place.height}};
    try {
        report_->add(turn, state_.seen);
    } catch (const std::runtime_error& error) {
        report_.reset();
        state_.notify(Message::Kind::error, error.what());
    }
}

}  // namespace mariani::app

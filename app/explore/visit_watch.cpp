#include "app/explore/visit_watch.hpp"

#include "render/picture/viewport.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

bool counts(const View& view) {
    return view.height < Length(2);
}

// Whether a view has little to do with the one before.
bool is_jump(const View& from, const View& to) {
    if (from.julia != to.julia) return true;
    constexpr double steps = 4;  // of heights
    const double ratio = to.height / from.height;
    const glm::dvec2 moved =
        glm::abs(render::in_heights(render::displacement(from.centre, to.centre), from.height));
    return ratio > steps || ratio < 1 / steps || std::max(moved.x, moved.y) > 1;
}

}  // namespace

std::optional<Visit> VisitWatch::look(const VisitedView& here, bool rests, double now, bool typed) {
    std::optional<Visit> left;
    if (here.view != here_.view) {
        const bool stayed = since_ && seen_ - *since_ >= short_stay;
        const bool typed_on = typed_ && typed;
        if (stayed && !told_ && !typed_on && counts(here_.view) && is_jump(here_.view, here.view))
            left = Visit{here_, on_the_way_};
        if (told_ || !typed_on) on_the_way_ = typed_on ? told_ : std::nullopt;
        typed_ = typed;
        since_.reset();
        told_.reset();
    }
    here_ = here;
    if (rests) {
        if (!since_) since_ = now;
        seen_ = now;
    }
    if (left || !waiting() || !rests || now - *since_ < long_stay) return left;
    told_ = here_;
    return Visit{here_, on_the_way_};
}

bool VisitWatch::waiting() const {
    return since_ && !told_ && counts(here_.view);
}

}  // namespace mariani::app

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

std::optional<VisitedView> VisitWatch::look(const VisitedView& here, bool rests, double now) {
    std::optional<VisitedView> left;
    if (here.view != here_.view) {
        const bool stayed = since_ && seen_ - *since_ >= short_stay;
        if (stayed && !told_ && counts(here_.view) && is_jump(here_.view, here.view)) left = here_;
        since_.reset();
        told_ = false;
    }
    here_ = here;
    if (rests) {
        if (!since_) since_ = now;
        seen_ = now;
    }
    if (left || !waiting() || !rests || now - *since_ < long_stay) return left;
    told_ = true;
    return here_;
}

bool VisitWatch::waiting() const {
    return since_ && !told_ && counts(here_.view);
}

}  // namespace mariani::app

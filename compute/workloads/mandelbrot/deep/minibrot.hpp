// Finding the minibrot in a view.
#pragma once

#include "compute/model/orbits.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace mariani::mandelbrot {

// The nucleus of least period in the disc around the view's picture, of this width over height,
// that Newton's method finds there for one of the first periods. Nothing where it finds none, no
// period is up to the limit, or when stopped (within 50 ms). On the calling thread: about the time
// of a few reference orbits of that period.
std::optional<Minibrot> find_minibrot(const View& view, double aspect, std::uint32_t limit,
                                      const std::stop_token& stop);

// A view that shows all of it, with a margin.
View view_of(const Minibrot& minibrot);

}  // namespace mariani::mandelbrot

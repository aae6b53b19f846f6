#include "app/start/tabs.hpp"

#include <array>

namespace mariani::app {

extern const Tab mandelbrot_tab, triangle_tab, gasket_tab, curves_tab, points_tab, volume_tab;

std::span<const Tab* const> all_tabs() {
    static constexpr std::array tabs{&mandelbrot_tab, &triangle_tab, &gasket_tab,
                                     &curves_tab,     &points_tab,   &volume_tab};
    return tabs;
}

}  // namespace mariani::app

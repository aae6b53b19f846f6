#include "app/start/tabs.hpp"

#include <array>

namespace mariani::app {

#define MARIANI_DECLARE(name, Own) extern const Tab name##_tab;
extern const Tab mandelbrot_tab;
MARIANI_WORKLOADS(MARIANI_DECLARE)
#undef MARIANI_DECLARE

std::span<const Tab* const> all_tabs() {
#define MARIANI_ADDRESS(name, Own) , &name##_tab
    static constexpr std::array tabs{&mandelbrot_tab MARIANI_WORKLOADS(MARIANI_ADDRESS)};
#undef MARIANI_ADDRESS
    return tabs;
}

}  // namespace mariani::app

#include "compute/cpu/painters.hpp"
#include "tests/workloads/checkerboard/checkerboard.hpp"

namespace mariani::checkerboard {

const cpu::Painters& cpu_painters() {
    static constexpr cpu::Painters painters = cpu::painters_of<Elements>();
    return painters;
}

}  // namespace mariani::checkerboard

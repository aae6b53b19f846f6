#include "app/papers/claim.hpp"

namespace mariani::app {

const std::vector<Erratum>& all_errata() {
    static const std::vector<Erratum> all{
        {Paper::modeling, "section 7.2, Eq. 33", "the product runs over q = 1 to d",
         "over q = 1 to d - 1, as in Eqs. 31 and 32; as printed, regions share numbers",
         "`reproduce modeling.canonical-order`"},
    };
    return all;
}

}  // namespace mariani::app

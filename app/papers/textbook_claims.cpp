#include "app/papers/claim_lists.hpp"

namespace mariani::app {

std::vector<Claim> textbook_claims() {
    return {};
}

}  // namespace mariani::app

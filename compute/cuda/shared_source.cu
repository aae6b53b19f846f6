#include "compute/model/region.hpp"

#include "compute/engine_registry.hpp"

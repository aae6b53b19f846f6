#include "compute/engine_dispatcher.hpp"

#include "compute/automatic_engine.hpp"

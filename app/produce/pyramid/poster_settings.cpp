#include "app/produce/pyramid/poster_settings.hpp"

namespace mariani::app {

void show_poster(Settings& settings, const PyramidManifest& manifest) {
    EngineRequest engine = manifest.settings.engine;
    engine.backend = settings.engine.backend;
    engine.device = settings.engine.device;
    engine.threads = settings.engine.threads;
    engine.block.reset();
    settings.engine = engine;
    settings.automatic_dwell_limit = false;
    settings.colouring = manifest.settings.colouring;
    settings.workload = Workload::mandelbrot;
}

}  // namespace mariani::app

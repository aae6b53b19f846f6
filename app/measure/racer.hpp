// An entrant in a race: an engine and its settings, as a value and as text.
#pragma once

#include "compute/model/frame_request.hpp"

#include <optional>
#include <string>

namespace mariani::app {

struct Racer {
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    SubdivisionParams subdivision;
    BlockSize block;
    std::optional<Backend> backend;  // nullopt: automatic
    std::optional<int> device;       // of the cuda backend; nullopt: automatic
    Insertion insertion = Insertion::per_region;
    bool operator==(const Racer&) const = default;
};

// ENGINE[-SCHEME][,NAME=VALUE …], NAME one of g, r, B, block, backend, device, insertion; what is
// not named is taken from `otherwise`. "ex", "ask-mbr,g=8,B=32,backend=cpu". Throws
// std::invalid_argument, which says what is allowed.
Racer parse_racer(const std::string& text, const Racer& otherwise = {});

// Reads back as the same racer.
std::string racer_text(const Racer& racer);

// For display: "Ex", "ASK-MBR {8, 2, 32}".
std::string title_of(const Racer& racer);

// The view of a request computed by a racer.
FrameRequest request_of(const Racer& racer, FrameRequest request);

}  // namespace mariani::app

#include "app/measure/racer.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace mariani::app {
namespace {

[[noreturn]] void reject(const std::string& text, const std::string& why) {
    throw std::invalid_argument(fmt::format("{}: {}", in_quotes(text), why));
}

template <typename E>
std::string names_of() {
    std::vector<std::string_view> names;
    for (const auto& choice : choices<E>()) names.push_back(choice.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

void take_engine(const std::string& text, Racer& racer) {
    const auto dash = text.find('-');
    const auto engine = choice_named<EngineKind>(text.substr(0, dash));
    if (!engine)
        reject(text, fmt::format("there is no such engine; it must be one of {}",
                                 names_of<EngineKind>()));
    racer.engine = *engine;
    if (dash == std::string::npos) return;
    const auto scheme = choice_named<Scheme>(text.substr(dash + 1));
    if (!scheme || *engine == EngineKind::ex)
        reject(text, fmt::format(
                         "{}; an engine that subdivides may have one of {}",
                         *engine == EngineKind::ex ? "Ex has no scheme" : "there is no such scheme",
                         names_of<Scheme>()));
    racer.scheme = *scheme;
}

int integer_of(const std::string& text, std::string_view name, const std::string& value,
               IntegerRange allowed) {
    const auto number = parse_integer(value);
    if (!number || !allowed.holds(*number))
        reject(text, fmt::format("{} must be a whole number from {} to {}", name, allowed.min,
                                 allowed.max));
    return *number;
}

void take_block(const std::string& text, const std::string& value, Racer& racer) {
    const auto size = parse_size(value);
    if (!size) reject(text, "block must be WxH, as in block=16x16");
    racer.block = {size->width, size->height};
    if (const auto why = why_invalid(racer.block)) reject(text, *why);
}

Insertion insertion_of(const std::string& text, const std::string& value) {
    if (const auto insertion = choice_named<Insertion>(value)) return *insertion;
    reject(text, fmt::format("insertion must be one of {}", names_of<Insertion>()));
}

void take_value(const std::string& text, Racer& racer) {
    const auto equals = text.find('=');
    const auto name = text.substr(0, equals);
    const auto value = equals == std::string::npos ? "" : text.substr(equals + 1);
    auto& [g, r, B] = racer.subdivision;
    if (name == "g")
        g = integer_of(text, name, value, limits::g);
    else if (name == "r")
        r = integer_of(text, name, value, limits::r);
    else if (name == "B")
        B = integer_of(text, name, value, limits::B);
    else if (name == "block")
        take_block(text, value, racer);
    else if (name == "device")
        racer.device = integer_of(text, name, value, limits::device);
    else if (name == "insertion")
        racer.insertion = insertion_of(text, value);
    else if (name != "backend")
        reject(text, "the settings are g=, r=, B=, block=, backend=, device= and insertion=");
    else if (value == automatic_name)
        racer.backend.reset();
    else if (const auto backend = choice_named<Backend>(value))
        racer.backend = *backend;
    else
        reject(text,
               fmt::format("backend must be one of {}, {}", automatic_name, names_of<Backend>()));
}

}  // namespace

Racer parse_racer(const std::string& text, const Racer& otherwise) {
    Racer racer = otherwise;
    std::istringstream pieces(text);
    pieces.exceptions(std::ios::badbit);
    std::string piece;
    std::getline(pieces, piece, ',');
    take_engine(piece, racer);
    while (std::getline(pieces, piece, ',')) take_value(piece, racer);
    return racer;
}

std::string racer_text(const Racer& racer) {
    const auto& [g, r, B] = racer.subdivision;
    std::string text(name_of(racer.engine));
    if (racer.engine != EngineKind::ex) text += fmt::format("-{}", name_of(racer.scheme));
    text += fmt::format(",g={},r={},B={},block={}x{},backend={}", g, r, B, racer.block.width,
                        racer.block.height, name_of(racer.backend));
    if (racer.insertion != Insertion::per_region)
        text += fmt::format(",insertion={}", name_of(racer.insertion));
    return racer.device ? text + fmt::format(",device={}", *racer.device) : text;
}

std::string title_of(const Racer& racer) {
    if (racer.engine == EngineKind::ex) return std::string(choice_of(racer.engine).label);
    const auto& [g, r, B] = racer.subdivision;
    auto title = fmt::format("{}-{} {{{}, {}, {}}}", choice_of(racer.engine).label,
                             choice_of(racer.scheme).label, g, r, B);
    if (racer.block != BlockSize{})
        title += fmt::format(" {}x{}", racer.block.width, racer.block.height);
    if (racer.insertion != Insertion::per_region)
        title += fmt::format(" {}", choice_of(racer.insertion).label);
    return title;
}

FrameRequest request_of(const Racer& racer, FrameRequest request) {
    request.engine = racer.engine;
    request.scheme = racer.scheme;
    set_subdivision(request, racer.subdivision);
    request.block = racer.block;
    request.backend = racer.backend;
    request.device = racer.device;
    request.insertion = racer.insertion;
    return request;
}

}  // namespace mariani::app

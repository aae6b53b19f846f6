// Reads JSON strictly: every field that is missing, unknown or not allowed is refused with its
// path, "cases[2].g[0]", and what it must be.
#pragma once

#include "app/files/setting_names.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// "auto, cuda, cpu": the values of an optional choice.
template <typename E>
std::string choices_or_automatic() {
    return "one of " + std::string(automatic_name) + ", " + setting_names<E>();
}

// A value and its path. Everything throws std::invalid_argument.
class JsonValue {
  public:
    JsonValue(const nlohmann::json& json, std::string path)
        : json_(&json), path_(std::move(path)) {}

    [[noreturn]] void reject(std::string_view allowed) const;

    std::string text() const;  // at most 4096 bytes
    bool boolean() const;
    std::int64_t whole(IntegerRange range) const;
    double real(double min, double max) const;
    ImageSize size(IntegerRange side) const;
    std::vector<JsonValue> list() const;  // of at least one value
    template <typename E>
    E choice() const {
        const auto named = setting_named<E>(name());
        if (!named) reject("one of " + setting_names<E>());
        return *named;
    }

    template <typename E>
    std::optional<E> choice_or_automatic() const {
        if (name() == automatic_name) return std::nullopt;
        if (const auto named = setting_named<E>(name())) return named;
        reject(choices_or_automatic<E>());
    }

    const std::string& path() const { return path_; }
    const nlohmann::json& json() const { return *json_; }

  private:
    std::string_view name() const;  // empty if it is no text

    const nlohmann::json* json_;
    std::string path_;
};

// The fields of an object, each taken once.
class JsonFields {
  public:
    explicit JsonFields(const JsonValue& object);

    JsonValue take(std::string_view name, std::string_view allowed);  // must be present
    std::optional<JsonValue> take_optional(std::string_view name);
    void finish() const;  // refuses any that were not taken

  private:
    std::string path_of(std::string_view name) const;

    JsonValue object_;
    std::vector<std::string> known_;
};

}  // namespace mariani::app

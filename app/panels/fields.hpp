// Fields that keep what was typed. Text that may not be the setting stays in the field, in the
// error colour, with the reason below it; the setting keeps its last legal value.
#pragma once

#include "app/panels/panels.hpp"
#include "compute/model/limits.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// Why a text may not be taken; nothing where it may.
using Refuse = std::function<std::optional<std::string>(const std::string& text)>;

// A line of text for a setting whose text is `current`. Returns what was typed once it is finished
// (Enter, Tab, a click elsewhere) and legal. Esc brings back the setting.
std::optional<std::string> text_field(const PanelContext& context, const char* id,
                                      const std::string& current, const Refuse& refuse,
                                      float width);

// A whole number, refused as limits.hpp says with the name it has there.
std::optional<std::int64_t> integer_field(const PanelContext& context, const char* id,
                                          std::string_view name, std::int64_t value,
                                          IntegerRange allowed, float width);

// The field with buttons that go to the next lower and higher power of two; fills the row.
std::optional<std::int64_t> stepped_field(const PanelContext& context, const char* id,
                                          std::string_view name, std::int64_t value,
                                          IntegerRange allowed);

// The reason why the field's text is refused, where it is, in the controls' column.
void refusal_of(const PanelContext& context, const char* id);

}  // namespace mariani::app

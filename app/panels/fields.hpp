// Fields that keep what was typed. Invalid text stays in the field, in the error colour, with the
// reason beside it; the setting keeps its last valid value.
#pragma once

#include "app/panels/panels.hpp"
#include "compute/model/knob.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// Why a text is refused; nullopt if it is accepted.
using Validator = std::function<std::optional<std::string>(const std::string& text)>;

// A text field for a setting whose text is `current`. Returns what was typed once it is finished
// (Enter, Tab, a click elsewhere) and valid. Esc restores the setting.
std::optional<std::string> text_field(const PanelContext& context, const char* id,
                                      const std::string& current, const Validator& validate,
                                      float width);

// Why a number is refused that is within the limits.
using IntegerValidator = std::function<std::optional<std::string>(std::int64_t value)>;

// A whole number, checked by limits.hpp under the name it has there.
std::optional<std::int64_t> integer_field(const PanelContext& context, const char* id,
                                          std::string_view name, std::int64_t value,
                                          IntegerRange allowed, float width, int multiple = 1,
                                          const IntegerValidator& why_refused = {});

// The field with buttons for the next lower and higher power of two; fills the row. Takes multiples
// of a power of two that is in the range.
std::optional<std::int64_t> stepped_field(const PanelContext& context, const char* id,
                                          std::string_view name, std::int64_t value,
                                          IntegerRange allowed, int multiple = 1,
                                          const IntegerValidator& why_refused = {});

// A number whose text is `current`; fills the rest of the row.
std::optional<double> real_field(const PanelContext& context, const char* id, std::string_view name,
                                 const std::string& current, double least, double most);

struct Slide {
    RealRange allowed;
    const char* digits = "%.3g";  // of what the slider is dragged to
    const char* unit = "";        // after the number in the field
    bool logarithmic = false;
};

// A slider, and the number in a field of its own beside it, together so wide. True if it changed.
bool value_slider(const PanelContext& context, const char* id, std::string_view name, double& value,
                  const Slide& slide, float width);

// The field shows its setting again.
void discard_draft(const PanelContext& context, const char* id);

// Whether the field shows a text that its setting is not.
bool field_refused(const PanelContext& context, const char* id);

// The reason why the field's text is refused, if it is, beside the item just drawn: nothing moves.
void field_error(const PanelContext& context, const char* id);

}  // namespace mariani::app

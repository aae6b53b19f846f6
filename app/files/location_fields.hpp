// What the files of places have in common, whatever their format: named texts, of which a view is
// made, and what of them cannot be shown.
#pragma once

#include "app/files/location_file.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// The text of a field, nullopt if there is none. The names are those of the program's files.
using LocationFields = std::function<std::optional<std::string>(std::string_view name)>;

struct PlaceNames {
    std::string_view re, im, zoom, iterations;
};

// Ours points up. As the set is symmetric, a picture of a plane whose axis points down is that of
// the conjugate centre.
enum class ImaginaryAxis { up, down };

// The following throw std::invalid_argument: which field, what it is and what it must be.

Location location_of(const LocationFields& fields, const PlaceNames& names, ImaginaryAxis axis);

// Unless the field is missing, or this number.
void require_usual(const LocationFields& fields, std::string_view name, double usual,
                   std::string_view meaning);

[[noreturn]] void reject_field(std::string_view name, std::string_view value,
                               std::string_view needed);

// How a picture was changed after it was computed, which is not shown.
class Changes {
  public:
    explicit Changes(const LocationFields& fields) : fields_(fields) {}

    void number(std::string_view name, std::string_view what, double usual = 0);
    void angle(std::string_view name);  // in degrees
    void flag(std::string_view name, std::string_view what, bool set);

    // Adds a notice, if there was any.
    void tell(Location& location) const;

  private:
    void add(std::string_view what, std::string_view name, std::string_view value);

    const LocationFields& fields_;
    std::string text_;
};

}  // namespace mariani::app

// Numbers and names as the panels format them.
#pragma once

#include "compute/model/view.hpp"

#include <cstdint>
#include <string>

namespace mariani::app {

std::string grouped(std::int64_t value);  // "1,048,576"
// The number, and of what: "1 block", "2,016 blocks".
std::string counted(std::int64_t count, const char* one, const char* many);
std::string significant(double value);         // three digits: "0.0123", "12.3", "1,230"
std::string share(double part, double whole);  // "12.3 %"; "-" if the whole is zero
std::string scaled(double value);              // three digits and a prefix: "12.3 M", "950"
std::string in_bytes(double bytes);            // likewise: "12.3 MB", "950 B"
std::string magnification(Length height);      // of a view: "1,250 x", "2.50e+11 x"
std::string magnitude(Length length);          // positive, two digits: "0.019", "2.3e-160"
// A point, with so many decimals; "-0.743643…83871592" if these are many.
std::string place(const PlanePoint& point, int decimals);
std::string duration(double ms);  // "640 ms", "12.3 s", "4 min 10 s"

// P_i of a level: "0.68"; "-" where B ended the subdivision, so that it has none.
std::string probability_text(std::int64_t subdivided, std::int64_t leaves, std::int64_t regions);

// A palette's name; for a path, the file's name; for stops, that they are.
std::string shown_name(const std::string& palette);

// Exact if that takes at most `width` characters, else three digits and a prefix.
std::string count_within(std::int64_t value, std::size_t width);

}  // namespace mariani::app

// The results of searches for the best {g, r, B}: the user's tunings.toml.
#pragma once

#include "app/measure/tuning.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

std::filesystem::path tunings_path();

// One for each class. Every change rereads the file and rewrites it as a whole, with other
// instances locked out, so that windows and commands share it. One thread.
class Tunings {
  public:
    // A damaged file is kept aside and reported in messages(); so is one that cannot be read.
    Tunings();

    const std::vector<Tuning>& all() const { return all_; }
    const Tuning* find(const TuningClass& where) const;  // null if there is none
    const std::vector<std::string>& messages() const { return messages_; }

    // Replaces the one remembered for its class, unless that has the larger speedup; returns the
    // one now remembered. Both throw std::runtime_error if the file cannot be read or written; then
    // nothing has changed.
    Tuning remember(const Tuning& tuning);
    void forget(const TuningClass& where);

  private:
    void write(std::vector<Tuning> tunings);

    std::vector<Tuning> all_;
    std::vector<std::string> messages_;
};

}  // namespace mariani::app

// What searches for the best {g, r, B} have found: the user's tunings.toml.
#pragma once

#include "app/measure/tuning.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

std::filesystem::path tunings_path();

// One for each class. Every change reads the file anew and writes it whole, with other instances
// kept out, so that windows and commands share it. One thread.
class Tunings {
  public:
    // A damaged file is kept aside and told in messages(); one that cannot be read is told there.
    Tunings();

    const std::vector<Tuning>& all() const { return all_; }
    const Tuning* find(const TuningClass& where) const;  // null when there is none
    const std::vector<std::string>& messages() const { return messages_; }

    // In the place of what was there for its class, unless that has the larger speedup; returns
    // what is there now. Both throw std::runtime_error when the file cannot be read or written;
    // then nothing has changed.
    Tuning remember(const Tuning& tuning);
    void forget(const TuningClass& where);

  private:
    void write(std::vector<Tuning> tunings);

    std::vector<Tuning> all_;
    std::vector<std::string> messages_;
};

}  // namespace mariani::app

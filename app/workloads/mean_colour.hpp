// The mean of colours.
#pragma once

#include "render/picture/image.hpp"

#include <cstdint>

namespace mariani::app {

class MeanColour {
  public:
    void add(render::Rgb8 colour) {
        r_ += colour.r, g_ += colour.g, b_ += colour.b;
        ++count_;
    }
    bool empty() const { return count_ == 0; }
    render::Rgb8 mean() const {  // of at least one
        const auto of = [this](int sum) { return static_cast<std::uint8_t>(sum / count_); };
        return {of(r_), of(g_), of(b_)};
    }

  private:
    int r_ = 0, g_ = 0, b_ = 0, count_ = 0;
};

}  // namespace mariani::app

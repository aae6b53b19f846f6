// What all owners of GL names have in common: one name, movable but not copyable.
#pragma once

#include "render/gl/check.hpp"

#include <utility>

#include <glad/gl.h>

namespace mariani::render::gl {

// Traits: static GLuint create(Args...), which returns 0 on failure, and static void
// destroy(GLuint).
template <typename Traits>
class Handle {
  public:
    template <typename... Args>
    explicit Handle(std::in_place_t, Args... args) : name_(Traits::create(args...)) {
        if (name_ == 0) reject_unnamed();  // GL would accept 0 as an object, and draw nothing
    }
    Handle() = default;  // owns nothing
    ~Handle() {
        if (name_ != 0) Traits::destroy(name_);
    }
    Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }

    GLuint name() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

  private:
    GLuint name_ = 0;
};

}  // namespace mariani::render::gl

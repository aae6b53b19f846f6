// Owns a GL program made from shader files.
#pragma once

#include "render/gl/handle.hpp"

#include <filesystem>
#include <initializer_list>
#include <string_view>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

namespace mariani::render::gl {

class Program {
  public:
    // The files of `folder` by extension: .vert, .frag, .comp; the text of a .glsl file is
    // prepended to each of the others. Throws Error with the file and the compiler's message.
    Program(const std::filesystem::path& folder, std::initializer_list<std::string_view> files);

    void use() const;

    // Whether the program has a uniform of this name: one that changes nothing is left out.
    bool uses(const char* name) const;
    // Sets the uniform of this name. Throws Error if the program has none.
    void set(const char* name, GLint value) const;
    void set(const char* name, GLuint value) const;
    void set(const char* name, float value) const;
    void set(const char* name, const glm::vec2& value) const;
    void set(const char* name, const glm::ivec2& value) const;
    void set(const char* name, const glm::vec4& value) const;

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    GLint location(const char* name) const;

    Handle<Traits> handle_;
};

}  // namespace mariani::render::gl

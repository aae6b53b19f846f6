#include "render/gl/program.hpp"

#include "render/files/regular_file.hpp"
#include "render/gl/check.hpp"

#include <string>

#include <fmt/core.h>
#include <glm/gtc/type_ptr.hpp>

namespace mariani::render::gl {
namespace {

struct ShaderTraits {
    static GLuint create(GLenum kind) { return glCreateShader(kind); }
    static void destroy(GLuint name) { glDeleteShader(name); }
};
using Shader = Handle<ShaderTraits>;

constexpr std::int64_t max_bytes = 1 << 20;  // of a shader

std::string read_text(const std::filesystem::path& file) {
    try {
        return read_whole_file(file, max_bytes);
    } catch (const std::runtime_error& why) {
        throw Error(fmt::format("{}: is mariani's shaders folder complete?", why.what()));
    }
}

GLenum kind_of(const std::filesystem::path& file) {
    if (file.extension() == ".vert") return GL_VERTEX_SHADER;
    if (file.extension() == ".frag") return GL_FRAGMENT_SHADER;
    if (file.extension() == ".comp") return GL_COMPUTE_SHADER;
    throw Error(fmt::format("cannot tell what kind of shader {} is", file.string()));
}

// The log of a shader or a program, depending on the pair of functions.
template <typename GetNumber, typename GetLog>
std::string log_of(GLuint name, GetNumber get_number, GetLog get_log) {
    GLint length = 0;
    get_number(name, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    GLsizei written = 0;
    get_log(name, length, &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    return log;
}

Shader compiled(const std::filesystem::path& file, const std::string& shared) {
    Shader shader(std::in_place, kind_of(file));
    const std::string version = "#version 450 core\n";
    const std::string text = "#line 1\n" + read_text(file);
    const char* parts[] = {version.c_str(), shared.c_str(), text.c_str()};
    glShaderSource(shader.name(), 3, parts, nullptr);
    glCompileShader(shader.name());
    GLint good = GL_FALSE;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
    if (!good)
        throw Error(fmt::format("cannot compile the shader {}:\n{}", file.string(),
                                log_of(shader.name(), glGetShaderiv, glGetShaderInfoLog)));
    return shader;
}

}  // namespace

GLuint Program::Traits::create() {
    return glCreateProgram();
}

void Program::Traits::destroy(GLuint name) {
    glDeleteProgram(name);
}

Program::Program(const std::filesystem::path& folder, std::initializer_list<std::string_view> files)
    : handle_(std::in_place) {
    std::string shared;
    std::string names;
    for (const auto file : files) {
        const std::filesystem::path path = folder / file;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", file);
        if (path.extension() == ".glsl") {
            shared += read_text(path);
            continue;
        }
        // An attached shader lives as long as the program.
        glAttachShader(handle_.name(), compiled(path, shared).name());
    }
    glLinkProgram(handle_.name());
    GLint good = GL_FALSE;
    glGetProgramiv(handle_.name(), GL_LINK_STATUS, &good);
    if (!good)
        throw Error(fmt::format("cannot link the shaders {} of {}:\n{}", names, folder.string(),
                                log_of(handle_.name(), glGetProgramiv, glGetProgramInfoLog)));
}

void Program::use() const {
    glUseProgram(handle_.name());
}

bool Program::uses(const char* name) const {
    return glGetUniformLocation(handle_.name(), name) >= 0;
}

GLint Program::location(const char* name) const {
    const GLint found = glGetUniformLocation(handle_.name(), name);
    if (found < 0) throw Error(fmt::format("cannot set {}: the shader has no such uniform", name));
    return found;
}

void Program::set(const char* name, GLint value) const {
    glProgramUniform1i(handle_.name(), location(name), value);
}

void Program::set(const char* name, GLuint value) const {
    glProgramUniform1ui(handle_.name(), location(name), value);
}

void Program::set(const char* name, float value) const {
    glProgramUniform1f(handle_.name(), location(name), value);
}

void Program::set(const char* name, const glm::vec2& value) const {
    glProgramUniform2fv(handle_.name(), location(name), 1, glm::value_ptr(value));
}

void Program::set(const char* name, const glm::ivec2& value) const {
    glProgramUniform2iv(handle_.name(), location(name), 1, glm::value_ptr(value));
}

void Program::set(const char* name, const glm::vec4& value) const {
    glProgramUniform4fv(handle_.name(), location(name), 1, glm::value_ptr(value));
}

}  // namespace mariani::render::gl

#include "render/gl/timer_query.hpp"

namespace mariani::render::gl {

GLuint TimerQuery::Traits::create() {
    GLuint name = 0;
    glCreateQueries(GL_TIME_ELAPSED, 1, &name);
    return name;
}

void TimerQuery::Traits::destroy(GLuint name) {
    glDeleteQueries(1, &name);
}

TimerQuery::TimerQuery() {
    for (auto& query : ring_) query = Handle<Traits>(std::in_place);
}

void TimerQuery::begin() {
    milliseconds();  // frees what is ready
    running_ = begun_ - read_ < length;
    if (running_) glBeginQuery(GL_TIME_ELAPSED, ring_[begun_ % length].name());
}

void TimerQuery::end() {
    if (!running_) return;
    glEndQuery(GL_TIME_ELAPSED);
    running_ = false;
    ++begun_;
}

std::optional<double> TimerQuery::milliseconds() {
    while (read_ < begun_) {
        const GLuint query = ring_[read_ % length].name();
        GLuint ready = GL_FALSE;
        glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &ready);
        if (!ready) break;
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
        results_[read_ % length] = static_cast<double>(nanoseconds) * 1e-6;
        ++read_;
    }
    if (read_ == 0) return std::nullopt;
    return results_[(read_ - 1) % length];
}

std::optional<double> TimerQuery::milliseconds_of(std::size_t pair) {
    milliseconds();
    if (pair >= read_) return std::nullopt;
    return results_[pair % length];
}

}  // namespace mariani::render::gl

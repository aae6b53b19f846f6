// A file that appears whole or not at all: written beside its place, renamed when complete.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace mariani::render {

class WholeFile {
  public:
    // Opens a temporary file in the same folder. Throws std::runtime_error naming file and reason,
    // as every member does.
    explicit WholeFile(std::filesystem::path path);
    ~WholeFile();  // without commit(): removes what was written; an older file stays as it was
    WholeFile(WholeFile&&) = delete;

    void write(std::string_view bytes);
    void commit();  // to the disk, then to its place; once

    const std::filesystem::path& path() const { return path_; }

  private:
    [[noreturn]] void fail(std::string_view what) const;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::FILE* file_ = nullptr;
};

}  // namespace mariani::render

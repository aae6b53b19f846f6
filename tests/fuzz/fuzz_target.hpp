// What the fuzz targets share. Each is a libFuzzer program that passes arbitrary bytes to one
// reader, which must read them or refuse them in one line that gives the reason.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mariani::fuzz {

// A folder of this process's own, used as its home. Removed when the process ends.
class Home {
  public:
    Home() {
        std::string name =
            (std::filesystem::temp_directory_path() / "mariani-fuzz-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) std::abort();
        folder_ = name;
        for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            setenv(variable, folder_.c_str(), 1);
    }
    ~Home() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Home(const Home&) = delete;
    Home& operator=(const Home&) = delete;

    // Writes the bytes to a file here, replacing all of its contents.
    std::filesystem::path put(std::string_view name, std::string_view bytes) const {
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            std::filesystem::remove_all(entry);
        const auto path = folder_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

  private:
    std::filesystem::path folder_;
};

inline const Home& home() {
    static const Home folder;
    return folder;
}

// Calls a reader. It may throw refusals only: any other exception is a fault, like a
// crash.
template <typename Reader>
void read_or_reject(const Reader& reader) {
    try {
        reader();
    } catch (const std::runtime_error& error) {
        if (*error.what() == '\0') std::abort();
    } catch (const std::invalid_argument& error) {
        if (*error.what() == '\0') std::abort();
    }
}

// What was read means the same after it is written and read again.
inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace mariani::fuzz

// Followed by a block that uses `text`, the bytes.
#define MARIANI_FUZZ_TARGET                                                              \
    static void fuzz_one(std::string_view text);                                         \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) { \
        fuzz_one({reinterpret_cast<const char*>(bytes), size});                          \
        return 0;                                                                        \
    }                                                                                    \
    static void fuzz_one([[maybe_unused]] std::string_view text)

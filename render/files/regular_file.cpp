#include "render/files/regular_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::render {

namespace fs = std::filesystem;
namespace {

[[noreturn]] void reject_reading(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why));
}

void check_kind(const fs::path& path, mode_t mode) {
    if (S_ISDIR(mode)) reject_reading(path, "it is a folder, not a regular file");
    if (!S_ISREG(mode)) reject_reading(path, "it is not a regular file");
}

// Opening a device may have side effects, and opening a pipe wakes up its writer: both are refused
// before, and checked again afterwards in case one has replaced the file meanwhile.
int opened(const fs::path& path, struct stat& status) {
    if (stat(path.c_str(), &status) == 0) {
        check_kind(path, status.st_mode);
        const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (descriptor >= 0) return descriptor;
    }
    if (errno == ENOENT) reject_reading(path, "there is no such file");
    reject_reading(path, std::generic_category().message(errno));
}

enum class ByteOrder { little, big };

// The order of bytes of UTF-16; nothing for any other text.
std::optional<ByteOrder> order_of(std::string_view text) {
    if (text.starts_with("\xFF\xFE")) return ByteOrder::little;
    if (text.starts_with("\xFE\xFF")) return ByteOrder::big;
    if (text.size() < 4) return std::nullopt;
    const bool letters = text[0] != 0 || text[1] != 0;
    if (letters && text[1] == 0 && text[3] == 0) return ByteOrder::little;
    if (letters && text[0] == 0 && text[2] == 0) return ByteOrder::big;
    return std::nullopt;
}

void append_utf8(std::string& to, std::uint32_t letter) {
    if (letter < 0x80) {
        to += static_cast<char>(letter);
        return;
    }
    const int following = letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
    const std::uint32_t mark = 0xFF00U >> (following + 1) & 0xFF;
    to += static_cast<char>(mark | letter >> 6 * following);
    for (int i = following - 1; i >= 0; --i)
        to += static_cast<char>(0x80 | (letter >> 6 * i & 0x3F));
}

// Units that are no half of a pair stand for letters that are no text: U+FFFD.
std::string from_utf16(std::string_view text, ByteOrder order) {
    constexpr std::uint32_t unknown = 0xFFFD, byte_order_mark = 0xFEFF;
    const auto unit = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(text[at]),
                   second = static_cast<unsigned char>(text[at + 1]);
        return static_cast<std::uint32_t>(order == ByteOrder::little ? first | second << 8
                                                                     : first << 8 | second);
    };
    const auto is_half = [](std::uint32_t value) { return (value & 0xF800) == 0xD800; };
    std::string utf8;
    for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
        std::uint32_t letter = unit(at);
        if (letter == byte_order_mark && at == 0) continue;
        const std::uint32_t next = at + 3 < text.size() ? unit(at + 2) : 0;
        if ((letter & 0xFC00) == 0xD800 && (next & 0xFC00) == 0xDC00) {
            letter = 0x10000 + ((letter & 0x3FF) << 10 | (next & 0x3FF));
            at += 2;
        }
        append_utf8(utf8, is_half(letter) ? unknown : letter);
    }
    return utf8;
}

// UTF-8 without its mark and what follows an end mark of DOS; every line ends in \n.
std::string plain(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    constexpr char end_of_dos = '\x1A';
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text = text.substr(0, text.find(end_of_dos));
    std::string lines;
    lines.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool ends_later = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!ends_later) lines += text[i] == '\r' ? '\n' : text[i];
    }
    return lines;
}

}  // namespace

RegularFile::RegularFile(fs::path path, std::int64_t max_bytes)
    : path_(std::move(path)), max_bytes_(max_bytes) {
    struct stat status {};
    descriptor_ = opened(path_, status);
    try {
        if (fstat(descriptor_, &status) != 0)
            reject_reading(path_, std::generic_category().message(errno));
        check_kind(path_, status.st_mode);
        size_ = status.st_size;
        if (size_ > max_bytes_) reject_size();
    } catch (...) {
        close(descriptor_);
        throw;
    }
}

RegularFile::~RegularFile() {
    close(descriptor_);
}

void RegularFile::reject_size() const {
    throw FileTooLarge(
        fmt::format("cannot read {}: it is larger than the {} that such a file may have",
                    path_.string(), bytes_text(max_bytes_)));
}

std::size_t RegularFile::read(std::span<std::byte> bytes) {
    std::size_t count = 0;
    while (count < bytes.size()) {
        const auto got = ::read(descriptor_, bytes.data() + count, bytes.size() - count);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) reject_reading(path_, std::generic_category().message(errno));
        if (got == 0) break;
        count += static_cast<std::size_t>(got);
        read_bytes_ += got;
        if (read_bytes_ > max_bytes_) reject_size();
    }
    return count;
}

std::size_t RegularFile::read_at(std::int64_t offset, std::span<std::byte> bytes) const {
    std::size_t count = 0;
    while (count < bytes.size()) {
        const auto got = pread(descriptor_, bytes.data() + count, bytes.size() - count,
                               offset + static_cast<std::int64_t>(count));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) reject_reading(path_, std::generic_category().message(errno));
        if (got == 0) break;
        count += static_cast<std::size_t>(got);
    }
    return count;
}

std::string read_whole_file(const fs::path& path, std::int64_t max_bytes) {
    RegularFile file(path, max_bytes);
    // Kernel files report no size, and others may grow: read until nothing is left.
    std::string text;
    for (std::size_t wanted = static_cast<std::size_t>(file.size()) + 1;; wanted = 1u << 16) {
        const std::size_t before = text.size();
        text.resize(before + wanted);
        const std::size_t count =
            file.read(std::as_writable_bytes(std::span(text).subspan(before)));
        text.resize(before + count);
        if (count < wanted) return text;
    }
}

std::string bytes_text(std::int64_t bytes) {
    constexpr std::pair<int, std::string_view> units[] = {{30, "GiB"}, {20, "MiB"}, {10, "KiB"}};
    for (const auto& [shift, unit] : units)
        if (bytes > 0 && bytes % (std::int64_t{1} << shift) == 0)
            return fmt::format("{} {}", bytes >> shift, unit);
    return fmt::format("{} bytes", bytes);
}

bool is_utf16(std::string_view text) {
    return order_of(text).has_value();
}

std::string plain_lines(std::string_view text) {
    if (const auto order = order_of(text)) return plain(from_utf16(text, *order));
    return plain(text);
}

}  // namespace mariani::render

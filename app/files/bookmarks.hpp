// Named views: those that come with the program and the user's own.
#pragma once

#include "compute/model/view.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

struct Bookmark {
    std::string name;   // as typed for --view; shipped ones are lower-case words
    std::string title;  // one line for people; the name where a user made it
    View view;
    std::uint32_t dwell_limit = 512;
    bool shipped = false;  // cannot be removed or renamed
    bool operator==(const Bookmark&) const = default;
};

// Shipped bookmarks first, `paper` the first of all. Every edit is made to the file as it is then,
// and written at once, so that no instance of the program loses what another one added. One thread.
class Bookmarks {
  public:
    // Reads assets/views/*.toml and the user's bookmarks.toml. Throws std::runtime_error when the
    // shipped ones are missing or damaged; a damaged file of the user's is kept aside and told in
    // messages().
    Bookmarks();

    const std::vector<Bookmark>& all() const { return all_; }
    const Bookmark* find(std::string_view name) const;  // null when there is none
    const std::vector<std::string>& messages() const { return messages_; }

    // Each throws std::invalid_argument when the name may not be (empty, longer than 100 bytes,
    // control characters, taken, or not one of the user's own), std::runtime_error when the file
    // cannot be written; then nothing has changed.
    void add(const std::string& name, const View& view, std::uint32_t dwell_limit);
    void remove(const std::string& name);
    void rename(const std::string& from, const std::string& to);

  private:
    void keep_damaged(std::string_view why);
    // Reads the user's anew, edits all and writes the user's, with other instances kept out.
    void change(const std::function<void(std::vector<Bookmark>&)>& edit);

    std::vector<Bookmark> all_;
    std::vector<std::string> messages_;
};

}  // namespace mariani::app

// Named views: those shipped with the program and the user's own.
#pragma once

#include "compute/model/view.hpp"
#include "render/picture/colouring.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

struct Bookmark {
    std::string name;   // as typed for --view; shipped ones are lower-case words
    std::string title;  // one line for people; the name itself for a user's own
    View view;
    std::uint32_t dwell_limit = 512;
    bool shipped = false;                             // cannot be removed or renamed
    std::optional<render::Colouring> colouring = {};  // none: it is shown in those in use
    bool operator==(const Bookmark&) const = default;
};

// What can be put back where it was.
struct RemovedBookmark {
    Bookmark bookmark;
    std::size_t place = 0;  // among all
};

// The colours as a bookmark has them in its file.
std::string colouring_text(const render::Colouring& colouring);

// Shipped bookmarks first, starting with `paper`. Every edit applies to the file's current contents
// and is written at once, so that no instance loses another's additions. One thread.
class Bookmarks {
  public:
    // Reads assets/views/*.toml and the user's bookmarks.toml. Throws std::runtime_error if the
    // shipped ones are missing or damaged; a damaged file of the user's is kept aside and reported
    // in messages().
    Bookmarks();

    const std::vector<Bookmark>& all() const { return all_; }
    const Bookmark* find(std::string_view name) const;  // null if there is none
    const std::vector<std::string>& messages() const { return messages_; }

    // Each throws std::invalid_argument if the name is not allowed (empty, longer than 100 bytes,
    // control characters, taken, or not one of the user's own), std::runtime_error if the file
    // cannot be written; then nothing has changed.
    void add(const std::string& name, const View& view, std::uint32_t dwell_limit,
             const std::optional<render::Colouring>& colouring = {});
    RemovedBookmark remove(const std::string& name);
    void put_back(const RemovedBookmark& removed);
    void rename(const std::string& from, const std::string& to);

  private:
    // Rereads the user's, edits all and writes the user's, with other instances locked out.
    void change(const std::function<void(std::vector<Bookmark>&)>& edit);

    std::vector<Bookmark> all_;
    std::vector<std::string> messages_;
};

}  // namespace mariani::app

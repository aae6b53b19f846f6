// Where the user has been: views that were on screen for a while, and pictures that were opened.
#pragma once

#include "compute/model/view.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct VisitedView {
    View view;
    std::uint32_t dwell_limit = 512;
    bool operator==(const VisitedView&) const = default;
};

// Both newest first, without repetitions.
struct RecentLists {
    std::vector<VisitedView> views;
    std::vector<std::string> files;  // absolute paths
    bool operator==(const RecentLists&) const = default;
};

// The user's recent.toml. Every change applies to the file's current contents and is written at
// once, so that no instance loses what another has added. One thread.
class Recent {
  public:
    static constexpr std::size_t most_views = 20, most_files = 10;

    // A damaged file is kept aside and reported in messages().
    Recent();

    const RecentLists& lists() const { return lists_; }
    const std::vector<std::string>& messages() const { return messages_; }

    // To the front, one view in another's place; what is too old is left out. A path that cannot be
    // kept (control characters, or too long) is not. Each throws std::runtime_error if the file
    // cannot be written; then nothing has changed.
    void visited(const VisitedView& view, const std::optional<VisitedView>& instead_of = {});
    void opened(const std::string& path);
    void forget();  // all of it

  private:
    void change(const std::function<void(RecentLists&)>& edit);

    RecentLists lists_;
    std::vector<std::string> messages_;
};

}  // namespace mariani::app

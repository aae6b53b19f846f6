// The bookmarks with their thumbnails, which are computed while the program is idle.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/files/bookmarks.hpp"
#include "app/panels/observations.hpp"
#include "render/gl/texture.hpp"
#include "render/picture/image.hpp"
#include "render/picture/palette.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

// Main thread, with the window's GL context. Thumbnails are kept in the user's cache folder; if it
// is not writable they are recomputed each time.
class BookmarkThumbnails {
  public:
    // `wake` is called on its thread when a thumbnail can be taken. Bookmarks without colours of
    // their own have the default ones.
    BookmarkThumbnails(render::PaletteLibrary& palettes, EngineDispatcher engines,
                       std::function<void()> wake);

    Bookmarks& bookmarks() { return bookmarks_; }

    // All bookmarks, the user's own first, with the thumbnails available so far.
    std::vector<BookmarkView> list() const;

    // Takes a step towards the next missing thumbnail. It computes only while the window is idle,
    // and stops at once when that ends. Returns whether list() has changed.
    bool advance(bool idle);
    bool complete() const { return !next_missing(); }  // no thumbnail is missing

  private:
    std::string key_of(const Bookmark& bookmark) const;
    const Bookmark* next_missing() const;
    void take(const FrameOutcome& outcome);
    void show(const std::string& key, const render::Image& image);
    bool load(const std::string& key);
    std::filesystem::path file(const std::string& key) const;

    Bookmarks bookmarks_;
    render::PaletteLibrary& palettes_;
    std::filesystem::path folder_;                         // empty if there is none
    std::map<std::string, render::gl::Texture> textures_;  // by what they show
    std::set<std::string> failed_;
    // By a bookmark's name: its colours, and their text, which takes a while to write.
    mutable std::map<std::string, std::pair<std::optional<render::Colouring>, std::string>>
        colours_;
    std::optional<Bookmark> asked_;  // whose thumbnail was asked for last
    bool computing_ = false;
    FrameWorker worker_;
};

}  // namespace mariani::app

// The bookmarks with their thumbnails, which are computed while nothing else is.
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
#include <vector>

namespace mariani::app {

// Main thread, with the window's GL context. Thumbnails are kept in the user's cache folder; where
// that cannot be written they are computed anew each time.
class BookmarkShelf {
  public:
    // `wake` is called on the shelf's thread when a thumbnail is ready to be taken. The palette is
    // that of all thumbnails.
    BookmarkShelf(render::Palette palette, EngineDispatcher engines, std::function<void()> wake);

    Bookmarks& bookmarks() { return bookmarks_; }

    // All bookmarks, with the thumbnails that are there.
    std::vector<BookmarkView> list() const;

    // Takes a step towards the next missing thumbnail; only while the window is idle does it
    // compute, and it stops at once when it no longer is. True when list() has changed.
    bool advance(bool idle);
    bool complete() const { return !next_missing(); }  // no thumbnail is missing

  private:
    const Bookmark* next_missing() const;
    void take(const FrameOutcome& outcome);
    void show(const std::string& key, const render::Image& image);
    bool load(const std::string& key);
    std::filesystem::path file(const std::string& key) const;

    Bookmarks bookmarks_;
    render::Palette palette_;
    std::filesystem::path folder_;                         // empty: there is none
    std::map<std::string, render::gl::Texture> textures_;  // by view and dwell limit
    std::set<std::string> failed_;
    std::optional<FrameRequest> asked_;  // for; the last one
    bool computing_ = false;
    FrameWorker worker_;
};

}  // namespace mariani::app

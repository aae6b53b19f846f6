// The bookmarks' thumbnails, read back from GL, compared with small pictures of their views.
#include "app/window/bookmark_thumbnails.hpp"

#include "compute/service/dwell_access.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/picture.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/png_chunks.hpp"
#include "tests/render/scene.hpp"

#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>

#include <glad/gl.h>

namespace mariani::app {
namespace {

constexpr ImageSize small{240, 150};

class BookmarkThumbnailsTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();  // first: GL has a cache too
        for (const char* name : {"XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"})
            setenv(name, (folder_ / name).c_str(), 1);
    }

    // Runs until no thumbnail is missing.
    std::vector<BookmarkView> with_thumbnails() {
        BookmarkThumbnails& thumbnails = thumbnails_.emplace(palettes_, EngineDispatcher(), [this] {
            const std::scoped_lock lock(mutex_);
            ++ready_;
            woken_.notify_all();
        });
        if (thumbnails.bookmarks().find("mine") == nullptr)
            thumbnails.bookmarks().add("mine", {{-1.25, 0.02}, 0.05}, 37);
        if (thumbnails.bookmarks().find("mine, deeper") == nullptr)
            thumbnails.bookmarks().add("mine, deeper", {{-1.25, 0.02}, 0.05}, 900);
        for (const char* palette : {"viridis", "gone"})
            if (thumbnails.bookmarks().find(palette) == nullptr)
                thumbnails.bookmarks().add(palette, {{-1.25, 0.02}, 0.05}, 37,
                                           coloured_by(palette));
        const auto bookmarks = thumbnails.list().size();
        std::size_t steps = 0;  // those that changed the list: one per bookmark
        int taken = 0;
        while (!thumbnails.complete() && steps <= bookmarks) {
            const bool changed = thumbnails.advance(true);
            steps += changed;
            if (changed || thumbnails.complete()) continue;
            std::unique_lock lock(mutex_);
            woken_.wait(lock, [&] { return ready_ > taken; });
            taken = ready_;
        }
        return thumbnails.list();
    }

    static render::Colouring coloured_by(const std::string& palette) {
        render::Colouring colouring;
        colouring.palette = palette;
        colouring.offset = 0.25;
        return colouring;
    }

    // The mean of 2 x 2 computed pixels for each pixel; of a deep view one pixel of a preview.
    std::vector<std::uint8_t> picture_of(const BookmarkView& bookmark) {
        FrameRequest request;
        request.view = bookmark.view;
        const int step = bookmark.view.height < 1e-14 ? 1 : 2;
        request.image = {step * small.width, step * small.height};
        request.quality = Quality::preview;
        request.part = whole(request.image);
        request.dwell_limit = bookmark.dwell_limit;
        EngineDispatcher dispatcher;
        FrameProgress progress;
        const auto frame = dispatcher.compute(request, {}, progress);
        const auto colouring =
            bookmark.name == "viridis" ? coloured_by("viridis") : render::Colouring{};
        const auto large = render::draw_picture(
            frame->dwells.host<std::uint32_t>(), frame->fractions.host<float>(),
            render::ColourMap(colouring, palettes_.get(colouring.palette), bookmark.dwell_limit,
                              summarise(frame->dwells, bookmark.dwell_limit)));
        std::vector<std::uint8_t> bytes;
        for (int y = 0; y < small.height; ++y)
            for (int x = 0; x < small.width; ++x) {
                const int left = step * x, top = step * y, more = step - 1;
                const auto a = large.at(left, top), b = large.at(left + more, top),
                           c = large.at(left, top + more), d = large.at(left + more, top + more);
                for (const int sum :
                     {a.r + b.r + c.r + d.r, a.g + b.g + c.g + d.g, a.b + b.b + c.b + d.b})
                    bytes.push_back(static_cast<std::uint8_t>(sum / 4));
            }
        return bytes;
    }
    static std::vector<std::uint8_t> pixels_of(unsigned int texture) {
        std::vector<std::uint8_t> bytes(3u * 240 * 150);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glGetTextureImage(texture, 0, GL_RGB, GL_UNSIGNED_BYTE, static_cast<GLsizei>(bytes.size()),
                          bytes.data());
        return bytes;
    }

    test::TemporaryFolder folder_;
    render::PaletteLibrary palettes_{test::source_folder("assets/palettes")};
    std::mutex mutex_;
    std::condition_variable woken_;
    int ready_ = 0;
    std::optional<BookmarkThumbnails> thumbnails_;
};

TEST_F(BookmarkThumbnailsTest, EachThumbnailShowsItsOwnViewComputedOrKept) {
    for (const char* round : {"computed", "from the cache"}) {
        const auto bookmarks = with_thumbnails();
        std::set<unsigned int> textures;
        for (const auto& bookmark : bookmarks) {
            ASSERT_NE(bookmark.thumbnail, 0u) << bookmark.name;
            textures.insert(bookmark.thumbnail);
            EXPECT_TRUE(pixels_of(bookmark.thumbnail) == picture_of(bookmark))
                << bookmark.name << ", " << round;
        }
        EXPECT_EQ(textures.size(), bookmarks.size());
        EXPECT_GT(bookmarks.size(), 5u);
    }
    EXPECT_GT(ready_, 0);
}

std::int64_t peak_memory() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return std::int64_t{used.ru_maxrss} * 1024;
}

TEST_F(BookmarkThumbnailsTest, WhatIsNoThumbnailIsComputedAnewAndTakesNoMemory) {
    namespace fs = std::filesystem;
    with_thumbnails();
    const std::string pictures[] = {
        test::png_with_a_text_of_two_gigabytes(), test::png_of_growing_texts(),
        test::png_start(60'000, 60'000) + test::png_chunk("IDAT", ""), "no picture"};
    int number = 0;
    for (const auto& entry :
         fs::directory_iterator(folder_ / "XDG_CACHE_HOME/mariani/thumbnails")) {
        const fs::path file = entry.path();
        fs::remove(file);
        const auto kind = static_cast<std::size_t>(number++) % 6;
        if (kind < 4)
            std::ofstream(file, std::ios::binary) << pictures[kind];
        else if (kind == 4)
            ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
        else
            fs::create_symlink("/dev/zero", file);
    }
    EXPECT_GE(number, 6);
    const std::int64_t before = peak_memory();
    for (const auto& bookmark : with_thumbnails())
        EXPECT_TRUE(pixels_of(bookmark.thumbnail) == picture_of(bookmark)) << bookmark.name;
    EXPECT_LT(peak_memory() - before, std::int64_t{256} << 20);
}

TEST_F(BookmarkThumbnailsTest, TheListHasEachBookmarkAsItIsKept) {
    const auto bookmarks = with_thumbnails();
    const auto find = [&](std::string_view name) {
        return *std::ranges::find(bookmarks, name, &BookmarkView::name);
    };
    EXPECT_EQ(find("mine").view, (View{{-1.25, 0.02}, 0.05}));
    EXPECT_EQ(find("mine").dwell_limit, 37u);
    EXPECT_FALSE(find("mine").shipped);
    EXPECT_EQ(find("paper").view, (View{{-0.5, 0}, 2}));
    EXPECT_EQ(find("paper").dwell_limit, 512u);
    EXPECT_TRUE(find("paper").shipped);
    EXPECT_FALSE(find("paper").title.empty());
}

}  // namespace
}  // namespace mariani::app

// Memory runs out while text or a picture is read or written: the result is complete, or an
// exception. And while threads are started: afterwards others can be, or the program has ended.
#include "app/files/settings_text.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/racer.hpp"
#include "app/panels/imgui_memory.hpp"
#include "app/settings/failure.hpp"
#include "compute/cpu/tasks.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <gtest/gtest.h>
#include <imgui.h>

namespace {

long left = -1;  // allocations until one fails; negative: none does

bool fails() {
    return left > 0 && --left == 0;
}

}  // namespace

#ifdef C_ALLOCATIONS_FAIL
extern "C" {
void* __libc_malloc(std::size_t size);
void* malloc(std::size_t size) {
    return fails() ? nullptr : __libc_malloc(size);
}
}
#else
void* __libc_malloc(std::size_t size) {
    return std::malloc(size);
}
#endif

void* operator new(std::size_t size) {
    if (fails()) throw std::bad_alloc();
    if (void* memory = __libc_malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace mariani::app {
namespace {

enum Outcome { right, refused_or_ended, wrong, past_the_end };

// In a process of its own: some libraries abort it.
Outcome outcome_of(long number, const auto& result_is_right) {
    const pid_t child = fork();
    if (child == 0) {
        end_with_notice_on_terminate();
        alarm(30);  // ends an endless wait
        if (freopen("/dev/null", "w", stderr) == nullptr) _exit(wrong);
        try {
            left = number;
            const bool right_then = result_is_right();
            _exit(!right_then ? wrong : left > 0 ? past_the_end : right);
        } catch (const std::exception&) {
            _exit(refused_or_ended);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    return WIFEXITED(status) ? static_cast<Outcome>(WEXITSTATUS(status)) : wrong;
}

void expect_all_or_nothing(const auto& result_is_right) {
    int refused = 0;
    for (long number = 1;; ++number) {
        const Outcome outcome = outcome_of(number, result_is_right);
        ASSERT_NE(outcome, wrong) << "allocation " << number;
        refused += outcome == refused_or_ended;
        if (outcome == past_the_end) break;
    }
    EXPECT_GT(refused, 0);
}

TEST(MemoryTest, SettingsAreWrittenWholeOrNotAtAll) {
    Settings settings;
    settings.view.height = 0.1234567890123;
    expect_all_or_nothing([&] {
        const std::string text = settings_to_toml(settings);
        const long rest = std::exchange(left, -1);
        const bool same = settings_from_toml(text) == settings;
        left = rest;
        return same;
    });
}

TEST(MemoryTest, SettingsAreNotTakenForDamaged) {
    Settings settings;
    settings.view.height = 0.1234567890123;
    const std::string text = settings_to_toml(settings);
    expect_all_or_nothing([&] { return settings_from_toml(text) == settings; });
}

TEST(MemoryTest, ARacerIsReadWhole) {
    const std::string text = "ask-mbr,g=8,r=4,B=16,block=64x4,backend=cpu";
    const Racer racer = parse_racer(text);
    expect_all_or_nothing([&] { return parse_racer(text) == racer; });
}

TEST(MemoryTest, APictureIsReadWhole) {
    const auto path = std::filesystem::temp_directory_path() /
                      ("mariani-memory-test-" + std::to_string(getpid()) + ".png");
    const render::Image image({3, 2}, render::PixelFormat::rgb);
    render::write_png(path, image);
    expect_all_or_nothing([&] {
        return std::ranges::equal(render::read_png(path, {9, 9}).bytes(), image.bytes());
    });
    std::filesystem::remove(path);
}

// Dear ImGui is not left half done: it has a reserve, and its use is noticed afterwards.
TEST(MemoryTest, WhatImGuiDrawsIsWhole) {
    const auto drawn = [] {
        secure_imgui_memory();
        ImFontAtlas atlas;
        atlas.TexDesiredFormat = ImTextureFormat_Alpha8;
        atlas.RendererHasTextures = true;
        ImFontBaked* glyphs = atlas.AddFontDefaultVector()->GetFontBaked(18);
        for (const char letter : std::string_view("reserve")) glyphs->FindGlyph(ImWchar(letter));
        const std::span pixels(atlas.TexData->Pixels, std::size_t(atlas.TexData->GetSizeInBytes()));
        return std::accumulate(pixels.begin(), pixels.end(), 0);
    };
    const int expected = drawn();
    int mended = 0;
    for (long number = 1;; ++number) {
        const Outcome outcome = outcome_of(number, [&] {
            const bool whole = drawn() == expected;
            const bool failed = left == 0;
            return whole && failure_of(check_imgui_memory).has_value() == failed &&
                   !failure_of(check_imgui_memory);
        });
        ASSERT_NE(outcome, wrong) << "allocation " << number;
        mended += outcome == right;
        if (outcome == past_the_end) break;
    }
#ifdef C_ALLOCATIONS_FAIL
    EXPECT_GT(mended, 0);
#endif
}

TEST(MemoryTest, AThreadPoolWorksAfterOneThatFailed) {
    const auto sum = [] {
        std::int64_t of = 0;
        cpu::ThreadPool(1).for_each(5, [&](std::int64_t i) { of += i; });
        return of;
    };
    expect_all_or_nothing([&] {
        try {
            sum();
        } catch (const std::bad_alloc&) {
        }
        return sum() == 10;
    });
}

}  // namespace
}  // namespace mariani::app

// Frames that stay on the GPU and the same frames copied through host memory: all pixels are equal.
#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/picture_view.hpp"
#include "render/interop/bridge.hpp"
#include "render/interop/texture_pool.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/picture.hpp"
#include "tests/interop/gl_window.hpp"

#include <filesystem>
#include <random>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

namespace mariani::render {
namespace {

constexpr std::uint32_t limit = 700;

class OnCudaAndGl : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
        if (!test::why_no_gl_window().empty()) GTEST_SKIP() << test::why_no_gl_window();
    }

    static Frame frame_of(ImageSize size, const View& view = {{-0.5, 0}, 2}, bool smooth = false,
                          std::uint32_t dwell_limit = limit) {
        static EngineDispatcher dispatcher;
        FrameRequest request;
        request.view = view;
        request.image = size;
        request.part = whole(size);
        request.dwell_limit = dwell_limit;
        request.engine = EngineKind::ask;
        request.backend = Backend::cuda;
        request.smooth = smooth;
        FrameProgress progress;
        return *dispatcher.compute(request, {}, progress);
    }

    static void expect_no_error_left() {
        EXPECT_EQ(cudaGetErrorName(cudaPeekAtLastError()), cudaGetErrorName(cudaSuccess));
        EXPECT_NO_THROW(host_copy(frame_of({64, 64}).dwells));
    }
};

// A window on the GPU that the engines use.
class Interop : public OnCudaAndGl {
  protected:
    void SetUp() override {
        OnCudaAndGl::SetUp();
        if (IsSkipped()) return;
        const interop::Support support = interop::query_support();
        if (!support.device) GTEST_SKIP() << support.reason;
        bridge_ = std::make_shared<interop::Bridge>(*support.device);
        const std::filesystem::path source(MARIANI_SOURCE);
        view_.emplace(source / "shaders");
        palettes_.emplace(source / "assets/palettes");
        shared_.emplace(bridge_);
        uploaded_.emplace();
    }

    Image draw(DwellTexture& texture, const Frame& frame, Mapping mapping) {
        Colouring colouring;
        colouring.mapping = mapping;
        colouring.smooth = static_cast<bool>(frame.fractions);
        const ColourMap colours(colouring, palettes_->get(colouring.palette), limit,
                                summarise(frame.dwells, limit));
        const PixelRect part = frame.dwells.extent();
        const gl::Framebuffer target({part.width, part.height});
        target.bind();
        view_->draw(texture, colours, {}, {0, 0, part.width, part.height});
        return read_pixels({0, 0, part.width, part.height});
    }

    static void show(DwellTexture& texture, const Frame& frame) {
        texture.show(frame.dwells, frame.fractions);
    }

    void expect_same_picture(const Frame& frame, Mapping mapping = Mapping::stretched) {
        Frame on_host = frame;
        copy_to_host(on_host);
        ASSERT_FALSE(frame.dwells.on_host());
        ASSERT_TRUE(on_host.dwells.on_host());
        show(*shared_, frame);
        show(*uploaded_, on_host);
        const Image ours = draw(*shared_, frame, mapping);
        const Image theirs = draw(*uploaded_, on_host, mapping);
        ASSERT_EQ(ours.size(), theirs.size());
        std::size_t different = 0;
        for (std::size_t i = 0; i < ours.bytes().size(); ++i)
            different += ours.bytes()[i] != theirs.bytes()[i];
        EXPECT_EQ(different, 0U) << "bytes of the picture differ";
    }

    std::shared_ptr<interop::Bridge> bridge_;
    std::optional<PictureView> view_;
    std::optional<PaletteLibrary> palettes_;
    std::optional<DwellTexture> shared_;
    std::optional<DwellTexture> uploaded_;
};

TEST_F(Interop, ShowsTheSamePictureAsThroughMainMemory) {
    const View seahorse{{-0.745, 0.113}, 0.02};
    for (const bool smooth : {false, true})
        for (const Mapping mapping : {Mapping::cyclic, Mapping::stretched, Mapping::equalised})
            for (const ImageSize size :
                 {ImageSize{3840, 2160}, {333, 77}, {1, 1}, {1, 900}, {6, 1}}) {
                SCOPED_TRACE(std::to_string(size.width) + "x" + std::to_string(size.height));
                expect_same_picture(frame_of(size, seahorse, smooth), mapping);
            }
}

TEST_F(Interop, ShowsTheWorkAndHowPixelsCameByTheirDwells) {
    FrameRequest request;
    request.view = {{-0.745, 0.113}, 0.02};
    request.image = {333, 277};
    request.part = whole(request.image);
    request.dwell_limit = limit;
    request.engine = EngineKind::ask;
    request.backend = Backend::cuda;
    request.keep_regions = request.count_work = true;
    FrameProgress progress;
    const auto frame = EngineDispatcher().compute(request, {}, progress);
    const Field work = host_copy(frame->work);
    const RegionMap map = frame->regions->map(request.image);
    RegionMap on_host = map;
    copy_to_host(on_host);
    const auto drawn = [&](const ColourMap& colours) {
        const gl::Framebuffer target(request.image);
        target.bind();
        view_->draw(*shared_, colours, {}, {0, 0, 333, 277});
        return read_pixels({0, 0, 333, 277});
    };
    ASSERT_FALSE(frame->work.on_host());
    ASSERT_FALSE(map.kinds.on_host());
    const ColourMap colours = ColourMap::of_work(palettes_->get("inferno"), 5000);
    shared_->show(frame->work, {});
    EXPECT_EQ(drawn(colours), draw_picture(work.host<std::uint32_t>(), {}, colours));
    shared_->show(map);
    for (const ColourMap& legend : {ColourMap::of_levels(), ColourMap::of_outcomes()})
        EXPECT_EQ(drawn(legend), draw_origins(on_host, 0, 277, legend));
}

TEST_F(Interop, ShowsEverySizeInAnyOrder) {
    std::mt19937 random{7};
    std::uniform_int_distribution side(1, 900);
    for (int i = 0; i < 80; ++i) {
        const ImageSize size{side(random), side(random)};
        const Frame frame = frame_of(size, {{-0.5, 0}, 2}, i % 3 == 0);
        if (i % 2 == 0)
            expect_same_picture(frame);
        else
            show(*shared_, frame);
    }
    expect_no_error_left();
}

TEST_F(Interop, ShowsDwellsOf2AndOf4BytesByTurns) {
    const View seahorse{{-0.745, 0.113}, 0.02};
    for (const ImageSize size : {ImageSize{640, 360}, {333, 77}, {1, 1}})
        for (const std::uint32_t dwell_limit : {700U, 70'000U, 65'536U, 65'535U, 65'535U, 65'536U})
            for (const bool smooth : {false, true}) {
                SCOPED_TRACE(dwell_limit);
                const Frame frame = frame_of(size, seahorse, smooth, dwell_limit);
                ASSERT_EQ(frame.dwells.type() == ElementType::uint16, dwell_limit < 65536);
                expect_same_picture(frame);
            }
    expect_no_error_left();
}

TEST_F(Interop, ShowsTheLastOfManyFramesInARow) {
    for (int i = 0; i < 40; ++i) show(*shared_, frame_of({640, 360}, {{-0.5, 0}, 2.0 / (i + 1)}));
    expect_same_picture(frame_of({640, 360}));
}

TEST_F(Interop, ShowsFramesOfTheHostAndOfTheDeviceByTurns) {
    for (int i = 0; i < 6; ++i) {
        Frame frame = frame_of({320, 200 + i});
        expect_same_picture(frame);
        copy_to_host(frame);
        show(*shared_, frame);
        const Image ours = draw(*shared_, frame, Mapping::stretched);
        const Image theirs = draw(*uploaded_, frame, Mapping::stretched);
        EXPECT_TRUE(std::ranges::equal(ours.bytes(), theirs.bytes()));
    }
}

TEST_F(Interop, LetsGoOfAFrameOnceItIsRead) {
    Field dwells = frame_of({640, 360}).dwells;
    const std::weak_ptr<const void> watched = dwells.values();
    shared_->show(dwells, {});
    dwells = {};
    EXPECT_FALSE(watched.expired()) << "the device may still be reading it";
    cudaDeviceSynchronize();
    show(*shared_, frame_of({640, 360}));
    EXPECT_TRUE(watched.expired());
}

TEST_F(Interop, AnswersForOnePixel) {
    const Field dwells = frame_of({97, 61}, {{-0.5, 0}, 2}, true).dwells;
    const Field on_host = host_copy(dwells);
    for (int y = 0; y < 61; y += 7)
        for (int x = 0; x < 97; x += 5) EXPECT_EQ(value_at(dwells, x, y), value_at(on_host, x, y));
}

TEST_F(Interop, LeavesNoErrorBehindWhereATextureCannotBeShared) {
    EXPECT_THROW(interop::SharedTexture({64, 64}, GL_DEPTH_COMPONENT32F, bridge_->device()),
                 interop::Error);
    expect_no_error_left();
    expect_same_picture(frame_of({64, 64}));
}

TEST_F(Interop, RefusesDwellsOfADeviceThatDoesNotDrawTheWindow) {
    const Frame frame = frame_of({64, 64});
    EXPECT_THROW(show(*uploaded_, frame), std::runtime_error) << "it has no bridge";
    const Field elsewhere({0, 0, 64, 64}, std::make_shared<std::uint32_t[]>(64 * 64),
                          {MemoryKind::cuda, bridge_->device() + 1});
    EXPECT_THROW(shared_->show(elsewhere, {}), std::runtime_error);
    expect_same_picture(frame);
}

// Drawn by a processor, or by another vendor's GPU.
TEST_F(OnCudaAndGl, SaysWhyAWindowCannotShareAndLeavesNoErrorBehind) {
    const interop::Support support = interop::query_support();
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    EXPECT_NE(support.reason.find(renderer), std::string::npos) << support.reason;
    expect_no_error_left();
    if (support.device) GTEST_SKIP() << "it can: " << support.reason;
    EXPECT_NE(support.reason.find("no CUDA device draws it"), std::string::npos) << support.reason;
    EXPECT_THROW(interop::SharedTexture({16, 16}, GL_R32UI, 0), interop::Error);
    expect_no_error_left();
}

}  // namespace
}  // namespace mariani::render

// Tiles of dwells in layers of one texture, and what draws them in colour.
#pragma once

#include "render/gl/buffer.hpp"
#include "render/gl/data_texture.hpp"
#include "render/gl/draw_state.hpp"
#include "render/gl/handle.hpp"
#include "render/gl/program.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/viewport.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include <glm/vec2.hpp>

namespace mariani::render {

// A tile as it is drawn.
struct PlacedTile {
    // Edges in the viewport's pixels, from its top left corner.
    double left = 0, top = 0, right = 0, bottom = 0;
    // From the viewport's pixels to the tile's.
    Placement placement;
    std::optional<std::uint32_t> uniform;  // the one value of all its pixels; else they are in
    int layer = 0;                         // this layer
    ImageSize size;                        // of the tile; at most `side` squared
};

// Main thread, with the GL context.
class TileAtlas {
  public:
    static constexpr int side = 256;

    // Layers for tiles of uint16 or uint32: at most `layers`, fewer if the driver has no more.
    // `smooth`: their values are those of compute/model/smooth_value.hpp, else dwells.
    // Throws std::runtime_error if a shader is missing or does not compile, and where the driver
    // lacks what this takes.
    TileAtlas(const std::filesystem::path& shaders, ElementType type, int layers,
              bool smooth = false);

    int layers() const { return layers_; }

    // Fills a layer with side squared values, row by row. They are no longer read when it returns.
    void put(int layer, std::span<const std::byte> values);

    // Draws over what is in the viewport, each tile over those before it. `mixed`: a pixel of the
    // screen has the mean of those of the tile that it shows, or what lies between them; else the
    // colour of the nearest one, which Mesa's renderer draws in half the time.
    void draw(std::span<const PlacedTile> tiles, const ColourMap& colours, const Viewport& viewport,
              bool mixed = true);

  private:
    struct TextureTraits {
        static GLuint create();
        static void destroy(GLuint name);
    };

    TexelFormat format_;
    int layers_;
    gl::Program mixed_, nearest_;
    gl::VertexArray nothing_;
    gl::Handle<TextureTraits> texture_;
    gl::Buffer tiles_;
    gl::Buffer table_;
    std::optional<ColourMap> colours_;  // in the table and the programs
};

}  // namespace mariani::render

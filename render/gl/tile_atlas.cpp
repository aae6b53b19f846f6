#include "render/gl/tile_atlas.hpp"

#include "render/gl/check.hpp"
#include "render/gl/picture_view.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace mariani::render {
namespace {

constexpr GLuint tiles_binding = 2;
constexpr GLuint tile_unit = 0;
constexpr auto no_layer = std::numeric_limits<std::uint32_t>::max();

// As shaders/tiles.vert has it.
struct ShaderTile {
    std::array<float, 4> area;
    std::array<float, 2> offset;
    float scale;
    std::uint32_t layer;
    std::uint32_t value;
    std::uint32_t last_column, last_row;
    std::uint32_t unused = 0;
};
static_assert(sizeof(ShaderTile) == 48);

ShaderTile shader_tile(const PlacedTile& tile) {
    const auto [scale, offset] = tile.placement;
    return {{static_cast<float>(tile.left), static_cast<float>(tile.top),
             static_cast<float>(tile.right), static_cast<float>(tile.bottom)},
            {static_cast<float>(offset.x), static_cast<float>(offset.y)},
            static_cast<float>(scale),
            tile.uniform ? no_layer : static_cast<std::uint32_t>(tile.layer),
            tile.uniform.value_or(0),
            static_cast<std::uint32_t>(tile.size.width - 1),
            static_cast<std::uint32_t>(tile.size.height - 1)};
}

int layers_to_have(int wanted) {
    GLint blocks = 0, most = 0;
    glGetIntegerv(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, &blocks);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &most);
    if (blocks < 3)
        throw gl::Error("cannot draw tiles: the driver has no storage blocks for vertex shaders");
    return std::min(wanted, most);
}

}  // namespace

GLuint TileAtlas::TextureTraits::create() {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &name);
    return name;
}

void TileAtlas::TextureTraits::destroy(GLuint name) {
    glDeleteTextures(1, &name);
}

TileAtlas::TileAtlas(const std::filesystem::path& shaders, ElementType type, int layers,
                     bool smooth)
    : format_(type == ElementType::uint16 ? texel_uint16 : texel_uint32),
      layers_(layers_to_have(layers)),
      mixed_(shaders, {"colour.glsl", "tiles.glsl", "tiles.vert", "tiles.frag"}),
      nearest_(shaders, {"colour.glsl", "tiles.glsl", "tiles.vert", "tile_pixels.frag"}),
      texture_(std::in_place) {
    glTextureStorage3D(texture_.name(), 1, format_.internal, side, side, layers_);
    glTextureParameteri(texture_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl::check("make a texture for tiles");
    for (const gl::Program* program : {&mixed_, &nearest_}) {
        program->set("tile_texture", static_cast<GLint>(tile_unit));
        program->set("smooth_values", static_cast<GLuint>(smooth));
    }
}

void TileAtlas::put(int layer, std::span<const std::byte> values) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage3D(texture_.name(), 0, 0, 0, layer, side, side, 1, format_.format,
                        format_.type, values.data());
    gl::check("fill a tile");
}

void TileAtlas::draw(std::span<const PlacedTile> tiles, const ColourMap& colours,
                     const Viewport& viewport, bool mixed) {
    if (tiles.empty()) return;
    nothing_.bind();
    std::vector<ShaderTile> placed(tiles.size());
    std::ranges::transform(tiles, placed.begin(), shader_tile);
    tiles_.set(std::as_bytes(std::span(placed)));
    if (colours_ != colours) {
        table_.set(std::as_bytes(std::span(colours.table())));
        for (const gl::Program* program : {&mixed_, &nearest_})
            set_colours(*program, colours.uniforms());
        colours_ = colours;
    }
    tiles_.bind_storage(tiles_binding);
    table_.bind_storage(table_binding);
    glBindTextureUnit(tile_unit, texture_.name());
    const gl::Program& program = mixed ? mixed_ : nearest_;
    program.set("viewport_corner", glm::vec2(top_left(viewport)));
    program.set("viewport_size", glm::vec2(extent_of(size_of(viewport))));
    program.use();
    prepare_to_draw(viewport, Blending::none);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(placed.size()));
    gl::check("draw tiles");
}

}  // namespace mariani::render

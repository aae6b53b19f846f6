// Antialiasing by supersampling: where the samples of a pixel lie, and the mean of their colours in
// linear light. The shaders (shaders/add_sample.frag, mean_of_samples.frag) take the same steps in
// whole numbers: a file has the same bits as the screen.
#pragma once

#include "compute/model/frame_request.hpp"
#include "render/picture/image.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mariani::render {

// The request for sample `number` of `side` x `side` a pixel: for the view whose pixels have their
// centres there, without regions and work. Samples 2i and 2i + 1 lie opposite one another (after
// the first, in the middle, where `side` is odd), so that the mean of so many stays centred. An
// automatic precision is made one that tells samples apart.
FrameRequest sample_request(FrameRequest request, int side, int number);

// The linear light of each sRGB value, 65535 for the brightest; strictly increasing.
const std::array<std::uint32_t, 256>& linear_light();

// The sRGB value nearest in linear light to the mean of `count` samples with this sum.
std::uint8_t srgb_of_mean(std::uint32_t sum, std::uint32_t count);

// The sum of pictures of one size, rgb.
class SampleSum {
  public:
    explicit SampleSum(ImageSize size);

    void add(std::span<const std::uint8_t> row, int y);  // of each picture once
    void count_one() { ++count_; }                       // all of its rows were added
    std::uint32_t count() const { return count_; }

    // Some rows of the mean; of at least one picture.
    Image mean(int first_row, int rows) const;

  private:
    ImageSize size_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> sums_;  // by row, pixel and channel
};

}  // namespace mariani::render

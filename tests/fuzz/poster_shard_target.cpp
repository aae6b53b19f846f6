// Shards of a poster's cells.
#include "app/produce/pyramid/shard.hpp"
#include "tests/fuzz/fuzz_target.hpp"

#include <vector>

using namespace mariani;

MARIANI_FUZZ_TARGET {
    constexpr int chunks = 4;
    const auto file = fuzz::home().put("shard", text);
    fuzz::read_or_reject([&] {
        app::ShardReader reader(file, chunks);
        app::ChunkCodec codec;
        std::vector<std::byte> values(512);
        for (int i = 0; i < chunks; ++i) reader.read(i, codec, values);
    });
}

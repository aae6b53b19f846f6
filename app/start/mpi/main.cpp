// mariani-mpi: `poster` by the ranks of an MPI job, which take cells from one order.
#include "app/command_line/poster_command.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/failure.hpp"
#include "app/start/command_line.hpp"
#include "app/start/mpi/ranks.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include <fmt/core.h>

namespace {

using namespace mariani::app;

// A rank a GPU, as far as there are any: rank k of a host takes every n-th of its n ranks.
std::vector<PyramidDevice> devices_of(const Ranks& ranks) {
    const auto all = all_pyramid_devices();
    std::vector<PyramidDevice> own;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (static_cast<int>(i) % ranks.local_size() == ranks.local_rank()) own.push_back(all[i]);
    if (own.empty()) own.push_back(all[static_cast<std::size_t>(ranks.local_rank()) % all.size()]);
    return own;
}

int run_ranks(Ranks& ranks, const std::vector<std::string>& given) {
    const CommandLine command = parse_command_line(given);
    if (const auto* text = std::get_if<PrintText>(&command)) {
        if (ranks.rank() == 0) fmt::print("{}", text->text);
        return 0;
    }
    const auto* poster = std::get_if<PosterCommand>(&command);
    if (poster == nullptr)
        throw UsageError("mariani-mpi has one command, poster: use mariani for the others");
    if (poster->parts > 1) throw UsageError("--part: the ranks of a job share the cells already");
    PosterParty party;
    party.source = [&](std::size_t cells) { return std::make_unique<RankCells>(ranks, cells); };
    party.all_done = [&] { ranks.meet(); };
    party.speaks = ranks.rank() == 0;
    if (poster->devices.empty()) party.devices = devices_of(ranks);
    party.threads =
        std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / ranks.local_size());
    if (!party.speaks && (poster->check || poster->estimate)) return 0;
    return run_poster(*poster, party);
}

}  // namespace

int main(int count, char** arguments) {
    secure_standard_streams();
    end_with_notice_on_terminate();
    Ranks ranks(&count, &arguments);
    try {
        const std::vector<std::string> given(arguments + (count > 0 ? 1 : 0), arguments + count);
        const int status = ranks.serve([&] { return run_ranks(ranks, given); });
        flush_output();
        return status;
    } catch (const std::invalid_argument& error) {
        if (ranks.rank() == 0) print_notice(error.what());
        return 2;
    } catch (...) {
        print_notice(current_failure().c_str());
        return 1;
    }
}

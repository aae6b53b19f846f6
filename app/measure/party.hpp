// Several processes that measure one plan together. The plan is cut into shares, each measured by
// one of them; the leader keeps what all have measured.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {

struct PartyMessage {
    int from = 0;      // its place
    std::string text;  // any bytes
};

// One process's access to the others, which run the same program on the same kind of processor.
// Called on one thread. Where a pointer to a party is null, one process measures all.
class Party {
  public:
    virtual ~Party() = default;
    virtual int place() const = 0;  // 0: the leader
    virtual int size() const = 0;   // processes, at least one
    virtual std::string name() const = 0;
    // The next of the shares, counted from 0: each goes to one process.
    virtual std::size_t next() = 0;
    // To the leader, or from it to all others.
    virtual void tell(const std::string& text) = 0;
    // The next message. Waits for it if `wait`, then nullopt says that whoever could send one has
    // ended; else that there is none now.
    virtual std::optional<PartyMessage> hear(bool wait) = 0;
    // Whether all to whom this one tells something have ended.
    virtual bool is_deserted() const = 0;
};

inline bool leads(const Party* party) {
    return !party || party->place() == 0;
}

// The leader's text, on each of them. nullopt if the leader ended before it told it.
inline std::optional<std::string> leaders_text(Party& party, std::string own) {
    if (leads(&party)) {
        party.tell(own);
        return own;
    }
    auto heard = party.hear(true);
    return heard ? std::optional(std::move(heard->text)) : std::nullopt;
}

// Whether the leader goes on. Throws std::runtime_error if this process computes on another device
// than the leader: their times would be mixed.
inline bool measures_as_leader(Party& party, const std::string& device) {
    const auto leaders = leaders_text(party, device);
    if (leaders && *leaders != device)
        throw std::runtime_error(
            fmt::format("{} measures nothing, as it computes on another device than the first "
                        "({}, not {}): start a job on machines of one kind",
                        party.name(), device, *leaders));
    return leaders.has_value();
}

// Values as they lie in memory.
template <typename Value>
concept Plain = std::is_trivially_copyable_v<Value>;

template <Plain Value>
std::string bytes_of(const std::vector<Value>& values) {
    std::string bytes(values.size() * sizeof(Value), '\0');
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

template <Plain Value>
std::vector<Value> values_of(const std::string& bytes) {
    std::vector<Value> values(bytes.size() / sizeof(Value));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
    return values;
}

// Measures `shares` shares. `measure` returns a share's rows, or nullopt if stopped; `keep` is
// called on the leader with the rows of each share, between its own: nothing is written while it
// takes times. False if stopped here, or if the leader has ended. Throws what both throw, and on
// the leader std::runtime_error if another process ended without the rows of its share.
template <Plain Row>
bool measure_shares(Party* party, std::size_t shares,
                    const std::function<std::optional<std::vector<Row>>(std::size_t)>& measure,
                    const std::function<void(const std::vector<Row>&)>& keep) {
    std::size_t own = 0, kept = 0;
    const auto keep_heard = [&](bool wait) {
        const auto heard = party->hear(wait);
        if (!heard) return false;
        keep(values_of<Row>(heard->text));
        ++kept;
        return true;
    };
    const auto next = [&] { return party ? party->next() : own++; };
    for (std::size_t share = next(); share < shares; share = next()) {
        const auto rows = measure(share);
        if (!rows || (!leads(party) && party->is_deserted())) return false;
        if (!leads(party)) {
            party->tell(bytes_of(*rows));
            continue;
        }
        keep(*rows);
        ++kept;
        while (party && keep_heard(false)) {
        }
    }
    if (!leads(party)) return true;
    while (kept < shares)
        if (!keep_heard(true))
            throw std::runtime_error("another process ended before it had measured its share");
    return true;
}

// How many of so many cells make a share: as many as a round holds, fewer where a party would
// otherwise wait for one of its processes.
inline std::size_t cells_a_share(std::size_t cells, std::size_t most, const Party* party) {
    if (!party || party->size() == 1) return most;
    const auto shares = 2 * static_cast<std::size_t>(party->size());
    return std::min(most, std::max<std::size_t>(1, cells / shares));
}

}  // namespace mariani::app

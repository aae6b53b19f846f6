// Values by key, of which a limited number is kept: those used last.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <optional>
#include <utility>

namespace mariani::app {

// Not thread-safe.
template <typename Key, typename Value>
class LeastRecent {
  public:
    explicit LeastRecent(std::size_t most) : most_(most) {}

    // The value, which counts as used; null if there is none. Valid until the next insert().
    Value* use(const Key& key) {
        const auto found = places_.find(key);
        if (found == places_.end()) return nullptr;
        order_.splice(order_.begin(), order_, found->second);
        return &found->second->second;
    }
    bool contains(const Key& key) const { return places_.contains(key); }

    // Adds or replaces; returns what had to go for it.
    std::optional<Value> insert(const Key& key, Value value) {
        std::optional<Value> gone;
        if (const auto found = places_.find(key); found != places_.end()) {
            gone = std::move(found->second->second);
            order_.erase(found->second);
            places_.erase(found);
        } else if (places_.size() >= most_) {
            gone = std::move(order_.back().second);
            places_.erase(order_.back().first);
            order_.pop_back();
        }
        order_.emplace_front(key, std::move(value));
        places_.emplace(key, order_.begin());
        return gone;
    }

    // Takes out a value that is there.
    Value remove(const Key& key) {
        const auto found = places_.find(key);
        Value value = std::move(found->second->second);
        order_.erase(found->second);
        places_.erase(found);
        return value;
    }

    std::size_t size() const { return places_.size(); }
    // The one that would go; there must be one.
    const Key& oldest() const { return order_.back().first; }

  private:
    using Entry = std::pair<Key, Value>;
    std::size_t most_;
    std::list<Entry> order_;  // the last used first
    std::map<Key, typename std::list<Entry>::iterator> places_;
};

}  // namespace mariani::app

#pragma once

#include <memory>

namespace mariani::app {

// A value that lies elsewhere in memory: copied and compared as itself, never empty. A struct can
// hold one whose type is only declared there, so that whoever reads the struct need not know it.
// `Value` is complete where the members are instantiated, which is one unit's task: the others
// declare them extern.
template <typename Value>
class Indirect {
  public:
    Indirect();
    Indirect(const Value& value);
    Indirect(const Indirect& other);
    Indirect& operator=(const Indirect& other);
    ~Indirect();

    Value& operator*() { return *value_; }
    const Value& operator*() const { return *value_; }
    Value* operator->() { return value_.get(); }
    const Value* operator->() const { return value_.get(); }
    bool operator==(const Indirect& other) const;

  private:
    std::unique_ptr<Value> value_;
};

template <typename Value>
Indirect<Value>::Indirect() : value_(std::make_unique<Value>()) {}

template <typename Value>
Indirect<Value>::Indirect(const Value& value) : value_(std::make_unique<Value>(value)) {}

template <typename Value>
Indirect<Value>::Indirect(const Indirect& other) : Indirect(*other) {}

template <typename Value>
Indirect<Value>& Indirect<Value>::operator=(const Indirect& other) {
    *value_ = *other;
    return *this;
}

template <typename Value>
Indirect<Value>::~Indirect() = default;

template <typename Value>
bool Indirect<Value>::operator==(const Indirect& other) const {
    return **this == *other;
}

}  // namespace mariani::app

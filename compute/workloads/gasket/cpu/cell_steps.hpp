// One step of each engine that spends a byte on a cell, cut into parts that threads share.
#pragma once

#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/rule.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <cstdint>
#include <memory>

namespace mariani::gasket::cpu {

class CellStep {
  public:
    virtual ~CellStep() = default;

    // Each takes some milliseconds at most.
    virtual std::int64_t parts() const = 0;

    // Writes the next state of the part's cells. Parts may be taken at the same time.
    virtual void take(const std::uint8_t* now, std::uint8_t* next, std::int64_t part) const = 0;

    // The blocks of which the parts are made.
    virtual BlockGrid grid() const = 0;

    // Adds one for each place that a block writes, and returns how many. Blocks may be watched at
    // the same time.
    virtual std::uint32_t watch(const std::uint8_t* now, std::uint8_t* next, std::uint32_t* visits,
                                std::int64_t block) const = 0;
};

std::unique_ptr<CellStep> bounding_box_step(const CellLayout& layout, Rule rule);
std::unique_ptr<CellStep> lambda_step(const CellLayout& layout, Rule rule);
std::unique_ptr<CellStep> nu_step(const CellLayout& layout, Rule rule);
std::unique_ptr<CellStep> table_step(const CellLayout& layout, Rule rule);

}  // namespace mariani::gasket::cpu

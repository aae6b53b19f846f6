// Tables of more columns than a narrow panel has room for: those of the lowest rank are dropped.
#pragma once

#include "app/panels/panels.hpp"

#include <span>

namespace mariani::app {

struct FittingColumn {
    const char* name;
    int characters;  // its width, including the gap to the next
    int rank;        // 0: never dropped; those of the highest number first
    const char* explanation;
};

// The highest rank of the columns that fit side by side.
int rank_that_fits(const PanelContext& context, std::span<const FittingColumn> columns);

// Begins the table, without its head, if it is seen.
bool begin_fitting_table(const PanelContext& context, const char* id,
                         std::span<const FittingColumn> columns, int rank);

void note_hidden_columns(std::span<const FittingColumn> columns, int rank);

}  // namespace mariani::app

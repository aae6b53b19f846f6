// JSON with one value changed, and what its reader says then.
#pragma once

#include <nlohmann/json.hpp>

namespace mariani::app {

struct Bad {
    const char* place;  // JSON pointer to the changed value
    const char* value;  // JSON; empty: removed
    const char* says;
};

template <typename Json>
Json changed(Json json, const Bad& bad) {
    const typename Json::json_pointer place(bad.place);
    if (*bad.value == '\0')
        json.at(place.parent_pointer()).erase(place.back());
    else
        json[place] = Json::parse(bad.value);
    return json;
}

}  // namespace mariani::app

// A poster for a browser: a page, tiles coloured as they are asked for, and the Zarr files for
// other viewers (neuroglancer, vizarr). Works while the poster is being computed.
//
//   /                            the page
//   /state.json                  {"cells": finished, "all": of so many}
//   /tiles/LEVEL/COL_ROW.png     ?palette=NAME; levels as Deep Zoom counts them
//   /poster.zarr/...             the folder's Zarr files: Range, and CORS for every origin
#pragma once

#include "render/picture/colouring.hpp"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace mariani::app {

struct TileServerOptions {
    std::string address = "127.0.0.1";  // of this machine: who can reach it can see the poster
    int port = 0;                       // 0: any that is free
    render::Colouring colouring;
    bool smooth = true;  // antialiased by the next finer level, where that is finished
};

class TileServer {
  public:
    // Takes the port. Throws what PyramidColours throws, and std::runtime_error: the port is in use
    // or not permitted, the palette cannot be read.
    TileServer(const std::filesystem::path& folder, const TileServerOptions& options);
    ~TileServer();
    TileServer(const TileServer&) = delete;
    TileServer& operator=(const TileServer&) = delete;

    int port() const;
    // The page's address: "http://127.0.0.1:8000/".
    std::string page() const;

    // Blocks until a stop is requested; then ends within about a second. Reads the poster on
    // threads of its own. Throws std::runtime_error if it cannot go on.
    void serve(const std::stop_token& stop);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mariani::app

// Tables that cannot be written, by every command that writes one: no file may grow. Nothing of
// what was measured is lost then.
#include "tests/command_line/program.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct Table {
    std::string command;
    std::string report;  // of which the terminal has this
    std::string table;   // and of the table this
};

class LostTables : public ProgramTest {
  protected:
    // What the command says on stdout and stderr, and its status, where no file may have a byte.
    std::string said(const std::string& command) const {
        return run_in_shell("{ (ulimit -f 0; $MARIANI " + command +
                            " 2>&1); echo status $?; } | cat")
            .out;
    }
};

TEST_F(LostTables, ArePrintedBeforeTheCommandFails) {
    const std::string small_gasket = " --workload gasket --r 5 --engine bb,table --backend cpu";
    std::vector<Table> tables{
        {"bench --size 64x64 --repeat 2 --engine ex -o", "vs Ex", ",64,64,"},
        {"sweep --size 64x64 --repeat 1 --g 4 --r 2 --B 16 -o", "vs Ex", "16x16"},
        {"race --size 64x64 --repeat 1 -o", "rank", "rank,"},
        {"check --size 64x64 -o", "all 4096 pixels", "x,y,shown,right"},
        {"model --n 1024 -o", "Omega", "n,g,r,B,P,lambda"},
        {"bench" + small_gasket + " --steps 3 --repeat 1 -o", "ms per step", "workload,"},
        {"race" + small_gasket + " --steps 3 --repeat 1 -o", "rank", "workload,"},
        {"sweep --workload gasket --r 4,5 --engine bb,table --backend cpu --steps 3 --repeat 1 -o",
         "vs BB", "workload,"},
        {"check" + small_gasket + " --steps 3 -o", "exact", "workload,"}};
    for (const auto& [workload, size] :
         {std::pair<std::string, std::string>{"curves", "--lines 50"},
          {"points", "--points 500"},
          {"triangle", "--n 64"},
          {"volume", "--n 12"}})
        for (const std::string command : {"bench", "race", "sweep", "check"}) {
            const std::string repeat = command == "check" ? "" : " --repeat 1";
            tables.push_back({fmt::format("{} --workload {} {} --backend cpu{} -o", command,
                                          workload, size, repeat),
                              workload == "triangle" ? "triangle edm" : "engine", "workload,"});
        }
    for (const auto& [command, report, table] : tables) {
        const std::string all = said(command + " lost.csv");
        SCOPED_TRACE(command + "\n" + all);
        EXPECT_NE(all.find(report), std::string::npos) << "no report";
        EXPECT_NE(all.find(table), std::string::npos) << "no table";
        EXPECT_NE(all.find("lost.csv"), std::string::npos) << "the file is not named";
        EXPECT_NE(all.find("status 1"), std::string::npos);
    }
}

TEST_F(LostTables, AreOfOtherOptionsToo) {
    for (const auto& [command, table] :
         {std::pair<std::string, std::string>{
              "bench --size 64x64 --repeat 1 --engine ex,ask --experiment lost.json", "\"rows\""},
          {"bench --size 64x64 --repeat 1 --engine ex -o lost.json", "\"levels\""},
          {"sweep --size 64x64 --repeat 1 --g 2,4 --r 2 --B 8 --curves-out lost.csv", "predicted"},
          {"race --size 64x64 --repeat 1 --plot lost.png", "rank"}}) {
        const std::string all = said(command);
        SCOPED_TRACE(command + "\n" + all);
        EXPECT_NE(all.find(table), std::string::npos);
        EXPECT_NE(all.find("vs Ex"), std::string::npos);
        EXPECT_NE(all.find("status 1"), std::string::npos);
    }
}

}  // namespace
}  // namespace mariani::app

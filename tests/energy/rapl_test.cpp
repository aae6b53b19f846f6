// RAPL with fake folders like /sys/class/powercap.
#include "compute/energy/energy_counter.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

namespace mariani::energy {
namespace {

namespace fs = std::filesystem;

class RaplTest : public testing::Test {
  protected:
    RaplTest() {
        std::string pattern = fs::temp_directory_path() / "mariani-rapl-XXXXXX";
        folder = mkdtemp(pattern.data());
        fs::permissions(folder, fs::perms::all);
    }
    ~RaplTest() override { fs::remove_all(folder); }

    void zone(const std::string& zone, const std::string& name, std::uint64_t energy,
              std::uint64_t range) const {
        fs::create_directory(folder / zone);
        write(folder / zone / "name", name);
        write(folder / zone / "max_energy_range_uj", std::to_string(range));
        count(zone, energy);
    }
    void count(const std::string& zone, std::uint64_t microjoules) const {
        write(folder / zone / "energy_uj", std::to_string(microjoules));
    }
    static void write(const fs::path& file, const std::string& text) {
        std::ofstream(file) << text << '\n';
    }

    std::string reason() const {
        const auto [counter, reason] = open_rapl(folder);
        EXPECT_FALSE(counter);
        return reason;
    }

    fs::path folder;
};

TEST_F(RaplTest, SumsThePackagesAndNothingTwice) {
    zone("intel-rapl:0", "package-0", 1'000'000, 10'000'000);
    zone("intel-rapl:1", "package-1", 2'000'000, 10'000'000);
    zone("intel-rapl:0:0", "core", 500, 10'000'000);  // part of package-0
    zone("intel-rapl:1:0", "package-1-die-0", 1, 10'000'000);
    zone("intel-rapl:2", "psys", 500, 10'000'000);          // includes the packages
    zone("intel-rapl-mmio:0", "package-0", 1, 10'000'000);  // package-0 again
    const auto [counter, why_not] = open_rapl(folder);
    ASSERT_TRUE(counter) << why_not;
    EXPECT_EQ(counter->name(), "RAPL");
    const double before = counter->joules();
    count("intel-rapl:0", 1'500'000);
    count("intel-rapl:1", 2'250'000);
    count("intel-rapl:0:0", 9'000'000);
    count("intel-rapl:1:0", 9'000'000);
    count("intel-rapl:2", 9'000'000);
    count("intel-rapl-mmio:0", 9'000'000);
    EXPECT_DOUBLE_EQ(counter->joules() - before, 0.75);
}

TEST_F(RaplTest, CountsOnWhereACounterBeginsAgain) {
    zone("intel-rapl:0", "package-0", 9'900'000, 10'000'000);
    const auto [counter, why_not] = open_rapl(folder);
    ASSERT_TRUE(counter) << why_not;
    const double before = counter->joules();
    count("intel-rapl:0", 150'000);
    EXPECT_DOUBLE_EQ(counter->joules() - before, 0.25);
    count("intel-rapl:0", 9'999'999);
    count("intel-rapl:0", 100'000);  // not read in between: counts as one wrap
    EXPECT_DOUBLE_EQ(counter->joules() - before, 0.25 + 9.95);
}

TEST_F(RaplTest, SaysThatThereIsNone) {
    EXPECT_NE(reason().find("there is no processor package"), std::string::npos) << reason();
    zone("intel-rapl:0", "psys", 1, 2);
    EXPECT_NE(reason().find("there is no processor package"), std::string::npos) << reason();
    fs::remove_all(folder / "intel-rapl:0");
    fs::remove(folder);
    EXPECT_NE(reason().find("there is no processor package"), std::string::npos) << reason();
}

TEST_F(RaplTest, SaysWhatMayNotBeReadAndWhatToDo) {
    zone("intel-rapl:0", "package-0", 1, 2);
    const auto file = folder / "intel-rapl:0" / "energy_uj";
    fs::permissions(file, fs::perms::none);
    constexpr uid_t nobody = 65534;
    const bool root = geteuid() == 0;  // may read everything
    EXPECT_EQ(root ? seteuid(nobody) : 0, 0);
    const auto why = reason();
    EXPECT_EQ(root ? seteuid(0) : 0, 0);
    EXPECT_EQ(why, file.string() +
                       " may not be read: run as root, or let every user read it (chmod a+r)");
}

TEST_F(RaplTest, SaysWhatIsNoNumberOrMissing) {
    zone("intel-rapl:0", "package-0", 1, 2);
    write(folder / "intel-rapl:0" / "energy_uj", "much");
    EXPECT_NE(reason().find("energy_uj cannot be read"), std::string::npos) << reason();
    fs::remove(folder / "intel-rapl:0" / "max_energy_range_uj");
    EXPECT_NE(reason().find("max_energy_range_uj cannot be read"), std::string::npos) << reason();
}

TEST_F(RaplTest, TellsOfACounterThatGoesAway) {
    zone("intel-rapl:0", "package-0", 1, 2);
    const auto [counter, why_not] = open_rapl(folder);
    ASSERT_TRUE(counter) << why_not;
    fs::remove(folder / "intel-rapl:0" / "energy_uj");
    EXPECT_THROW(counter->joules(), std::runtime_error);
}

}  // namespace
}  // namespace mariani::energy

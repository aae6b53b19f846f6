// NVML if there is a GPU; otherwise the message given instead.
#include "compute/energy/energy_counter.hpp"
#include "compute/service/engine_registry.hpp"

#include <gtest/gtest.h>

namespace mariani::energy {
namespace {

TEST(NvmlTest, SaysThatThereIsNoDriver) {
    const auto [counter, reason] = open_nvml("0000:00:00.0", "libmariani-no-such-library.so.1");
    EXPECT_FALSE(counter);
    EXPECT_EQ(reason,
              "libmariani-no-such-library.so.1 of the NVIDIA driver was not found: install the "
              "driver");
}

TEST(NvmlTest, SaysThatALibraryIsNotNvml) {
    const auto [counter, reason] = open_nvml("0000:00:00.0", "libm.so.6");
    EXPECT_FALSE(counter);
    EXPECT_NE(reason.find("has no nvmlInit_v2: the NVIDIA driver is too old"), std::string::npos)
        << reason;
}

TEST(NvmlTest, CountsInJoules) {
    const auto [counter, reason] = open_nvml("0000:07:00.0", MARIANI_FAKE_NVML);
    ASSERT_TRUE(counter) << reason;
    const double before = counter->joules();
    EXPECT_DOUBLE_EQ(before, 4005);  // it was read once on opening
    EXPECT_DOUBLE_EQ(counter->joules() - before, 2.5);
}

TEST(NvmlTest, SaysThatThereIsNoSuchGpu) {
    const auto [counter, reason] = open_nvml("0000:08:00.0", MARIANI_FAKE_NVML);
    EXPECT_FALSE(counter);
    EXPECT_EQ(reason, "NVML does not find the GPU 0000:08:00.0: Not Found");
}

TEST(NvmlTest, CountsTheEnergyOfTheGpu) {
    const DeviceEntry* device = first_device();
    if (!device) GTEST_SKIP() << *backend_unavailable(Backend::cuda);
    const auto [counter, reason] = open_nvml(device->pci_bus_id);
    ASSERT_TRUE(counter) << reason;
    EXPECT_EQ(counter->name(), "NVML");
    const double before = counter->joules();
    EXPECT_GT(before, 0);
    EXPECT_GE(counter->joules(), before);
    const auto nowhere = open_nvml("ffff:ff:1f.0");
    EXPECT_FALSE(nowhere.counter);
    EXPECT_NE(nowhere.reason.find("NVML does not find the GPU ffff:ff:1f.0"), std::string::npos)
        << nowhere.reason;
}

}  // namespace
}  // namespace mariani::energy

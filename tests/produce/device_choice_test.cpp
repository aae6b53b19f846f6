#include "app/settings/settings.hpp"
#include "compute/service/engine_registry.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

TEST(DeviceChoice, AGpuOfAnotherMachineGivesWayAndIsTold) {
    Settings settings;
    settings.engine.device = 200;
    Settings expected = settings;
    expected.engine.device.reset();
    const auto notice = settle_device(settings.engine.device);
    ASSERT_TRUE(notice);
    EXPECT_TRUE(notice->starts_with("there is no GPU 200")) << *notice;
    EXPECT_TRUE(notice->ends_with("; using auto")) << *notice;
    EXPECT_EQ(settings, expected) << "nothing else changes";
}

TEST(DeviceChoice, WhatThisMachineHasStays) {
    Settings settings;
    EXPECT_FALSE(settle_device(settings.engine.device));
    for (const auto& device : devices()) {
        settings.engine.device = device.index;
        EXPECT_EQ(settle_device(settings.engine.device).has_value(),
                  device.unavailable.has_value());
    }
}

}  // namespace
}  // namespace mariani::app

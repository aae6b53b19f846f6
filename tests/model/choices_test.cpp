#include "compute/model/choices.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace mariani {
namespace {

template <typename E>
class ChoicesTest : public testing::Test {};
using AllChoices =
    testing::Types<EngineKind, Scheme, Backend, Precision, FillRule, Quality, Insertion>;
TYPED_TEST_SUITE(ChoicesTest, AllChoices);

TYPED_TEST(ChoicesTest, NamesReadBackAsTheirValue) {
    for (const auto& choice : choices<TypeParam>())
        EXPECT_EQ(choice_named<TypeParam>(choice.name), choice.value) << choice.name;
}

TYPED_TEST(ChoicesTest, NamesDifferAndEachIsExplained) {
    std::set<std::string_view> names;
    for (const auto& choice : choices<TypeParam>()) {
        EXPECT_TRUE(names.insert(choice.name).second) << choice.name;
        EXPECT_FALSE(choice.label.empty()) << choice.name;
        EXPECT_TRUE(choice.description.ends_with('.')) << choice.description;
    }
}

TYPED_TEST(ChoicesTest, UnknownNamesAreNone) {
    EXPECT_EQ(choice_named<TypeParam>(""), std::nullopt);
    EXPECT_EQ(choice_named<TypeParam>("ASK"), std::nullopt);  // names are lower case
}

TEST(ChoicesTest, NamesAreThoseOfTheCommandLine) {
    EXPECT_EQ(name_of(std::optional<EngineKind>()), "auto");
    EXPECT_EQ(name_of(std::optional(EngineKind::dp)), "dp");
    EXPECT_EQ(name_of(EngineKind::ask), "ask");
    EXPECT_EQ(name_of(Scheme::mbr), "mbr");
    EXPECT_EQ(name_of(Backend::cuda), "cuda");
    EXPECT_EQ(name_of(Precision::f64), "f64");
    EXPECT_EQ(name_of(FillRule::safe), "safe");
}

}  // namespace
}  // namespace mariani

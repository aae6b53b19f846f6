// The stage of the tab Gasket, and views of it.
#pragma once

#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/view.hpp"
#include "tests/panels/fake_observations.hpp"
#include "tests/panels/stage.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

namespace mariani::app {

class GasketPanelTest : public testing::Test {
  protected:
    GasketPanelTest() {
        stage.seen = fake_observations();
        stage.settings.workload = Workload::gasket;
        stage.unfold_details();
        stage.frames(2);
    }

    GasketSettings& gasket() { return *stage.settings.gasket; }

    // The scene, in a window that all of it fits into.
    void show(void (*panel)(const PanelContext&)) {
        stage.scene = [panel](const PanelContext& context) {
            ImGui::SetWindowSize({420, 1500});
            panel(context);
        };
    }

    // A view of the settings' first state.
    std::shared_ptr<GasketView> view() {
        std::atomic<double> progress;
        GasketLife life;
        life.begin({gasket().fractal, gasket().numbers.level, 0.5F, 1, 0, 0});
        GasketMeans means;
        means.backend = Backend::cpu;
        life.go_by(means, {}, progress);
        auto view = std::make_shared<GasketView>();
        view->moment = std::make_shared<const GasketMoment>(life.moment(true));
        for (const auto& each : choices<gasket::EngineKind>())
            view->engines.push_back(
                {each.value, gasket_refusal(view->moment->problem, means, each.value)});
        return view;
    }

    // The middle of the box of the copy with this number.
    ImVec2 place_in_box(std::string_view number) {
        const float top = stage.find("Copies")->from.y;
        for (const DrawnText& text : stage.texts())
            if (text.text == number && text.from.y >= top - 4) return text.middle();
        throw std::runtime_error("there is no such copy");
    }

    // A view by that engine, with a count after each of the first steps.
    std::shared_ptr<GasketView> after(int level, gasket::EngineKind engine, int steps) {
        std::atomic<double> progress;
        GasketLife life;
        life.begin({"gasket", level, 0.5F, 1, 0, 0});
        GasketMeans means;
        means.backend = Backend::cpu;
        means.engine = engine;
        life.go_by(means, {}, progress);
        auto view = std::make_shared<GasketView>();
        view->moment = std::make_shared<const GasketMoment>(life.moment(false));
        for (int step = 0; step < steps; ++step) {
            life.advance(1, {});
            view->moment = std::make_shared<const GasketMoment>(life.moment(false));
        }
        return view;
    }

    Stage stage{{1280, 1600}};
};

}  // namespace mariani::app

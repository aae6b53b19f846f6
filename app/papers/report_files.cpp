#include "app/papers/report_files.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/papers/report_html.hpp"
#include "app/papers/report_json.hpp"

namespace mariani::app {

void write_report(const Reproduction& reproduction, const std::vector<Reproduction>& others,
                  const std::filesystem::path& folder) {
    made_folder(folder);
    for (const ClaimOutcome& outcome : reproduction.outcomes)
        if (!outcome.claim->axis.empty() && !outcome.results.empty())
            write_whole_file(folder / table_name(*outcome.claim), csv_of(outcome));
    write_whole_file(folder / "report.html", to_html(reproduction, others));
    write_whole_file(folder / "report.json", to_json(reproduction));
}

}  // namespace mariani::app

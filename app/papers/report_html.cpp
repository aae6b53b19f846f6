#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/papers/chart.hpp"
#include "app/papers/report.hpp"
#include "render/picture/roles.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Others = std::vector<Reproduction>;

std::string_view class_of(ClaimVerdict verdict) {
    switch (verdict) {
        case ClaimVerdict::holds:
            return "holds";
        case ClaimVerdict::within_noise:
            return "noise";
        case ClaimVerdict::refuted:
            return "refuted";
        case ClaimVerdict::not_in_text:
            return "text";
        case ClaimVerdict::not_here:
        case ClaimVerdict::not_judged:
            break;
    }
    return "away";
}

std::string style() {
    namespace page = render::role::page;
    std::string css =
        "body{font:15px/1.45 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
        "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
        "th,td{text-align:left;vertical-align:top;padding:.25em .6em .25em 0}"
        "table{table-layout:fixed}th:first-child{width:24%}th:nth-child(2){width:28%}"
        "th{font-weight:600}article{break-inside:avoid;margin:1.6em 0}"
        "h3{margin:0 0 .2em;font-size:1em}p{margin:.3em 0}"
        ".verdict{font-weight:600;padding:0 .5em;border-radius:3px;white-space:nowrap}"
        "code{font-size:.9em;overflow-wrap:anywhere}svg{max-width:44em;width:100%;height:auto}"
        "@media print{body{margin:0;max-width:none}}";
    const auto rule = [&](std::string_view selector, std::string_view property,
                          render::Rgb8 colour) {
        css += fmt::format("{}{{{}:{}}}", selector, property, render::hex_text(colour));
    };
    rule("body", "color", page::ink);
    rule("body", "background", page::paper);
    rule(".quiet", "color", page::dim);
    rule("th,td", "border-bottom:1px solid", page::groove);
    rule(".holds", "background", page::holds);
    rule(".noise", "background", page::noise);
    rule(".refuted", "background", page::refuted);
    rule(".text", "background", page::unobtainable);
    rule(".away", "background", page::groove);
    return css + chart_style();
}

std::string badge(ClaimVerdict verdict) {
    return fmt::format("<span class='verdict {}'>{}</span>", class_of(verdict), text_of(verdict));
}

std::string bound_text(const Bound& bound) {
    const bool low = std::isfinite(bound.low), high = std::isfinite(bound.high);
    if (low && high && bound.low == bound.high) return short_number(bound.low);
    if (low && high)
        return fmt::format("{} to {}", short_number(bound.low), short_number(bound.high));
    if (low) return "at least " + short_number(bound.low);
    return high ? "at most " + short_number(bound.high) : "";
}

std::string value_text(const Found& found) {
    return found.value ? spread_text(*found.value) : "";
}

std::string quantities_table(const ClaimOutcome& outcome, const Others& others) {
    std::string html = "<table><tr><th>figure</th><th>published</th><th>holds if</th><th>here</th>";
    for (std::size_t i = 0; i < others.size(); ++i)
        html += fmt::format("<th>machine {}</th>", i + 2);
    html += "<th></th></tr>";
    for (std::size_t i = 0; i < outcome.found.size(); ++i) {
        const Found& found = outcome.found[i];
        html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td>",
                            escaped(found.quantity->name), escaped(found.quantity->published),
                            bound_text(found.quantity->bound), value_text(found));
        for (const Reproduction& other : others) {
            const ClaimOutcome* same = outcome_in(other, *outcome.claim);
            html += fmt::format("<td>{}</td>", same && i < same->found.size()
                                                   ? value_text(same->found[i])
                                                   : std::string());
        }
        html += fmt::format("<td>{}</td></tr>", found.verdict == ClaimVerdict::not_judged
                                                    ? std::string()
                                                    : std::string(text_of(found.verdict)));
    }
    return html + "</table>";
}

std::string chart_of(const ClaimOutcome& outcome) {
    const auto series = series_of(outcome);
    if (series.empty()) return "";
    return svg_of(outcome.claim->axis, outcome.claim->ordinate, series) +
           fmt::format("<p class='quiet'>The chart's figures: <a href='{0}'>{0}</a></p>",
                       table_name(*outcome.claim));
}

std::string commands_of(const ClaimOutcome& outcome) {
    if (outcome.claim->computed) return "";
    std::string html;
    for (const Result& result : outcome.results)
        html += fmt::format("<code>mariani {}</code><br>", escaped(result.command));
    if (html.empty()) return "";
    return fmt::format(
        "<details><summary class='quiet'>{} measured on {} in {:.0f} s</summary>{}"
        "</details>",
        outcome.results.size() == 1 ? "Command," : "Commands,",
        escaped(outcome.results.front().device), outcome.seconds, html);
}

std::string article(const ClaimOutcome& outcome, const Others& others) {
    const Claim& claim = *outcome.claim;
    std::string html = fmt::format("<article id='{}'><h3>{} {}</h3><p class='quiet'>{}, {}</p>",
                                   claim.id, escaped(claim.statement), badge(outcome.verdict),
                                   claim.id, escaped(claim.where));
    if (!outcome.why.empty()) html += fmt::format("<p>{}</p>", escaped(outcome.why));
    if (!outcome.found.empty()) html += quantities_table(outcome, others);
    html += fmt::format("<p class='quiet'>{}</p>", escaped(claim.method));
    return html + chart_of(outcome) + commands_of(outcome) + "</article>";
}

std::string machine_text(const Reproduction& reproduction) {
    const Machine& machine = reproduction.machine;
    std::string text = fmt::format("mariani {}, {} on {}; {}", escaped(machine.mariani),
                                   name_of(reproduction.backend), escaped(reproduction.device),
                                   escaped(machine.system));
    if (!machine.driver.empty()) text += fmt::format(", driver {}", escaped(machine.driver));
    return text;
}

std::string summary_of(const Reproduction& reproduction) {
    static constexpr ClaimVerdict verdicts[] = {ClaimVerdict::holds,    ClaimVerdict::within_noise,
                                                ClaimVerdict::refuted,  ClaimVerdict::not_in_text,
                                                ClaimVerdict::not_here, ClaimVerdict::not_judged};
    std::string html = "<p>";
    for (const ClaimVerdict verdict : verdicts) {
        const auto count =
            std::ranges::count(reproduction.outcomes, verdict, &ClaimOutcome::verdict);
        if (count > 0) html += fmt::format("{}&nbsp;{} &nbsp; ", count, badge(verdict));
    }
    return html + "</p>";
}

std::string cell(std::string_view text) {
    std::string safe;
    for (const char c : text) safe += c == '|' ? std::string("\\|") : std::string(1, c);
    return safe;
}

}  // namespace

std::string table_name(const Claim& claim) {
    return fmt::format("{}.csv", claim.id);
}

std::string to_html(const Reproduction& reproduction, const Others& others) {
    std::string html = fmt::format(
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        "<title>The papers, tested on this machine</title><style>{}</style></head><body>"
        "<h1>The papers, tested on this machine</h1><p>{}</p>",
        style(), machine_text(reproduction));
    for (std::size_t i = 0; i < others.size(); ++i)
        html += fmt::format("<p>machine {}: {}</p>", i + 2, machine_text(others[i]));
    html += summary_of(reproduction);
    for (const PaperText& paper : papers()) {
        std::string articles;
        for (const ClaimOutcome& outcome : reproduction.outcomes)
            if (outcome.claim->paper == paper.paper) articles += article(outcome, others);
        if (!articles.empty())
            html += fmt::format("<h2>{}</h2><p class='quiet'>{}</p>{}", escaped(paper.title),
                                escaped(paper.source), articles);
    }
    return html + "</body></html>\n";
}

std::string errata_page() {
    std::string page =
        "# Errata of the papers\n\nWhat the documents behind the program print wrongly, what is "
        "right, and how to see it. This page is\nprinted by\n\n"
        "```sh\napp/run.sh reproduce --errata\n```\n";
    for (const PaperText& paper : papers()) {
        if (std::ranges::find(all_errata(), paper.paper, &Erratum::paper) == all_errata().end())
            continue;
        page += fmt::format(
            "\n## {}\n\n{}\n\n| where | printed | right | shown by |\n"
            "|---|---|---|---|\n",
            paper.title, paper.source);
        for (const Erratum& erratum : all_errata())
            if (erratum.paper == paper.paper)
                page +=
                    fmt::format("| {} | {} | {} | {} |\n", cell(erratum.where),
                                cell(erratum.printed), cell(erratum.right), cell(erratum.shown_by));
    }
    return page;
}

void write_report(const Reproduction& reproduction, const std::vector<Reproduction>& others,
                  const std::filesystem::path& folder) {
    made_folder(folder);
    for (const ClaimOutcome& outcome : reproduction.outcomes)
        if (!outcome.claim->axis.empty() && !outcome.results.empty())
            write_whole_file(folder / table_name(*outcome.claim), csv_of(outcome));
    write_whole_file(folder / "report.html", to_html(reproduction, others));
    write_report_json(reproduction, folder);
}

void write_report_json(const Reproduction& reproduction, const std::filesystem::path& folder) {
    write_whole_file(made_folder(folder) / "report.json", to_json(reproduction));
}

}  // namespace mariani::app

#include "app/command_line/command_parser.hpp"

#include "app/command_line/workload_commands.hpp"
#include "app/files/picture_file.hpp"
#include "compute/model/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani::app {

void add_name(OptionParser& parser, const std::string& option, const std::string& description,
              Names names, UsePlace use) {
    const std::string value = fmt::format("{}", fmt::join(names, "|"));
    parser.add_text(option, value, description, [=](const std::string& text) {
        const auto found = std::ranges::find(names, text);
        if (found == names.end())
            reject_option(option, text, fmt::format("one of {}", fmt::join(names, ", ")));
        use(static_cast<std::size_t>(found - names.begin()));
    });
}

void add_name_list(OptionParser& parser, const std::string& option, const std::string& description,
                   Names names, UsePlace use) {
    const auto use_one = [=](const std::string& text) {
        const auto found = std::ranges::find(names, text);
        if (found == names.end() && text != "all")
            reject_option(option, text,
                          fmt::format("one or more of {}, all", fmt::join(names, ", ")));
        for (std::size_t place = 0; place < names.size(); ++place)
            if (text == "all" || text == names[place]) use(place);
    };
    parser.add_texts(
        option, "LIST", description,
        [=](const std::vector<std::string>& texts) { std::ranges::for_each(texts, use_one); }, ',');
}

void add_file(OptionParser& parser, const std::string& names, const std::string& value,
              const std::string& description, std::optional<std::filesystem::path>& file,
              std::vector<std::string> extensions) {
    const std::string option = names.substr(0, names.find(','));
    parser.add_text(names, value, description, [=, &file](const std::string& text) {
        const auto extension = std::filesystem::path(text).extension().string();
        if (std::ranges::find(extensions, extension) == extensions.end())
            reject_option(option, text,
                          fmt::format("a file name ending in {}", fmt::join(extensions, " or ")));
        file = text;
    });
}

void add_plot(OptionParser& parser, const std::string& option, const std::string& description,
              std::optional<std::filesystem::path>& file) {
    add_file(parser, option, "FILE.png|.pdf|.svg", description, file, {".png", ".pdf", ".svg"});
}

void add_trace(OptionParser& parser, std::optional<std::filesystem::path>& trace) {
    add_file(
        parser, "--trace-json", "FILE.json",
        "Also run once more, and write which thread or multiprocessor computed what, and when, "
        "for Perfetto or Tracy",
        trace, {".json"});
}

void add_gain_files(OptionParser& parser, GainFiles& files) {
    add_plot(parser, "--curves", "Draw S against n, g, r and B near the best", files.picture);
    add_file(parser, "--curves-out", "FILE.csv", "Write these curves, one row per point",
             files.table, {".csv"});
}

void add_picture(OptionParser& parser, std::optional<std::filesystem::path>& picture) {
    parser.group("Picture");
    parser.add_text("FILE.png", "",
                    "A picture made by mariani, for its view and settings; or a location of Kalles "
                    "Fraktaler (.kfr), rust-fractal or Fraktaler-3 (.toml)",
                    [&picture](const std::string& text) { picture = text; });
}

void add_tuned(OptionParser& parser, bool& tuned) {
    parser.group("Engine");
    parser.add_flag("--tuned", tuned,
                    "Use g, r, B and the block remembered for views like this one on this device");
}

void check_tuned(const OptionParser& parser, bool tuned) {
    for (const char* option : {"--g", "--r", "--B", "--block"})
        if (tuned && parser.given(option))
            throw UsageError(
                fmt::format("--tuned uses the remembered g, r, B and block: leave out {}", option));
}

void check_picture(const std::optional<std::filesystem::path>& picture) {
    if (!picture || is_picture_name(*picture)) return;
    const std::string text = picture->string();
    if (std::ranges::find(command_names, text) != command_names.end())
        throw UsageError(
            fmt::format("the command {} must come first: mariani {} [OPTIONS]", text, text));
    throw UsageError(fmt::format("{} is neither a command ({}) nor a .png, .kfr or .toml file",
                                 in_quotes(text), fmt::join(command_names, ", ")));
}

OptionParser new_parser(std::string_view command) {
    return new_parser(command, description_of(command), examples_of(command));
}

OptionParser new_parser(std::string_view command, std::string_view description,
                        std::string_view examples) {
    OptionParser parser(command.empty() ? "mariani" : fmt::format("mariani {}", command),
                        description, examples);
    // Taken out before anything is parsed: here it is only described.
    if (const auto names = workloads_of(command); names.size() > 1)
        parser.add_text("--workload", fmt::format("{}", fmt::join(names, "|")),
                        "What is computed; each workload has its own options: see its --help",
                        [](const std::string&) {});
    return parser;
}

std::string version_text() {
    return "mariani " MARIANI_VERSION;
}

std::string_view description_of(std::string_view command) {
    if (command == "render") return "Writes a picture of the Mandelbrot set; needs no display.";
    if (command == "bench") return "Compares the speed of engines; needs no display.";
    if (command == "sweep")
        return "Measures every g, r and B of a grid on one view, compared with Ex; needs no "
               "display.";
    if (command == "race")
        return "Races two to six engines on one view, with their pictures; needs no display.";
    if (command == "check")
        return "Compares a subdivided frame with Ex, pixel by pixel; exit status 1 if any is "
               "wrong.";
    if (command == "model")
        return "Predicts work and time of subdivision with the paper's cost model, Eqs. 1-25.";
    if (command == "reproduce")
        return "Tests the claims of the papers on this machine, and writes a report: each claim "
               "with "
               "what was\npublished, what was measured, and a verdict; needs no display.";
    if (command == "poster")
        return "Makes a picture of any size in a folder, with all its smaller levels; continues "
               "one "
               "that is\nincomplete (exit status 3), whatever ended it; needs no display.";
    if (command == "info") return "Reports what this build and this machine can do.";
    return "Shows the Mandelbrot set being computed by subdivision, and how fast.\n"
           "Commands, each with its own --help:\n"
           "  mariani [OPTIONS] [FILE.png|DIR]     the window; DIR is a poster\n"
           "  mariani render -o out.png [OPTIONS]  write a picture\n"
           "  mariani poster -o DIR [OPTIONS]      make a picture of up to a terapixel\n"
           "  mariani bench [OPTIONS]              measure engines\n"
           "  mariani sweep --g LIST [OPTIONS]     find the best g, r and B\n"
           "  mariani race [OPTIONS]               engines side by side, with pictures\n"
           "  mariani check [OPTIONS]              find wrong pixels\n"
           "  mariani model --n N [OPTIONS]        predict work and time\n"
           "  mariani reproduce [NAME...]          test the papers' claims on this machine\n"
           "  mariani info                         version, devices, engines, limits";
}

std::string_view examples_of(std::string_view command) {
    if (command == "render")
        return "Examples:\n"
               "  mariani render -o set.png --view paper --size 2048x2048\n"
               "  mariani render -o grid.png --center -0.75,0.1 --height 0.05 --engine ask --grid\n"
               "  mariani render -o large.png set.png --size 8192x8192\n"
               "  mariani render -o set.png --dwell-out set.npy --regions-out set.csv";
    if (command == "bench")
        return "Examples:\n"
               "  mariani bench --view paper --dwell 8192 --size 2048x2048\n"
               "  mariani bench --engine ex,ask --scheme all -B 32 --repeat 20 -o log.csv\n"
               "  mariani bench --engine ex,ask --experiment mine.json\n"
               "  mariani bench mine.json --fail-slower\n"
               "  mariani bench --suite -o suite.json";
    if (command == "sweep")
        return "Examples:\n"
               "  mariani sweep --view paper --g 2..64 --r 2,4 --B 4..128 -o sweep.csv --plot "
               "sweep.png\n"
               "  mariani sweep --backend cuda --scheme mbr --g 4..64 --block 16x16,64x4 -o "
               "sweep.csv";
    if (command == "race")
        return "Examples:\n"
               "  mariani race --view seahorse -o race.csv --plot race.png\n"
               "  mariani race --racer ex --racer ask,g=8,B=32 --racer ask-mbr,backend=cpu "
               "--repeat 21";
    if (command == "check")
        return "Examples:\n"
               "  mariani check --view seahorse -B 4 -o wrong.csv\n"
               "  mariani check screenshot.png --fill safe -o wrong.png";
    if (command == "model")
        return "Examples:\n"
               "  mariani model --n 65536 --P 0.7 --optimum\n"
               "  mariani model --n 16384 -g 4 --vary B --over 2..1024 -o model.csv\n"
               "  mariani model --vary n --over 256..65536 --optimum";
    if (command == "reproduce")
        return "Examples:\n"
               "  mariani reproduce --list\n"
               "  mariani reproduce -o report --minutes 5\n"
               "  mariani reproduce modeling triangle.bound -o report\n"
               "  mariani reproduce -o report --compare other/report.json";
    if (command == "poster")
        return "Examples:\n"
               "  mariani poster -o set --view paper --size 1048576 --estimate\n"
               "  mariani poster -o set --view paper --size 1048576\n"
               "  mariani poster set\n"
               "  mariani poster set --check\n"
               "  mariani poster set --print 841x1189mm@300 --bleed 3mm --to set.tif\n"
               "  mariani poster set --serve\n"
               "  mariani poster -o set --view seahorse --dwell 4096 --part 0/2";
    if (command == "info") return "";
    return "Examples:\n"
           "  mariani\n"
           "  mariani --view seahorse --dwell 4096 --engine ask -g 4 -r 2 -B 16\n"
           "  mariani screenshot.png";
}

}  // namespace mariani::app

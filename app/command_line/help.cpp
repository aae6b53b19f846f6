#include "app/command_line/help.hpp"

namespace mariani::app {

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

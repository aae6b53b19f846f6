// A sweep's file: anything not provably this sweep's stays unchanged, byte for byte.
#include "app/measure/sweep_csv.hpp"

#include "render/picture/png.hpp"
#include "tests/files/sandbox.hpp"

namespace mariani::app {
namespace {

class SweepCsvTest : public Sandbox {
  protected:
    SweepCsvTest() {
        subject.plan.engine = EngineKind::ask;
        subject.plan.image = {64, 64};
        subject.plan.part = whole(subject.plan.image);
        subject.device = "a made-up device, 2 threads";
        SweepCsv(path, subject).append(row);
        whole_text = text_of(path);
        header = whole_text.substr(0, whole_text.find('\n') + 1);
        line = whole_text.substr(header.size());
    }

    // The refusal of a file with this text, which must not have changed.
    std::string refused(const std::string& text) const {
        put(path, text);
        const auto why = error_of([&] { SweepCsv file(path, subject); });
        EXPECT_FALSE(why.empty()) << text;
        EXPECT_EQ(text_of(path), text);
        return why;
    }

    const fs::path path = folder / "sweep.csv";
    SweepSubject subject;
    const SweepRow row{{{4, 2, 8}, {16, 16}}, 5, {1, 2, 3}, 8, 10, 20, 30};
    std::string whole_text, header, line;
};

TEST_F(SweepCsvTest, LeavesForeignFilesAlone) {
    render::write_png(folder / "a.png", render::Image({3, 2}, render::PixelFormat::rgb));
    const std::string binary("\0\1\2\n\0\3", 6);
    for (const std::string& foreign :
         {std::string("my only line"), std::string("my only line\n"), std::string("one\ntwo"),
          std::string("device"), header.substr(0, header.size() - 1), "x" + whole_text, binary,
          text_of(folder / "a.png"), std::string("\n"), header + "\n", "\xef\xbb\xbf" + whole_text})
        EXPECT_SAYS(refused(foreign), "name another file");
}

TEST_F(SweepCsvTest, LeavesAnotherSweepsFileAlone) {
    std::string other = line;
    other.replace(other.find("made-up"), 7, "different");
    const std::string half = other.substr(0, other.size() / 2);
    EXPECT_SAYS(refused(header + other), "line 2, belongs to another sweep");
    EXPECT_SAYS(refused(header + line + other), "line 3, belongs to another sweep");
    EXPECT_SAYS(refused(header + half), "line 2, belongs to another sweep");
    EXPECT_SAYS(refused(header + line + half), "line 3, belongs to another sweep");
    EXPECT_SAYS(refused(header + line + "a note"), "line 3, belongs to another sweep");
}

TEST_F(SweepCsvTest, CutsOffOnlyARowOfItsOwnThatAKillCutShort) {
    for (std::size_t length = 0; length < line.size(); ++length) {
        put(path, header + line + line.substr(0, length));
        SweepCsv file(path, subject);
        EXPECT_EQ(file.rows().size(), 1u);
        EXPECT_EQ(text_of(path), header + line) << length;
        file.append(row);
        EXPECT_EQ(text_of(path), header + line + line) << length;
    }
}

TEST_F(SweepCsvTest, BeginsInAnEmptyFile) {
    put(path, "");
    { SweepCsv file(path, subject); }
    EXPECT_EQ(text_of(path), "");
    SweepCsv(path, subject).append(row);
    EXPECT_EQ(text_of(path), whole_text);
}

// The written row is ",4,2,8,16x16,5,2,1,3,8,4,10,20,30".
TEST_F(SweepCsvTest, RowsReadBackObeyTheLimitsOfRowsMade) {
    const std::string subject_text = line.substr(0, line.find(",4,2,8,") + 1);
    const auto damaged = [&](const std::string& cell) {
        EXPECT_SAYS(refused(header + subject_text + cell + "\n"), "line 2, is damaged: ");
    };
    for (const std::string cell : {"0,2,8", "-1,2,8", "32769,2,8", "4,0,8", "4,-1,8", "4,1,8",
                                   "4,1025,8", "4,2,0", "4,2,-1", "4,2,65537", "4.5,2,8", ",2,8"})
        damaged(cell + ",16x16,5,2,1,3,8,4,10,20,30");
    for (const std::string block : {"0x16", "-1x16", "64x64", "16", ""})
        damaged("4,2,8," + block + ",5,2,1,3,8,4,10,20,30");
    for (const std::string runs : {"0", "-1", "100001", "1.5", ""})
        damaged("4,2,8,16x16," + runs + ",2,1,3,8,4,10,20,30");
    for (const std::string time : {"-1", "0", "nan", "inf", "-inf", "1e300", "1e-300", "", "x"}) {
        damaged("4,2,8,16x16,5," + time + ",1,3,8,4,10,20,30");
        damaged("4,2,8,16x16,5,2," + time + ",3,8,4,10,20,30");
        damaged("4,2,8,16x16,5,2,1," + time + ",8,4,10,20,30");
        damaged("4,2,8,16x16,5,2,1,3," + time + ",4,10,20,30");
        damaged("4,2,8,16x16,5,2,1,3,8," + time + ",10,20,30");
    }
    damaged("4,2,8,16x16,5,2,3,1,8,4,10,20,30");  // least above median above most
    damaged("4,2,8,16x16,5,2,1,3,8,5,10,20,30");  // not the speedup of these times
    for (const std::string count : {"-1", "nan", "1e300", "1.5", "99999999999999999999", ""}) {
        damaged("4,2,8,16x16,5,2,1,3,8,4," + count + ",20,30");
        damaged("4,2,8,16x16,5,2,1,3,8,4,10," + count + ",30");
        damaged("4,2,8,16x16,5,2,1,3,8,4,10,20," + count);
    }
    damaged("4,2,8,16x16,5,2,1,3,8,4,10,4097,30");  // more pixels than there are
    damaged("4,2,8,16x16,5,2,1,3,8,4,10,20");
    damaged("4,2,8,16x16,5,2,1,3,8,4,10,20,30,40");
}

}  // namespace
}  // namespace mariani::app

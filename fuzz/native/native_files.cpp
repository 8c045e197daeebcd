// Files of our own programs: the journal of small Othello, training games and records.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "fuzz/native/check.hpp"
#include "gomoku/training/record.hpp"
#include "othello/small/journal.hpp"
#include "othello/training/record.hpp"

using namespace fivefold;
using fuzz::require;
using fuzz::tried;

namespace {

const std::string& file_name() {
    static const std::string name =
        std::filesystem::temp_directory_path() / ("fivefold-fuzz-" + std::to_string(getpid()));
    return name;
}

// Replaces the content of the file, which stays open because opening is slow.
void write(std::string_view bytes) {
    static const int file = open(file_name().c_str(), O_CREAT | O_WRONLY, 0600);
    require(pwrite(file, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()) &&
                ftruncate(file, static_cast<off_t>(bytes.size())) == 0,
            "the file can be written");
}

// Training programs reject input with std::runtime_error, print it and end.
template <typename Read>
void read_training(const Read& read) {
    try {
        read();
    } catch (const std::runtime_error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    write(fuzz::text_of(data + 1, size - 1));
    switch (data[0] % 4) {
        case 0:
            read_training([] {
                const auto games = gomoku::training::read_games(file_name());
                const std::string again = file_name() + "-again";
                gomoku::training::write_games(again, games);
                require(gomoku::training::read_games(again).size() == games.size(),
                        "games are as many as they were");
            });
            break;
        case 1:
            read_training([] {
                const auto records = othello::training::read_records(file_name());
                othello::training::expectations(records, {});
            });
            break;
        default:
            const int side = data[0] % 4 == 2 ? 4 : 6;
            const auto before = std::filesystem::file_size(file_name());
            const auto journal =
                tried([&] { return std::make_unique<othello::SmallJournal>(file_name(), side); });
            const auto after = std::filesystem::file_size(file_name());
            require(journal ? after <= before : after == before, "a refusal changes nothing");
    }
    return 0;
}

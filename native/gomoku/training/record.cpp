#include "gomoku/training/record.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "gomoku/rules/lines.hpp"

namespace fivefold::gomoku::training {

namespace {

// A cell takes the low bits of its word, the notes the others.
constexpr int cell_bits = 13;
constexpr int cell_mask = (1 << cell_bits) - 1;
static_assert(max_cells <= cell_mask);

class Bytes {
  public:
    explicit Bytes(const std::filesystem::path& path) : path_(path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) {
            throw std::runtime_error("cannot read " + path.string());
        }
        bytes_.assign(std::istreambuf_iterator<char>(file), {});
    }

    bool is_at_end() const { return at_ == bytes_.size(); }
    int one() {
        if (is_at_end()) {
            throw damaged();
        }
        return static_cast<unsigned char>(bytes_[at_++]);
    }
    int two() {
        const int low = one();
        return low | one() << 8;
    }
    std::runtime_error damaged() const {
        return std::runtime_error(path_.string() + " does not hold whole games");
    }

  private:
    std::filesystem::path path_;
    std::string bytes_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<PlayedGame> read_games(const std::filesystem::path& path) {
    Bytes bytes(path);
    std::vector<PlayedGame> games;
    while (!bytes.is_at_end()) {
        PlayedGame& game = games.emplace_back();
        game.rules = static_cast<std::uint8_t>(bytes.one());
        game.size = static_cast<std::uint8_t>(bytes.one());
        game.result = static_cast<std::int8_t>(bytes.one());
        const int cells = game.size * game.size;
        const int count = bytes.two();
        if (game.rules >= trained_rules.size() || game.size < min_size || game.size > max_size ||
            count > cells) {
            throw bytes.damaged();
        }
        game.moves.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            const int word = bytes.two();
            const int cell = word & cell_mask;
            const int score = bytes.two();
            const int best = bytes.two();
            if (cell >= cells || best >= cells) {
                throw bytes.damaged();
            }
            game.moves.push_back(
                {static_cast<std::uint16_t>(cell), static_cast<std::int16_t>(score),
                 static_cast<std::uint16_t>(best), static_cast<std::uint16_t>(word >> cell_bits)});
        }
    }
    return games;
}

void write_games(const std::filesystem::path& path, const std::vector<PlayedGame>& games) {
    std::string bytes;
    const auto put_two = [&bytes](int number) {
        bytes.push_back(static_cast<char>(number & 0xff));
        bytes.push_back(static_cast<char>(number >> 8 & 0xff));
    };
    for (const PlayedGame& game : games) {
        bytes.push_back(static_cast<char>(game.rules));
        bytes.push_back(static_cast<char>(game.size));
        bytes.push_back(static_cast<char>(game.result));
        put_two(static_cast<int>(game.moves.size()));
        for (const PlayedMove& move : game.moves) {
            put_two(move.cell | move.notes << cell_bits);
            put_two(move.score);
            put_two(move.best);
        }
    }
    std::filesystem::path unfinished = path;
    unfinished += ".unfinished";
    {
        std::ofstream file(unfinished, std::ios::binary);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        if (!file.flush()) {
            throw std::runtime_error("cannot write " + unfinished.string());
        }
    }
    std::filesystem::rename(unfinished, path);
}

}  // namespace fivefold::gomoku::training

#include "othello/training/record.hpp"

#include <array>
#include <fstream>
#include <stdexcept>

namespace fivefold::othello::training {

namespace {

// A linear fit of outcomes: a * value + b.
class Line {
  public:
    void add(double value, double outcome) {
        ++count_;
        values_ += value;
        outcomes_ += outcome;
        squares_ += value * value;
        products_ += value * outcome;
    }

    // With fewer positions the search's own value is more reliable.
    bool is_known() const { return count_ >= 300; }

    double at(double value) const {
        if (!is_known()) {
            return value;
        }
        const double spread = squares_ - values_ * values_ / count_;
        const double together = products_ - values_ * outcomes_ / count_;
        const double slope = spread > 0 ? together / spread : 1;
        return outcomes_ / count_ + slope * (value - values_ / count_);
    }

  private:
    double count_ = 0;
    double values_ = 0;
    double outcomes_ = 0;
    double squares_ = 0;
    double products_ = 0;
};

}  // namespace

std::vector<float> expectations(const std::vector<Record>& records, const Mixture& mixture) {
    std::array<std::vector<std::size_t>, 65> by_empty;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const int empty = 64 - count_bits(records[i].own | records[i].other);
        by_empty[static_cast<std::size_t>(empty)].push_back(i);
    }
    const auto has_next = [&](std::size_t i) {
        const Record& record = records[i];
        return record.exact == 0 && (record.next & best_played) != 0 && i + 1 < records.size();
    };
    const auto value_of = [&](std::size_t i) {
        return static_cast<double>(records[i].value) / parts_of_disc;
    };
    const auto sign_of = [&](std::size_t i) {
        return (records[i].next & same_side) != 0 ? 1.0 : -1.0;
    };
    std::vector<double> led_to(records.size());  // final value along the best moves
    std::vector<double> mixed(records.size());   // the same, blended with earlier values
    std::vector<float> expected(records.size());
    for (const auto& places : by_empty) {
        Line line;
        for (const std::size_t i : places) {
            if (has_next(i)) {
                led_to[i] = sign_of(i) * led_to[i + 1];
                line.add(value_of(i), led_to[i]);
            }
        }
        for (const std::size_t i : places) {
            const double value = records[i].exact != 0 ? value_of(i) : line.at(value_of(i));
            mixed[i] = value;
            if (has_next(i)) {
                mixed[i] = (1 - mixture.trust) * value + mixture.trust * sign_of(i) * mixed[i + 1];
            } else {
                led_to[i] = value;
            }
            expected[i] =
                static_cast<float>(mixture.share * mixed[i] + (1 - mixture.share) * value);
        }
    }
    return expected;
}

std::vector<Record> read_records(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("cannot read " + path.string());
    }
    const auto size = std::filesystem::file_size(path);
    if (size % sizeof(Record) != 0) {
        throw std::runtime_error(path.string() + " does not hold whole records");
    }
    std::vector<Record> records(size / sizeof(Record));
    file.read(reinterpret_cast<char*>(records.data()), static_cast<std::streamsize>(size));
    for (const Record& record : records) {
        if ((record.own & record.other) != 0) {
            throw std::runtime_error(path.string() + " holds a cell with two discs");
        }
    }
    return records;
}

void write_records(const std::filesystem::path& path, const std::vector<Record>& records) {
    std::filesystem::path unfinished = path;
    unfinished += ".unfinished";
    {
        std::ofstream file(unfinished, std::ios::binary);
        file.write(reinterpret_cast<const char*>(records.data()),
                   static_cast<std::streamsize>(records.size() * sizeof(Record)));
        if (!file.flush()) {
            throw std::runtime_error("cannot write " + unfinished.string());
        }
    }
    std::filesystem::rename(unfinished, path);
}

}  // namespace fivefold::othello::training

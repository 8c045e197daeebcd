#include "othello/evaluation/weights.hpp"

#include <cstring>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace fivefold::othello {

namespace {

// File format: name, version, pattern layout, checksum of the rest; then constants and knots, each
// number in one to three bytes (see Encoder).
constexpr std::string_view name = "fivefold othello";
constexpr std::uint64_t version = 1;
constexpr std::size_t header_size = name.size() + 3 * 8;

constexpr std::uint64_t first_hash = 0xcbf29ce484222325u;

// FNV-1a.
constexpr std::uint64_t hashed(std::uint64_t hash, std::uint8_t byte) {
    return (hash ^ byte) * 0x100000001b3u;
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
    std::uint64_t hash = first_hash;
    for (const std::byte byte : bytes) {
        hash = hashed(hash, std::to_integer<std::uint8_t>(byte));
    }
    return hash;
}

// A fingerprint of the shapes, the knots and the disc unit.
constexpr std::uint64_t layout() {
    std::uint64_t hash = first_hash;
    for (const Shape& shape : shapes) {
        hash = hashed(hash, static_cast<std::uint8_t>(shape.size));
        for (int i = 0; i < shape.size; ++i) {
            hash = hashed(hash, static_cast<std::uint8_t>(shape.cells[i]));
        }
    }
    for (const int number : {phase_count, first_knot, knot_distance, knot_count, max_moves,
                             Trained::parts, table_size % 256}) {
        hash = hashed(hash, static_cast<std::uint8_t>(number));
    }
    return hash;
}

void append_number(std::vector<std::byte>& file, std::uint64_t number) {
    for (int i = 0; i < 8; ++i) {
        file.push_back(static_cast<std::byte>(number >> 8 * i & 0xff));
    }
}

std::uint64_t read_number(std::span<const std::byte> file, std::size_t at) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        number |= std::to_integer<std::uint64_t>(file[at + i]) << 8 * i;
    }
    return number;
}

// Variable-length numbers: seven bits a byte, lowest first, the eighth bit marks a continuation.
// The sign is the lowest bit. A 0 is followed by the number of further 0s.
class Encoder {
  public:
    explicit Encoder(std::vector<std::byte>& file) : file_(file) {}

    void put(int number) {
        if (number == 0) {
            ++zeros_;
            return;
        }
        finish();
        put_bytes(number > 0 ? 2u * static_cast<unsigned>(number)
                             : 2u * static_cast<unsigned>(-number) + 1);
    }

    void finish() {
        if (zeros_ > 0) {
            put_bytes(0);
            put_bytes(zeros_ - 1);
            zeros_ = 0;
        }
    }

  private:
    void put_bytes(unsigned number) {
        for (; number >= 0x80; number >>= 7) {
            file_.push_back(static_cast<std::byte>(0x80 | (number & 0x7f)));
        }
        file_.push_back(static_cast<std::byte>(number));
    }

    std::vector<std::byte>& file_;
    unsigned zeros_ = 0;
};

class Decoder {
  public:
    explicit Decoder(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::int16_t take() {
        if (zeros_ > 0) {
            --zeros_;
            return 0;
        }
        const unsigned code = take_bytes();
        if (code == 0) {
            zeros_ = take_bytes();
            return 0;
        }
        const int size = static_cast<int>(code >> 1);
        if (size > Trained::greatest) {
            throw InvalidText("The Othello weights file holds an impossible number.");
        }
        return static_cast<std::int16_t>((code & 1) != 0 ? -size : size);
    }

    bool is_at_end() const { return zeros_ == 0 && at_ == bytes_.size(); }

  private:
    unsigned take_bytes() {
        unsigned number = 0;
        for (int shift = 0; shift < 28; shift += 7) {
            if (at_ == bytes_.size()) {
                throw InvalidText("The Othello weights file ends too early.");
            }
            const unsigned byte = std::to_integer<unsigned>(bytes_[at_++]);
            number |= (byte & 0x7f) << shift;
            if (byte < 0x80) {
                return number;
            }
        }
        throw InvalidText("The Othello weights file holds an impossible number.");
    }

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    unsigned zeros_ = 0;
};

// For every configuration of a shape, its mirror image. Each cell extends the configurations of the
// cells before it.
std::vector<std::uint32_t> mirrored_configurations(const Shape& shape) {
    const auto order = mirrored_order(shape);
    std::vector<std::uint32_t> mirrored{0};
    mirrored.reserve(static_cast<std::size_t>(power_of_three(shape.size)));
    for (int i = 0; i < shape.size; ++i) {
        const std::size_t before = mirrored.size();
        const auto step = static_cast<std::uint32_t>(power_of_three(order[i]));
        for (std::size_t configuration = 0; configuration < 2 * before; ++configuration) {
            mirrored.push_back(mirrored[configuration] + step);
        }
    }
    return mirrored;
}

}  // namespace

Packing::Packing() : places_(static_cast<std::size_t>(table_size)) {
    std::size_t start = 0;
    for (const Shape& shape : shapes) {
        const auto mirrored = mirrored_configurations(shape);
        for (std::size_t configuration = 0; configuration < mirrored.size(); ++configuration) {
            places_[start + configuration] = mirrored[configuration] < configuration
                                                 ? places_[start + mirrored[configuration]]
                                                 : count_++;
        }
        start += mirrored.size();
    }
    for (std::size_t index = start; index < places_.size(); ++index) {
        places_[index] = count_++;
    }
}

Trained read_trained(std::span<const std::byte> file) {
    if (file.size() < header_size || std::memcmp(file.data(), name.data(), name.size()) != 0) {
        throw InvalidText("This is not an Othello weights file.");
    }
    if (const std::uint64_t found = read_number(file, name.size()); found != version) {
        throw InvalidText("The Othello weights file has version " + std::to_string(found) +
                          "; this program reads version " + std::to_string(version) + ".");
    }
    if (read_number(file, name.size() + 8) != layout()) {
        throw InvalidText("The Othello weights file was made for other patterns.");
    }
    const auto rest = file.subspan(header_size);
    if (read_number(file, name.size() + 16) != checksum(rest)) {
        throw InvalidText("The Othello weights file is damaged: its checksum is wrong.");
    }
    Decoder decoder(rest);
    Trained trained;
    for (std::int16_t& constant : trained.constants) {
        constant = decoder.take();
    }
    static const auto shared = static_cast<std::size_t>(Packing().count());
    for (auto& knot : trained.knots) {
        knot.resize(shared);
        for (std::int16_t& number : knot) {
            number = decoder.take();
        }
    }
    if (!decoder.is_at_end()) {
        throw InvalidText("The Othello weights file is longer than its patterns.");
    }
    return trained;
}

std::vector<std::byte> write_trained(const Trained& trained) {
    std::vector<std::byte> rest;
    Encoder encoder(rest);
    for (const std::int16_t constant : trained.constants) {
        encoder.put(constant);
    }
    for (const auto& knot : trained.knots) {
        for (const std::int16_t number : knot) {
            encoder.put(number);
        }
    }
    encoder.finish();

    std::vector<std::byte> file;
    for (const char character : name) {
        file.push_back(static_cast<std::byte>(character));
    }
    append_number(file, version);
    append_number(file, layout());
    append_number(file, checksum(rest));
    file.insert(file.end(), rest.begin(), rest.end());
    return file;
}

Weights::Weights(const Trained& trained) : numbers_(stride * phase_count) {
    constexpr int finer = parts_of_disc / Trained::parts;
    static_assert(finer % knot_distance == 0, "every blend is a whole number");
    for (std::size_t empty = 0; empty < constants_.size(); ++empty) {
        constants_[empty] = static_cast<std::int16_t>(finer * trained.constants[empty]);
    }
    const Packing packing;
    std::vector<std::int16_t> blended(static_cast<std::size_t>(packing.count()));
    for (int phase = 0; phase < phase_count; ++phase) {
        const Blend blend = blend_of(phase);
        const auto& lower = trained.knots[static_cast<std::size_t>(blend.lower)];
        const auto& upper = trained.knots[static_cast<std::size_t>(blend.upper)];
        for (std::size_t place = 0; place < blended.size(); ++place) {
            const int sum =
                lower[place] * (knot_distance - blend.share) + upper[place] * blend.share;
            blended[place] = static_cast<std::int16_t>(sum * (finer / knot_distance));
        }
        std::int16_t* const table = numbers_.data() + static_cast<std::size_t>(phase) * stride;
        for (int index = 0; index < table_size; ++index) {
            table[index] = blended[static_cast<std::size_t>(packing[index])];
        }
        table[patterns.table_size] = 0;
    }
}

std::shared_ptr<const Weights> Weights::read(std::span<const std::byte> file) {
    return std::make_shared<const Weights>(read_trained(file));
}

}  // namespace fivefold::othello

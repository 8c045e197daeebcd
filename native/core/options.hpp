// Parses the command line of a training program: `JOB --option value ... FILE ...`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace fivefold {

// Missing or malformed options throw std::runtime_error with a readable message.
class Options {
  public:
    // The arguments after the job.
    Options(int count, char** words) {
        for (int i = 2; i < count; ++i) {
            const std::string word = words[i];
            if (word.rfind("--", 0) != 0) {
                files.push_back(word);
            } else if (i + 1 < count) {
                values_[word.substr(2)] = words[++i];
            } else {
                throw std::runtime_error(word + " needs a value");
            }
        }
    }

    std::string text(const std::string& name) const {
        const auto found = values_.find(name);
        if (found == values_.end()) {
            throw std::runtime_error("--" + name + " is missing");
        }
        return found->second;
    }
    bool has(const std::string& name) const { return values_.count(name) > 0; }
    int number(const std::string& name) const {
        return parsed<int>(name, [](const std::string& text) { return std::stoi(text); });
    }
    int number(const std::string& name, int otherwise) const {
        return has(name) ? number(name) : otherwise;
    }
    double real(const std::string& name, double otherwise) const {
        const auto read = [](const std::string& text) { return std::stod(text); };
        return has(name) ? parsed<double>(name, read) : otherwise;
    }
    std::uint64_t seed() const {
        const auto read = [](const std::string& text) { return std::stoull(text); };
        return has("seed") ? parsed<std::uint64_t>("seed", read) : 1;
    }

    std::vector<std::string> files;

  private:
    template <typename Number, typename Read>
    Number parsed(const std::string& name, const Read& read) const {
        try {
            return read(text(name));
        } catch (const std::logic_error&) {
            throw std::runtime_error("--" + name + " takes a number, not '" + text(name) + "'");
        }
    }

    std::map<std::string, std::string> values_;
};

inline std::vector<std::byte> read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("cannot read " + path);
    }
    std::vector<std::byte> bytes(std::filesystem::file_size(path));
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

inline void write_file(const std::string& path, const std::vector<std::byte>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) {
        throw std::runtime_error("cannot write " + path);
    }
}

}  // namespace fivefold

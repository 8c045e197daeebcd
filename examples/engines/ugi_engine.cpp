// A UGI engine for Gomoku in C++: the free cell nearest to the last stone.
//
//     c++ -std=c++20 -O2 -o ugi-engine ugi_engine.cpp

#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;  // column and row, from 0 at a1

struct Position {
    std::map<Cell, char> stones;
    Cell last{-1, -1};
    char side = 'X';

    void play(Cell cell, char mark) {
        stones[cell] = mark;
        last = cell;
    }
};

int size = 15;
Position now;

Position position(const std::vector<std::string>& words) {
    Position found;
    std::size_t next = 1;
    if (words.at(0) == "fen") {
        const std::string& marks = words.at(1);
        for (int n = 0; n < static_cast<int>(marks.size()); ++n)
            if (marks[n] != '.')
                found.play({n % size, size - 1 - n / size}, marks[n]);
        found.side = words.at(2).at(0);
        next = 3;
    }
    if (next < words.size() && words[next] == "moves")
        ++next;
    for (; next < words.size(); ++next) {
        const Cell cell{words[next].at(0) - 'a', std::stoi(words[next].substr(1)) - 1};
        const auto inside = [](int part) { return 0 <= part && part < size; };
        if (found.stones.count(cell) || !inside(cell.first) || !inside(cell.second))
            throw std::invalid_argument(words[next]);
        found.play(cell, found.side);
        found.side = found.side == 'X' ? 'O' : 'X';
    }
    return found;
}

std::string result() {
    for (const auto& [cell, mark] : now.stones)
        for (const auto& [dx, dy] : {Cell{1, 0}, Cell{0, 1}, Cell{1, 1}, Cell{1, -1}}) {
            int count = 0;
            while (count < 5) {
                const auto found =
                    now.stones.find({cell.first + count * dx, cell.second + count * dy});
                if (found == now.stones.end() || found->second != mark)
                    break;
                ++count;
            }
            if (count == 5)
                return mark == 'X' ? "p1win" : "p2win";
        }
    return static_cast<int>(now.stones.size()) == size * size ? "draw" : "none";
}

std::string best_move() {
    if (result() != "none")
        return "none";
    const Cell near = now.stones.empty() ? Cell{size / 2, size / 2} : now.last;
    Cell best;
    int least = 4 * size;
    for (int column = 0; column < size; ++column)
        for (int row = 0; row < size; ++row) {
            const int distance = std::abs(column - near.first) + std::abs(row - near.second);
            if (distance < least && !now.stones.count({column, row})) {
                least = distance;
                best = {column, row};
            }
        }
    return static_cast<char>('a' + best.first) + std::to_string(best.second + 1);
}

int main() {
    bool is_infinite = false;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream text(line);
        std::string command;
        if (!(text >> command))
            continue;
        std::vector<std::string> words;
        for (std::string word; text >> word;)
            words.push_back(word);
        try {
            if (command == "ugi") {
                std::cout << "id name Nearest in C++\n"
                             "option name game type string default gomoku\nugiok\n";
            } else if (command == "isready") {
                std::cout << "readyok\n";
            } else if (command == "setoption") {
                const auto place = line.find("size=");
                if (place == std::string::npos)
                    throw std::invalid_argument(line);
                size = std::stoi(line.substr(place + 5));
            } else if (command == "position") {
                now = position(words);
            } else if (command == "go" && !words.empty() && words[0] == "infinite") {
                is_infinite = true;
            } else if (command == "go" || (command == "stop" && is_infinite)) {
                is_infinite = false;
                std::cout << "bestmove " << best_move() << '\n';
            } else if (command == "query") {
                const std::map<std::string, std::string> answers = {
                    {"result", result()},
                    {"gameover", result() == "none" ? "false" : "true"},
                    {"p1turn", now.side == 'X' ? "true" : "false"},
                };
                const std::string& answer = answers.at(words.at(0));
                std::cout << "response " << answer << '\n';
            } else if (command == "quit") {
                return 0;
            } else if (command != "uginewgame" && command != "stop") {
                throw std::invalid_argument(command);
            }
        } catch (const std::exception&) {
            std::cout << "error " << line << '\n';
        }
        std::cout.flush();
    }
}

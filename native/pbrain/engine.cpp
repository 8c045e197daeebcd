#include "pbrain/engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "core/text.hpp"
#include "gomoku/board/patterns.hpp"
#include "gomoku/rules/position.hpp"
#include "pbrain/openings.hpp"
#include "pbrain/parsing.hpp"

namespace fivefold::pbrain {

namespace {

constexpr int win = 1'000'000;
constexpr double min_seconds = 0.001;

// One number for proven and unproven lines.
int value_of(const gomoku::Line& line) {
    if (!line.wins_in) {
        return line.score;
    }
    return *line.wins_in > 0 ? win - *line.wins_in : -win - *line.wins_in;
}

std::string remark(const gomoku::Report& report, const gomoku::Line& line, int size) {
    std::string text = "depth " + std::to_string(line.depth) + "-" +
                       std::to_string(report.selective_depth) + " score " +
                       std::to_string(value_of(line)) + " nodes " + std::to_string(report.nodes) +
                       " pv";
    for (const std::string& move : line.pv) {
        text += ' ';
        text += format_place(gomoku::parse_move(move, size), size);
    }
    return text;
}

}  // namespace

Engine::Engine(std::vector<std::byte> weights) : weights_(std::move(weights)) {
    const gomoku::Searcher tried(weights_, 1, 1);
}

void Engine::prepare(const Settings& settings) noexcept {
    try {
        // For every rule: managers send theirs with the first request, when the clock already runs.
        for (const char* rules : Settings::all_rules) {
            gomoku::Patterns::of(gomoku::parse_rules(rules));
        }
        make_searcher(settings);
    } catch (const std::exception&) {
        return;
    }
}

void Engine::make_searcher(const Settings& settings) {
    const std::size_t megabytes = settings.table_megabytes();
    if (searcher_ && megabytes == megabytes_ && settings.threads() == threads_) {
        return;
    }
    // Free the old table first: there may not be room for both.
    searcher_.reset();
    megabytes_ = megabytes;
    threads_ = settings.threads();
    for (std::size_t room = megabytes; !searcher_ && room > 0; room /= 2) {
        try {
            searcher_ = std::make_unique<gomoku::Searcher>(weights_, room, threads_);
            searcher_->forget();  // touches the whole table, which is when the system allocates it
        } catch (const std::bad_alloc&) {
            continue;  // retry with half
        }
    }
}

void Engine::forget() {
    if (searcher_) {
        searcher_->forget();
    }
}

Result Engine::search(const Request& request, Clock::time_point received, const StopFlag& stop) {
    Result result;
    try {
        prepare(request.settings);
        if (!searcher_) {
            throw InvalidText("There is not enough memory.");
        }
        const std::chrono::duration<double> gone = Clock::now() - received;
        gomoku::MoveTime time = request.settings.time();
        for (std::optional<double>* seconds : {&time.usual, &time.longest}) {
            if (*seconds) {
                *seconds = std::max(min_seconds, **seconds - gone.count());
            }
        }
        result = request.purpose == Purpose::swap && request.stones == 0
                     ? open_swap(request, *time.usual, stop)
                     : choose(request, time, stop);
    } catch (const std::exception& error) {
        result.error = error.what();
    }
    result.number = request.number;
    return result;
}

gomoku::Report Engine::search_position(const Request& request, const std::string& position,
                                       const gomoku::MoveTime& time, const StopFlag& stop) {
    const gomoku::Limits limits{time.usual, request.settings.depth(), request.settings.nodes(),
                                time.longest};
    gomoku::Report report = searcher_->search(position, request.rules, limits, request.lines, stop);
    if (report.lines.empty()) {
        throw InvalidText("No move was found.");
    }
    return report;
}

// A move; in swap2 white's move, or a swap if black is better.
Result Engine::choose(const Request& request, const gomoku::MoveTime& time, const StopFlag& stop) {
    const gomoku::Report report = search_position(request, request.position, time, stop);
    Result result;
    for (const gomoku::Line& line : report.lines) {
        result.remarks.push_back(remark(report, line, request.size));
    }
    const gomoku::Line& best = report.lines.front();
    result.swaps = request.purpose == Purpose::swap && value_of(best) < 0;
    if (!result.swaps) {
        result.cells.push_back(gomoku::parse_move(best.move, request.size));
    }
    return result;
}

// The three stones after which the position is most even, as far as the time allows to see.
Result Engine::open_swap(const Request& request, double seconds, const StopFlag& stop) {
    const std::vector<Opening> openings = openings_for(request.size);
    const double share = seconds / static_cast<double>(openings.size());
    Result result;
    int nearest = 2 * win;
    for (const Opening& opening : openings) {
        const gomoku::Report report = search_position(request, text_after(opening, request.size),
                                                      {share, std::nullopt}, stop);
        const int value = value_of(report.lines.front());
        if (std::abs(value) < nearest) {
            nearest = std::abs(value);
            result.cells.assign(opening.begin(), opening.end());
            result.remarks = {remark(report, report.lines.front(), request.size)};
        }
        if (is_stopped(stop)) {
            break;
        }
    }
    return result;
}

}  // namespace fivefold::pbrain

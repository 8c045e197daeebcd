#include "pbrain/thinker.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "core/text.hpp"
#include "gomoku/patterns.hpp"
#include "gomoku/position.hpp"
#include "pbrain/openings.hpp"
#include "pbrain/words.hpp"

namespace fivefold::pbrain {

namespace {

constexpr int win = 1'000'000;
constexpr double least_seconds = 0.001;

// One number for lines that are proven and lines that are not.
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

Thinker::Thinker(std::vector<std::byte> weights) : weights_(std::move(weights)) {
    const gomoku::Searcher tried(weights_, 1, 1);
}

void Thinker::prepare(const Settings& settings) noexcept {
    try {
        // Of every rule there is: managers tell theirs with the first question, whose time runs.
        for (const char* rules : Settings::all_rules) {
            gomoku::Patterns::of(gomoku::parse_rules(rules));
        }
        make_searcher(settings);
    } catch (const std::exception&) {
        return;
    }
}

void Thinker::make_searcher(const Settings& settings) {
    const std::size_t megabytes = settings.table_megabytes();
    if (searcher_ && megabytes == megabytes_ && settings.threads() == threads_) {
        return;
    }
    // The old table goes first: there may not be room for both.
    searcher_.reset();
    megabytes_ = megabytes;
    threads_ = settings.threads();
    for (std::size_t room = megabytes; !searcher_ && room > 0; room /= 2) {
        try {
            searcher_ = std::make_unique<gomoku::Searcher>(weights_, room, threads_);
            searcher_->forget();  // writes to all of the table, which is when the system gives it
        } catch (const std::bad_alloc&) {
            continue;  // with half of it
        }
    }
}

void Thinker::forget() {
    if (searcher_) {
        searcher_->forget();
    }
}

Thought Thinker::think(const Question& question, Clock::time_point asked, const StopFlag& stop) {
    Thought thought;
    try {
        prepare(question.settings);
        if (!searcher_) {
            throw InvalidText("There is not enough memory to think.");
        }
        const std::chrono::duration<double> gone = Clock::now() - asked;
        gomoku::MoveTime time = question.settings.time();
        for (std::optional<double>* seconds : {&time.usual, &time.longest}) {
            if (*seconds) {
                *seconds = std::max(least_seconds, **seconds - gone.count());
            }
        }
        thought = question.purpose == Purpose::swap && question.stones == 0
                      ? open_swap(question, *time.usual, stop)
                      : choose(question, time, stop);
    } catch (const std::exception& error) {
        thought.error = error.what();
    }
    thought.number = question.number;
    return thought;
}

gomoku::Report Thinker::search(const Question& question, const std::string& position,
                               const gomoku::MoveTime& time, const StopFlag& stop) {
    const gomoku::Limits limits{time.usual, question.settings.depth(), question.settings.nodes(),
                                time.longest};
    gomoku::Report report =
        searcher_->search(position, question.rules, limits, question.lines, stop);
    if (report.lines.empty()) {
        throw InvalidText("No move was found.");
    }
    return report;
}

// A move; in swap2 white's, or to be black when that is better.
Thought Thinker::choose(const Question& question, const gomoku::MoveTime& time,
                        const StopFlag& stop) {
    const gomoku::Report report = search(question, question.position, time, stop);
    Thought thought;
    for (const gomoku::Line& line : report.lines) {
        thought.remarks.push_back(remark(report, line, question.size));
    }
    const gomoku::Line& best = report.lines.front();
    thought.swaps = question.purpose == Purpose::swap && value_of(best) < 0;
    if (!thought.swaps) {
        thought.cells.push_back(gomoku::parse_move(best.move, question.size));
    }
    return thought;
}

// The three stones after which neither side is better, as far as the time allows to see.
Thought Thinker::open_swap(const Question& question, double seconds, const StopFlag& stop) {
    const std::vector<Opening> openings = openings_for(question.size);
    const double share = seconds / static_cast<double>(openings.size());
    Thought thought;
    int nearest = 2 * win;
    for (const Opening& opening : openings) {
        const gomoku::Report report =
            search(question, text_after(opening, question.size), {share, std::nullopt}, stop);
        const int value = value_of(report.lines.front());
        if (std::abs(value) < nearest) {
            nearest = std::abs(value);
            thought.cells.assign(opening.begin(), opening.end());
            thought.remarks = {remark(report, report.lines.front(), question.size)};
        }
        if (is_stopped(stop)) {
            break;
        }
    }
    return thought;
}

}  // namespace fivefold::pbrain

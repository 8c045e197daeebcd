#include "pbrain/service.hpp"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>

#include "pbrain/conversation.hpp"
#include "pbrain/lines.hpp"

namespace fivefold::pbrain {

namespace {

using Clock = Thinker::Clock;

template <typename Letter>
class Mailbox {
  public:
    void put(Letter letter) {
        {
            const std::lock_guard held(lock_);
            letters_.push_back(std::move(letter));
        }
        arrived_.notify_one();
    }

    // Waits for the next one.
    Letter take() {
        std::unique_lock held(lock_);
        arrived_.wait(held, [this] { return !letters_.empty(); });
        Letter letter = std::move(letters_.front());
        letters_.pop_front();
        return letter;
    }

  private:
    std::mutex lock_;
    std::condition_variable arrived_;
    std::deque<Letter> letters_;
};

struct Heard {
    std::string line;
    Clock::time_point time;
};
struct InputEnds {};
using Event = std::variant<Heard, InputEnds, Thought>;

struct Prepare {
    Settings settings;
    bool forgets;
};
struct Ask {
    Question question;
    Clock::time_point asked;
    std::shared_ptr<StopFlag> stop;
};
struct Leave {};
using Job = std::variant<Prepare, Ask, Leave>;

void listen(std::istream& input, Mailbox<Event>& events) {
    LineCutter cutter;
    char byte = 0;
    while (input.get(byte)) {
        if (auto line = cutter.add(byte)) {
            events.put(Heard{*std::move(line), Clock::now()});
        }
    }
    if (auto line = cutter.rest()) {
        events.put(Heard{*std::move(line), Clock::now()});
    }
    events.put(InputEnds{});
}

class Service {
  public:
    Service(std::istream& input, const Print& print, Thinker& thinker)
        : print_(print), thinker_(thinker), thread_([this] { work(); }) {
        // After END it still waits for a line, so that it may outlive everything but its mailbox.
        std::thread([&input, events = events_] { listen(input, *events); }).detach();
    }

    ~Service() {
        *stop_ = true;
        jobs_.put(Leave{});
        thread_.join();
    }

    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    void run() {
        while (!quits_ && !(input_ended_ && thinking_ == 0 && waiting_.empty())) {
            Event event = events_->take();
            std::visit([this](auto& happened) { handle(happened); }, event);
        }
    }

  private:
    void handle(Heard& heard) {
        if (Conversation::begins_game(heard.line)) {
            print(std::vector<std::string>(waiting_.size(),
                                           "ERROR A new game began before this was answered."));
            waiting_.clear();
        }
        const bool queues = !waiting_.empty() && !Conversation::is_urgent(heard.line);
        if (queues || !hear(heard)) {
            waiting_.push_back(std::move(heard));
        }
    }

    void handle(InputEnds&) {
        input_ended_ = true;
        *stop_ = true;
    }

    void handle(Thought& thought) {
        --thinking_;
        print(conversation_.answer(thought));
        while (!quits_ && !waiting_.empty()) {
            if (!hear(waiting_.front())) {
                return;
            }
            waiting_.pop_front();
        }
    }

    // Does what a line leads to; false when it has to wait.
    bool hear(const Heard& heard) {
        Reply reply = conversation_.hear(heard.line);
        if (reply.later) {
            return false;
        }
        quits_ = reply.quits;
        if (reply.stops) {
            *stop_ = true;
        }
        if (reply.prepares || reply.forgets) {
            prepare(reply.forgets);
        }
        print(reply.lines);
        if (reply.think) {
            ++thinking_;
            stop_ = std::make_shared<StopFlag>(input_ended_);
            jobs_.put(Ask{*std::move(reply.think), heard.time, stop_});
        }
        return true;
    }

    // Gets the engine ready before anything is answered, so that no move pays for it; unless it is
    // still busy with a question that was dropped.
    void prepare(bool forgets) {
        const std::unique_lock free(engine_, std::try_to_lock);
        if (free) {
            prepare(conversation_.settings(), forgets);
        } else {
            jobs_.put(Prepare{conversation_.settings(), forgets});
        }
    }

    void prepare(const Settings& settings, bool forgets) {
        thinker_.prepare(settings);
        if (forgets) {
            thinker_.forget();
        }
    }

    void print(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) {
            print_(line);
        }
    }

    // The thread that thinks.
    void work() {
        for (;;) {
            const Job job = jobs_.take();
            const std::lock_guard held(engine_);
            if (const auto* ask = std::get_if<Ask>(&job)) {
                events_->put(thinker_.think(ask->question, ask->asked, *ask->stop));
            } else if (const auto* wanted = std::get_if<Prepare>(&job)) {
                prepare(wanted->settings, wanted->forgets);
            } else {
                return;
            }
        }
    }

    const Print& print_;
    Thinker& thinker_;
    Conversation conversation_;
    std::shared_ptr<Mailbox<Event>> events_ = std::make_shared<Mailbox<Event>>();
    Mailbox<Job> jobs_;
    std::mutex engine_;          // held by whoever uses the engine
    std::deque<Heard> waiting_;  // lines that are heard when the thinking is over
    std::shared_ptr<StopFlag> stop_ = std::make_shared<StopFlag>(false);  // of the last question
    int thinking_ = 0;  // questions that are not thought to the end; of a dropped one nothing comes
    bool input_ended_ = false;
    bool quits_ = false;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace

void serve(std::istream& input, const Print& print, Thinker& thinker) {
    Service(input, print, thinker).run();
}

}  // namespace fivefold::pbrain

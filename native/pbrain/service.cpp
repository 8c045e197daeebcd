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
#include "pbrain/line_splitter.hpp"

namespace fivefold::pbrain {

namespace {

using Clock = Engine::Clock;

template <typename Message>
class MessageQueue {
  public:
    void put(Message message) {
        {
            const std::lock_guard held(lock_);
            messages_.push_back(std::move(message));
        }
        arrived_.notify_one();
    }

    // Blocks until a message arrives.
    Message take() {
        std::unique_lock held(lock_);
        arrived_.wait(held, [this] { return !messages_.empty(); });
        Message message = std::move(messages_.front());
        messages_.pop_front();
        return message;
    }

  private:
    std::mutex lock_;
    std::condition_variable arrived_;
    std::deque<Message> messages_;
};

struct InputLine {
    std::string line;
    Clock::time_point time;
};
struct InputEnds {};
using Event = std::variant<InputLine, InputEnds, Result>;

struct Prepare {
    Settings settings;
    bool clears_table;
};
struct Search {
    Request request;
    Clock::time_point received;
    std::shared_ptr<StopFlag> stop;
};
struct Quit {};
using Job = std::variant<Prepare, Search, Quit>;

void listen(std::istream& input, MessageQueue<Event>& events) {
    LineSplitter splitter;
    char byte = 0;
    while (input.get(byte)) {
        if (auto line = splitter.add(byte)) {
            events.put(InputLine{*std::move(line), Clock::now()});
        }
    }
    if (auto line = splitter.rest()) {
        events.put(InputLine{*std::move(line), Clock::now()});
    }
    events.put(InputEnds{});
}

class Service {
  public:
    Service(std::istream& input, const Print& print, Engine& engine)
        : print_(print), engine_(engine), thread_([this] { work(); }) {
        // Detached: after END it still blocks on input and uses only its queue.
        std::thread([&input, events = events_] { listen(input, *events); }).detach();
    }

    ~Service() {
        *stop_ = true;
        jobs_.put(Quit{});
        thread_.join();
    }

    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    void run() {
        while (!quits_ && !(input_ended_ && pending_ == 0 && deferred_.empty())) {
            Event event = events_->take();
            std::visit([this](auto& happened) { handle(happened); }, event);
        }
    }

  private:
    void handle(InputLine& received) {
        if (Conversation::begins_game(received.line)) {
            print(std::vector<std::string>(deferred_.size(),
                                           "ERROR A new game began before this was answered."));
            deferred_.clear();
        }
        const bool queues = !deferred_.empty() && !Conversation::is_urgent(received.line);
        if (queues || !receive(received)) {
            deferred_.push_back(std::move(received));
        }
    }

    void handle(InputEnds&) {
        input_ended_ = true;
        *stop_ = true;
    }

    void handle(Result& result) {
        --pending_;
        print(conversation_.answer(result));
        while (!quits_ && !deferred_.empty()) {
            if (!receive(deferred_.front())) {
                return;
            }
            deferred_.pop_front();
        }
    }

    // Handles a line; returns false if it must wait.
    bool receive(const InputLine& received) {
        Reply reply = conversation_.receive(received.line);
        if (reply.is_deferred) {
            return false;
        }
        quits_ = reply.quits;
        if (reply.stops_search) {
            *stop_ = true;
        }
        if (reply.reconfigures || reply.clears_table) {
            prepare(reply.clears_table);
        }
        print(reply.lines);
        if (reply.request) {
            ++pending_;
            stop_ = std::make_shared<StopFlag>(input_ended_);
            jobs_.put(Search{*std::move(reply.request), received.time, stop_});
        }
        return true;
    }

    // Prepares the engine before replying, so that no move pays for it, unless the engine is still
    // busy with a dropped request.
    void prepare(bool clears_table) {
        const std::unique_lock free(engine_lock_, std::try_to_lock);
        if (free) {
            prepare(conversation_.settings(), clears_table);
        } else {
            jobs_.put(Prepare{conversation_.settings(), clears_table});
        }
    }

    void prepare(const Settings& settings, bool clears_table) {
        engine_.prepare(settings);
        if (clears_table) {
            engine_.forget();
        }
    }

    void print(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) {
            print_(line);
        }
    }

    // The search thread.
    void work() {
        for (;;) {
            const Job job = jobs_.take();
            const std::lock_guard held(engine_lock_);
            if (const auto* search = std::get_if<Search>(&job)) {
                events_->put(engine_.search(search->request, search->received, *search->stop));
            } else if (const auto* wanted = std::get_if<Prepare>(&job)) {
                prepare(wanted->settings, wanted->clears_table);
            } else {
                return;
            }
        }
    }

    const Print& print_;
    Engine& engine_;
    Conversation conversation_;
    std::shared_ptr<MessageQueue<Event>> events_ = std::make_shared<MessageQueue<Event>>();
    MessageQueue<Job> jobs_;
    std::mutex engine_lock_;          // held while the engine is in use
    std::deque<InputLine> deferred_;  // lines to handle once the search has ended
    std::shared_ptr<StopFlag> stop_ = std::make_shared<StopFlag>(false);  // of the last request
    int pending_ = 0;  // searches not finished; a dropped one yields no output
    bool input_ended_ = false;
    bool quits_ = false;
    std::thread thread_;  // last: uses all of the above
};

}  // namespace

void serve(std::istream& input, const Print& print, Engine& engine) {
    Service(input, print, engine).run();
}

}  // namespace fivefold::pbrain

// All of Boost.Beast is in this file: it is slow to compile. Connections live on one thread; each is either a
// plain request that gets the page, or a reader of the live stream.

#include "wend/view/live_server.hpp"

#include <deque>
#include <optional>
#include <set>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <pthread.h>
#include <signal.h>

#include "wend/view/html_export.hpp"

#include "view/live_hub.hpp"
#include "view/live_insight.hpp"
#include "view/live_loop.hpp"
#include "view/sample_log.hpp"
#include "view/web_policy.hpp"

namespace wend::view {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Error = beast::error_code;

constexpr std::uint32_t most_header_bytes = 16 << 10;
constexpr std::size_t most_message_bytes = 16 << 10;
constexpr std::size_t most_scene_bytes = 9u << 20;  // where pages may send whole scenes
constexpr std::size_t most_notices = 32;
constexpr auto request_timeout = std::chrono::seconds(10);
constexpr auto accept_pause = std::chrono::milliseconds(200);
constexpr auto idle_timeout = std::chrono::seconds(60);
constexpr std::uint32_t frames_per_group = 30;

class Reader;

/// What every connection shares.
struct Site {
    ServerOptions options;
    std::uint16_t port = 0;
    std::string key;  ///< empty: none is asked for
    LiveHub hub;
    LiveLoop* loop = nullptr;
    std::set<std::shared_ptr<Reader>> readers;  // touched on the connections' thread only
    std::atomic<std::size_t> connections = 0;
    std::uint64_t next_client = 1;

    [[nodiscard]] std::size_t most_bytes() const {
        return options.source ? most_scene_bytes : most_message_bytes;
    }
};

/// Counts a connection as long as it lives.
class Ticket {
  public:
    explicit Ticket(Site& site) : site_(site) { ++site_.connections; }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() { --site_.connections; }

  private:
    Site& site_;
};

/// A page that follows the world. One write at a time; what to write is decided when the last one is done, so
/// nothing waits in line but short notices.
class Reader : public std::enable_shared_from_this<Reader> {
  public:
    Reader(Site& site, beast::tcp_stream stream, std::unique_ptr<Ticket> ticket)
        : site_(site),
          ticket_(std::move(ticket)),
          socket_(std::move(stream)),
          client_(site.next_client++),
          incoming_(site.most_bytes() + 1) {}

    void accept(const http::request<http::empty_body>& request) {
        beast::get_lowest_layer(socket_).expires_never();
        socket_.set_option(websocket::stream_base::timeout{request_timeout, idle_timeout, true});
        socket_.read_message_max(site_.most_bytes());
        socket_.binary(true);
        socket_.auto_fragment(false);
        socket_.async_accept(request, [self = shared_from_this()](Error error) {
            if (error) return;
            self->site_.readers.insert(self);
            self->site_.loop->greet();
            self->read();
            self->write_next();
        });
    }

    void write_next() {
        if (is_writing_ || is_closed_) return;
        std::optional<Message> message = next_message();
        if (!message) return;
        is_writing_ = true;
        outgoing_ = std::move(*message);
        socket_.async_write(asio::buffer(outgoing_), [self = shared_from_this()](Error error, std::size_t) {
            self->is_writing_ = false;
            if (error) return self->leave();
            self->write_next();
        });
    }

    void close() {
        is_closed_ = true;
        Error ignored;
        beast::get_lowest_layer(socket_).socket().close(ignored);
    }

  private:
    std::optional<Message> next_message() {
        if (auto first = site_.hub.epoch_after(epoch_); !first.empty()) begin(std::move(first));
        // News are of now and come after the past.
        if (ready_.empty() && !is_in_history())
            for (Message& message : site_.hub.news_before_frame(cursor_, wish_.mesh.value_or(false)))
                ready_.push_back(std::move(message));
        if (ready_.empty()) {
            prepare_frame();
            if (!is_in_history()) prepare_insight();
        }
        if (has_begun() && !notices_.empty()) {
            Message notice = std::move(notices_.front());
            notices_.pop_front();
            return notice;
        }
        if (ready_.empty()) return std::nullopt;
        Message message = std::move(ready_.front());
        ready_.pop_front();
        return message;
    }

    /// The first messages of a world have been written: from then on nothing depends on the order of notices.
    [[nodiscard]] bool has_begun() const { return has_history_; }
    [[nodiscard]] bool is_in_history() const { return has_history_ && history_.next <= history_.last; }

    /// Another world than the one this reader has seen so far.
    void begin(std::vector<Message> first) {
        ready_.assign(std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
        cursor_ = {};
        encoder_ = FrameEncoder(0);
        encoder_.set_floor(site_.hub.floor());
        told_.forget();
        watched_.reset();
        wish_ = {};
        frames_sent_ = 0;
        has_history_ = false;
    }

    void prepare_frame() {
        if (!std::exchange(has_history_, true)) {
            history_ = site_.hub.history();
            cursor_.frame = history_.last;
            cursor_.event = history_.event;
        }
        if (const auto past = site_.hub.next_of(history_)) return ready_.push_back(*past);
        const auto frame = site_.hub.newest_after(cursor_.frame);
        if (!frame) return;
        cursor_.frame = frame->number;
        const bool is_whole = frames_sent_++ % frames_per_group == 0;
        encoder_.set_agents(frame->agents);
        ready_.push_back(
            encoder_.encode(frame->frame, frame->stats, site_.hub.events_after(cursor_.event), is_whole));
        if (!frame->poses.empty()) ready_.push_back(poses_message(frame->frame.time, frame->poses));
    }

    void prepare_insight() {
        const auto insight = site_.hub.insight_after(cursor_.insight);
        if (!insight) return;
        for (const ChannelSample& sample : *insight)
            if (is_wanted(sample, watched_, wish_) && told_.is_news(sample))
                ready_.push_back(channel_message(sample));
    }

    void read() {
        socket_.async_read(incoming_, [self = shared_from_this()](Error error, std::size_t) {
            if (error) return self->leave();
            self->take_message();
            self->read();
        });
    }

    void take_message() {
        const std::string text = beast::buffers_to_string(incoming_.data());
        incoming_.consume(incoming_.size());
        Result<Command> command = parse_command(text);
        if (!command) return notify(false, command.status().message);
        if (const auto* watch = std::get_if<WatchCommand>(&command.value())) {
            watched_ = watch->agent;
            told_.forget();
        }
        if (const auto* show = std::get_if<ShowCommand>(&command.value())) wish_.take(*show);
        const auto executor = socket_.get_executor();
        const auto reply = [weak = weak_from_this(), executor](bool ok, const std::string& answer,
                                                               const std::string& about) {
            asio::post(executor, [weak, ok, answer, about] {
                if (const auto self = weak.lock()) self->notify(ok, answer, about);
            });
        };
        if (!site_.loop->ask(client_, std::move(command).value(), reply))
            notify(false, "too many commands at once");
    }

    /// Before what is waiting: a late page may still be getting the history.
    void notify(bool ok, const std::string& text, const std::string& about = {}) {
        if (notices_.size() < most_notices) notices_.push_back(notice_message(ok, text, about));
        write_next();
    }

    void leave() {
        close();
        site_.loop->forget(client_);
        site_.readers.erase(shared_from_this());
    }

    Site& site_;
    std::unique_ptr<Ticket> ticket_;
    websocket::stream<beast::tcp_stream> socket_;
    std::uint64_t client_;
    FrameEncoder encoder_{0};
    std::uint64_t epoch_ = 0;
    std::deque<Message> notices_;
    SampleLog told_;
    LiveCursor cursor_;
    std::deque<Message> ready_;
    Message outgoing_;
    beast::flat_buffer incoming_;
    std::optional<std::uint32_t> watched_;
    std::uint64_t frames_sent_ = 0;
    ShowCommand wish_;
    LiveHistory history_;
    bool has_history_ = false;
    bool is_writing_ = false;
    bool is_closed_ = false;
};

/// One request, one answer; or the beginning of a live stream.
class Visitor : public std::enable_shared_from_this<Visitor> {
  public:
    Visitor(Site& site, tcp::socket socket)
        : site_(site), ticket_(std::make_unique<Ticket>(site)), stream_(std::move(socket)) {
        parser_.header_limit(most_header_bytes);
        parser_.body_limit(std::uint64_t{0});
    }

    void start() {
        stream_.expires_after(request_timeout);
        if (site_.connections > site_.options.most_clients)
            return answer({503, "text/plain; charset=utf-8", "too many viewers\n"});
        http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](Error error, std::size_t) {
            if (error == http::error::header_limit)
                return self->answer({431, "text/plain; charset=utf-8", "header too long\n"});
            if (error == http::error::body_limit)
                return self->answer({413, "text/plain; charset=utf-8", "no body is expected\n"});
            if (!error) self->decide();
        });
    }

  private:
    void decide() {
        const auto& request = parser_.get();
        const std::string host(request[http::field::host]);
        const std::string origin(request[http::field::origin]);
        if (!is_own_host(host, site_.options.address, site_.port))
            return answer({403, "text/plain; charset=utf-8", "unknown host name\n"});
        const auto method = request.method_string();
        const auto raw_target = request.target();
        const std::string_view target(raw_target.data(), raw_target.size());
        const std::string cookies(request[http::field::cookie]);
        if (!site_.key.empty() && !is_same_key(key_of(target, cookies), site_.key))
            return answer({403, "text/plain; charset=utf-8",
                           "this server asks for a key: open the address that it printed\n"});
        const bool wants_stream = websocket::is_upgrade(request);
        if (wants_stream && path_of(target) != live_target) return answer({});
        if (wants_stream && !is_own_origin(origin, host))
            return answer({403, "text/plain; charset=utf-8", "pages of other sites may not look in\n"});
        if (wants_stream)
            return std::make_shared<Reader>(site_, std::move(stream_), std::move(ticket_))->accept(request);
        answer(web_answer({method.data(), method.size()}, target), request.method() == http::verb::head);
    }

    void answer(const WebAnswer& what, bool without_body = false) {
        using Response = http::response<http::span_body<const char>>;
        auto response = std::make_shared<Response>(http::status(what.status), 11);
        response->set(http::field::content_type, beast::string_view(what.type.data(), what.type.size()));
        response->set(http::field::cache_control, "no-store");
        response->set("Referrer-Policy", "no-referrer");
        if (!site_.key.empty() && what.status == 200)
            response->set(http::field::set_cookie,
                          std::string(key_cookie) + "=" + site_.key + "; HttpOnly; SameSite=Strict; Path=/");
        response->set(http::field::x_frame_options, "DENY");
        response->set("X-Content-Type-Options", "nosniff");
        response->set("Content-Security-Policy",
                      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                      "img-src data: blob:; connect-src 'self' ws: wss:");
        response->keep_alive(false);
        if (!without_body) response->body() = {what.body.data(), what.body.size()};
        response->content_length(what.body.size());
        http::async_write(stream_, *response, [self = shared_from_this(), response](Error, std::size_t) {
            Error ignored;
            self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        });
    }

    Site& site_;
    std::unique_ptr<Ticket> ticket_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_{most_header_bytes + 1024};
    http::request_parser<http::empty_body> parser_;
};

}  // namespace

struct LiveServer::State {
    Site site;
    asio::io_context context{1};
    tcp::acceptor acceptor{context};
    asio::steady_timer patience{context};
    std::unique_ptr<LiveLoop> loop;
    std::thread thread;
    std::atomic<bool> is_news_posted = false;

    Status listen() {
        Error error;
        const auto address = asio::ip::make_address(site.options.address, error);
        if (error) return Status::invalid_input("'" + site.options.address + "': expected an IP address");
        const tcp::endpoint endpoint(address, site.options.port);
        acceptor.open(endpoint.protocol(), error);
        if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor.bind(endpoint, error);
        if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
        const std::string where = site.options.address + ":" + std::to_string(site.options.port);
        if (error == asio::error::address_in_use)
            return Status::io_error("port " + std::to_string(site.options.port) +
                                    " is in use: another server listens on " + where +
                                    "; choose another port, or 0 for any free one");
        if (error) return Status::io_error("cannot listen on " + where + ": " + error.message());
        site.port = acceptor.local_endpoint().port();
        return Status::ok();
    }

    void accept() {
        acceptor.async_accept([this](Error error, tcp::socket socket) {
            if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
            if (error) return accept_later();
            Error ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            std::make_shared<Visitor>(site, std::move(socket))->start();
            accept();
        });
    }

    /// Short of descriptors or memory, asking again at once would only keep the processor busy.
    void accept_later() {
        patience.expires_after(accept_pause);
        patience.async_wait([this](Error error) {
            if (!error && acceptor.is_open()) accept();
        });
    }

    /// Many pieces of news before the connections' thread wakes are one.
    void tell_readers() {
        if (is_news_posted.exchange(true)) return;
        asio::post(context, [this] {
            is_news_posted = false;
            const auto readers = site.readers;
            for (const auto& reader : readers) reader->write_next();
        });
    }

    void stop() {
        if (loop) loop->stop();
        asio::post(context, [this] {
            Error ignored;
            acceptor.close(ignored);
            patience.cancel();
            for (const auto& reader : site.readers) reader->close();
            context.stop();
        });
        if (thread.joinable()) thread.join();
        site.readers.clear();
    }
};

LiveServer::LiveServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
LiveServer::LiveServer(LiveServer&&) noexcept = default;
LiveServer& LiveServer::operator=(LiveServer&&) noexcept = default;
LiveServer::~LiveServer() {
    stop();
}

Result<LiveServer> LiveServer::start(LiveWorld& world, const Scene& scene, const ServerOptions& options) {
    if (Status status = page_status(); !status.is_ok()) return status;
    if (!(options.speed > 0)) return Status::invalid_input("speed: expected a number > 0");
    auto state = std::make_unique<State>();
    State& s = *state;
    s.site.options = options;
    if (!is_loopback(options.address)) s.site.key = make_key();
    s.site.hub.keep_history(options.history_bytes);
    if (Status status = s.listen(); !status.is_ok()) return status;
    s.loop = std::make_unique<LiveLoop>(world, scene, options, s.site.hub, [&s] { s.tell_readers(); });
    s.site.loop = s.loop.get();
    s.accept();
    s.thread = std::thread([&s] { s.context.run(); });
    s.loop->start();
    return LiveServer(std::move(state));
}

std::uint16_t LiveServer::port() const noexcept {
    return state_->site.port;
}
std::string LiveServer::url() const {
    const std::string& address = state_->site.options.address;
    const bool is_v6 = address.find(':') != std::string::npos;
    return "http://" + (is_v6 ? "[" + address + "]" : address) + ":" + std::to_string(port()) + "/" +
           (state_->site.key.empty() ? "" : "?key=" + state_->site.key);
}
std::size_t LiveServer::clients() const noexcept {
    return state_->site.connections;
}
std::uint64_t LiveServer::steps() const noexcept {
    return state_->loop->steps();
}
void LiveServer::stop() {
    if (state_) state_->stop();
}

Status serve(LiveWorld& world, const Scene& scene, const ServerOptions& options,
             const std::function<void(const std::string& url)>& on_ready) {
    // Threads inherit the mask, so that only this one is woken by the signals it waits for.
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    auto server = LiveServer::start(world, scene, options);
    if (server) {
        on_ready(server.value().url());
        int signal = 0;
        sigwait(&signals, &signal);
        server.value().stop();
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return server ? Status::ok() : server.status();
}

}  // namespace wend::view

#include "wend/base/tasks.hpp"

#include <algorithm>
#include <atomic>
#include <exception>

#include "wend/base/mutex.hpp"
#ifndef WEND_SINGLE_THREADED
#include <condition_variable>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace wend {
namespace {

/// One call of run: pieces are taken by number until there are no more.
struct Job {
    void (*work)(void* data, std::uint32_t index) = nullptr;
    void* data = nullptr;
    std::uint32_t count = 0;
    std::atomic<std::uint32_t> next = 0;
    Mutex guard;
    std::exception_ptr failure;

    void do_one(std::uint32_t index) noexcept {
        try {
            work(data, index);
        } catch (...) {
            const std::lock_guard lock(guard);
            if (!failure) failure = std::current_exception();
        }
    }
    void help() noexcept {
        for (std::uint32_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) do_one(i);
    }
};

}  // namespace

#ifdef WEND_SINGLE_THREADED
struct Workers::Pool {
    explicit Pool(std::uint32_t) {}
    [[nodiscard]] std::uint32_t helpers() const noexcept { return 0; }
    void run(Job& job) { job.help(); }
};
#else
/// Threads sleep between jobs: a frame has few, and the host wants its processors for itself.
struct Workers::Pool {
    std::mutex guard;
    std::condition_variable called, done;
    Job* job = nullptr;
    std::uint64_t calls = 0;
    std::uint32_t busy = 0;
    bool is_over = false;
    std::vector<std::thread> threads;

    /// 0: as many as the machine has. A system short of memory starts fewer than were asked for; results do
    /// not depend on how many.
    explicit Pool(std::uint32_t count) {
        if (count == 0) count = std::max(1u, std::thread::hardware_concurrency());
        threads.reserve(count - 1);
        try {
            for (std::uint32_t i = 1; i < count; ++i) threads.emplace_back([this] { serve(); });
        } catch (const std::system_error&) {
            return;
        }
    }
    ~Pool() { end(); }
    [[nodiscard]] std::uint32_t helpers() const noexcept {
        return static_cast<std::uint32_t>(threads.size());
    }

    void end() {
        {
            const std::lock_guard lock(guard);
            is_over = true;
        }
        called.notify_all();
        for (std::thread& thread : threads) thread.join();
        threads.clear();
    }

    void serve() {
        std::uint64_t seen = 0;
        std::unique_lock lock(guard);
        while (true) {
            called.wait(lock, [&] { return is_over || (calls != seen && job != nullptr); });
            if (is_over) return;
            seen = calls;
            Job& mine = *job;
            ++busy;
            lock.unlock();
            mine.help();
            lock.lock();
            if (--busy == 0) done.notify_one();
        }
    }

    /// Whoever comes late finds nothing left to do, and no job.
    void run(Job& next) {
        {
            const std::lock_guard lock(guard);
            job = &next;
            ++calls;
        }
        called.notify_all();
        next.help();
        std::unique_lock lock(guard);
        job = nullptr;
        done.wait(lock, [&] { return busy == 0; });
    }
};
#endif

Workers::Workers(std::uint32_t threads) : pool_(std::make_unique<Pool>(threads)) {}
Workers::Workers(const TaskSystem& host) : host_(host) {
    if (!host_.run) pool_ = std::make_unique<Pool>(0);
}
Workers::~Workers() = default;

std::uint32_t Workers::count() const noexcept {
    if (pool_) return pool_->helpers() + 1;
    return std::max(1u, host_.workers);
}

void Workers::run(std::uint32_t count, void (*work)(void* data, std::uint32_t index), void* data) {
    Job job;
    job.work = work;
    job.data = data;
    job.count = count;
    if (!pool_)
        host_.run(
            host_.host, count,
            [](void* self, std::uint32_t index) { static_cast<Job*>(self)->do_one(index); }, &job);
    else if (count > 1 && pool_->helpers() > 0)
        pool_->run(job);
    else
        job.help();
    if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace wend

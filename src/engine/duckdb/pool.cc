#include "engine/duckdb/pool.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/duckdb/protocol.h"
#include "engine/duckdb/warehouse_error.h"

namespace tally::engine::duckdb {
namespace {

using namespace std::chrono_literals;

constexpr auto kReapInterval = 2ms;
constexpr auto kFarewell = 100ms;  // how long the destructor waits for the killed

uint64_t machine_memory() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

size_t capacity_of(const DuckDbOptions& options) {
  uint64_t total = options.total_memory ? options.total_memory : machine_memory() / 4 * 3;
  uint64_t count =
      options.max_workers ? options.max_workers : std::max(1u, std::thread::hardware_concurrency());
  if (options.address_space > 0) count = std::min(count, total / options.address_space);
  return std::max<size_t>(1, count);
}

std::string default_worker_path() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).replace_filename("tally-worker");
}

// A thread that takes no signal from the program's own handlers.
template <typename Function>
std::thread quiet_thread(Function function) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(function));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

void remove_folder(const std::string& folder) {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

// Large processes, killed but not yet gone: the caller of the destructor does not wait for them,
// and still no zombie and no file stays behind. If the whole program ends first, the system reaps
// them.
void reap_without_us(std::list<std::unique_ptr<Worker>> dying, TempSpace space) {
  auto shared = std::make_shared<TempSpace>(std::move(space));
  quiet_thread([left = std::make_shared<decltype(dying)>(std::move(dying)), shared]() mutable {
    while (!left->empty()) {
      left->remove_if([](const auto& worker) { return worker->process.reap().has_value(); });
      std::this_thread::sleep_for(kReapInterval);
    }
    shared.reset();  // removes its folder, with all in it
  }).detach();
}

}  // namespace

Pool::Pool(const DuckDbOptions& options, const Clock& clock)
    : options_(options),
      clock_(clock),
      capacity_(capacity_of(options)),
      spare_wanted_(options.start_at_once) {
  keeper_ = quiet_thread([this] { keep(); });
}

Pool::~Pool() {
  {
    Lock lock(mutex_);
    stopping_ = true;
    for (auto& worker : ready_) worker->process.kill();
  }
  keeper_wake_.notify_all();
  keeper_.join();
}

Result<std::unique_ptr<Worker>> Pool::acquire(const Patience& patience) {
  Lock lock(mutex_);
  uint64_t ticket = next_ticket_++;
  if (waiting_.empty()) start_error_.reset();  // of a time when nobody asked
  waiting_.push_back(ticket);
  auto leave = [&](auto result) {
    std::erase(waiting_, ticket);
    caller_wake_.notify_all();
    return result;
  };
  while (true) {
    if (patience.cancelled())
      return leave(Result<std::unique_ptr<Worker>>(outside_error("cancelled", "", "cancelled")));
    if (patience.deadline.passed(clock_))
      return leave(Result<std::unique_ptr<Worker>>(
          outside_error("no worker was free before the time limit",
                        "allow more time, or ask fewer things at once", "deadline")));
    if (start_error_)
      return leave(Result<std::unique_ptr<Worker>>(*std::exchange(start_error_, std::nullopt)));
    if (waiting_.front() == ticket && leases_.size() < capacity_) {
      if (auto worker = take_ready(stamp_of(options_.database_path))) {
        auto left = patience.deadline.left(clock_);
        auto now = clock_.now();
        spare_wanted_ = false;
        leases_[worker.get()] = now + std::min<Duration>(options_.spare_after, left / 2);
        keeper_wake_.notify_all();
        return leave(Result<std::unique_ptr<Worker>>(std::move(worker)));
      }
    }
    keeper_wake_.notify_all();
    // In slices: a cancel flag is raised from signal handlers, which cannot notify.
    auto slice = clock_.now() + 10ms;
    caller_wake_.wait_until(lock, std::min(slice, patience.deadline.instant()));
  }
}

// The first ready worker that has the file open as it is now; the others are of no use any more.
std::unique_ptr<Worker> Pool::take_ready(const FileStamp& stamp) {
  while (!ready_.empty()) {
    auto worker = std::move(ready_.front());
    ready_.pop_front();
    bool fallen = worker->opened && worker->process.hung_up();
    if (worker->stamp == stamp && !fallen) return worker;
    bury_locked(std::move(worker));
  }
  return nullptr;
}

void Pool::give_back(std::unique_ptr<Worker> worker) {
  Lock lock(mutex_);
  leases_.erase(worker.get());
  worker->ready_since = clock_.now();
  ready_.push_front(std::move(worker));  // the warm one first
  caller_wake_.notify_all();
  keeper_wake_.notify_all();
}

void Pool::bury(std::unique_ptr<Worker> worker) {
  worker->process.kill();
  Lock lock(mutex_);
  leases_.erase(worker.get());
  spare_wanted_ = true;
  bury_locked(std::move(worker));
  caller_wake_.notify_all();
  keeper_wake_.notify_all();
}

std::optional<int> Pool::bury_fallen(std::unique_ptr<Worker> worker) {
  // The socket closes a little before the process can be reaped.
  std::optional<int> status;
  for (int wait = 0; wait < 50 && !(status = worker->process.reap()); ++wait)
    std::this_thread::sleep_for(1ms);
  bury(std::move(worker));
  return status;
}

void Pool::drop_ready() {
  Lock lock(mutex_);
  while (!ready_.empty()) {
    bury_locked(std::move(ready_.front()));
    ready_.pop_front();
  }
  spare_wanted_ = false;
  keeper_wake_.notify_all();
}

void Pool::bury_locked(std::unique_ptr<Worker> worker) {
  worker->process.kill();
  dying_.push_back(std::move(worker));
}

void Pool::keep() {
  Lock lock(mutex_);
  while (!stopping_) {
    reap(lock);
    retire_idle();
    watch_leases();
    if (start_wanted()) {
      start_one(lock);
      continue;
    }
    if (stopping_) break;  // said, and woken for, while reap() had let go of the lock
    auto duty = next_duty();
    if (duty == Instant::max())
      keeper_wake_.wait(lock);
    else
      keeper_wake_.wait_until(lock, duty);
  }
  dying_.splice(dying_.end(), ready_);
  auto end = clock_.now() + kFarewell;
  while (!dying_.empty() && clock_.now() < end) {
    reap(lock);
    if (!dying_.empty()) keeper_wake_.wait_for(lock, 500us);
  }
  if (!dying_.empty()) reap_without_us(std::move(dying_), std::move(temp_space_));
}

bool Pool::start_wanted() const {
  if (start_error_) return false;
  size_t places = capacity_ - std::min(capacity_, leases_.size());
  size_t wanted = std::min(places, waiting_.size()) + (spare_wanted_ ? 1 : 0);
  return ready_.size() < wanted;
}

void Pool::start_one(Lock& lock) {
  lock.unlock();
  auto started = spawn();
  lock.lock();
  if (started.ok()) {
    ready_.push_back(std::move(started).value());
  } else {
    start_error_ = std::move(started).error();
    spare_wanted_ = false;
  }
  caller_wake_.notify_all();
}

std::string Pool::program() const {
  return options_.worker_path.empty() ? default_worker_path() : options_.worker_path;
}

Error not_started_error(const std::string& program) {
  return outside_error(fmt::format("the engine's worker {} did not start", program),
                       "it belongs beside tally and is built with it", "worker_died");
}

Result<std::unique_ptr<Worker>> Pool::spawn() {
  TALLY_CHECK(options_.is_data_file ? check_data_file(options_.database_path)
                                    : check_database_file(options_.database_path));
  if (temp_space_.folder().empty()) {
    TALLY_TRY(temp_space_, TempSpace::create(options_.temp_folder));
  }
  OpenRequest open;
  open.database_path = options_.database_path;
  open.is_data_file = options_.is_data_file;
  open.temp_folder = fmt::format("{}/{}", temp_space_.folder(), ++temp_count_);
  open.address_space = options_.address_space;
  // What the engine plans with leaves room for what it does not count (notes: strings, lists).
  open.memory_limit = options_.address_space / 4 * 3;
  open.max_temp_bytes = options_.max_temp_bytes;
  open.threads = options_.threads ? options_.threads : std::thread::hardware_concurrency();
  open.time_zone = options_.time_zone;
  auto stamp = stamp_of(options_.database_path);
  TALLY_TRY(auto process, ChildProcess::spawn(program(), {"serve", std::to_string(::getpid())},
                                              options_.quiet_workers));
  // A few hundred bytes into an empty socket buffer: cannot block.
  Patience patience{clock_, Deadline::never()};
  if (send_frame(process.socket(), encode(open), patience)) return not_started_error(program());
  return std::make_unique<Worker>(
      Worker{std::move(process), stamp, open.temp_folder, false, clock_.now()});
}

void Pool::reap(Lock& lock) {
  std::list<std::string> leftovers;
  for (auto worker = dying_.begin(); worker != dying_.end();) {
    if (!(*worker)->process.reap()) {
      ++worker;
      continue;
    }
    leftovers.push_back((*worker)->temp_folder);
    worker = dying_.erase(worker);
  }
  if (leftovers.empty()) return;
  lock.unlock();
  for (const auto& folder : leftovers) remove_folder(folder);
  lock.lock();
}

void Pool::retire_idle() {
  if (!waiting_.empty() || !leases_.empty()) return;
  auto now = clock_.now();
  for (auto worker = ready_.begin(); worker != ready_.end();) {
    if (now < (*worker)->ready_since + options_.idle_close) {
      ++worker;
      continue;
    }
    bury_locked(std::move(*worker));
    worker = ready_.erase(worker);
    spare_wanted_ = false;
  }
}

// A query that takes long may well have to be killed: have its successor ready by then.
void Pool::watch_leases() {
  auto now = clock_.now();
  for (auto& [worker, spare_at] : leases_) {
    if (now < spare_at) continue;
    spare_at = Instant::max();
    spare_wanted_ = true;
  }
}

Instant Pool::next_duty() const {
  auto duty = Instant::max();
  if (!dying_.empty()) duty = clock_.now() + kReapInterval;
  for (const auto& [worker, spare_at] : leases_) duty = std::min(duty, spare_at);
  if (waiting_.empty() && leases_.empty())
    for (const auto& worker : ready_)
      duty = std::min(duty, worker->ready_since + options_.idle_close);
  return duty;
}

}  // namespace tally::engine::duckdb

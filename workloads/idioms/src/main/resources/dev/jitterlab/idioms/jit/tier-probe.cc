// What TierProbe.java does, in C++: the same method, called the same number of times in a batch, and the
// nanoseconds of one call of the batch in the middle. To be compiled with -fwrapv, since Java's arithmetic wraps.
// The argument is for how many milliseconds it times; it warms up for as long.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kCells = 256;
constexpr int kBatch = 50;
constexpr int kMostBatches = 1000000;
constexpr int kLeastBatches = 400;

int32_t cells[kCells];

int32_t moved(int32_t from, int32_t by) { return ((from + by) * 31) >> 3; }

// Not compiled into its caller, as the JIT compiles the method for itself.
__attribute__((noinline)) int32_t work(int32_t seed) {
  int32_t value = seed;
  for (int32_t i = 0; i < kCells; i++) {
    int32_t cell = cells[i];
    switch (cell & 3) {
      case 0:
        value += moved(cell, i);
        break;
      case 1:
        value = std::max(value, cell >> 2);
        break;
      case 2:
        value ^= moved(i, cell);
        break;
      default:
        if (value > cell) {
          value -= i;
        }
        break;
    }
  }
  return value;
}

int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int batches(std::vector<double>& batch_ns, int64_t limit_ns) {
  int64_t start = now_ns();
  int64_t before = start;
  int done = 0;
  while (done < kLeastBatches || (before - start < limit_ns && done < kMostBatches)) {
    for (int32_t i = 0; i < kBatch; i++) {
      cells[i & 1] = work(i);
    }
    int64_t now = now_ns();
    batch_ns[done++] = static_cast<double>(now - before);
    before = now;
  }
  return done;
}

}  // namespace

int main(int count, char** arguments) {
  int64_t limit_ns = (count > 1 ? std::atoll(arguments[1]) : 100) * 1000000;
  for (int32_t i = 0; i < kCells; i++) {
    cells[i] = static_cast<int32_t>(static_cast<uint32_t>(i) * 0x9E3779B9u);
  }
  std::vector<double> batch_ns(kMostBatches);
  batches(batch_ns, limit_ns);
  std::puts("# timing");
  int done = batches(batch_ns, limit_ns);
  std::sort(batch_ns.begin(), batch_ns.begin() + done);
  std::printf("# ns %g\n", batch_ns[done / 2] / kBatch);
  std::printf("# sum %d\n", cells[1]);
  return 0;
}

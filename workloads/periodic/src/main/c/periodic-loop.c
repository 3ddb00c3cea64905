/*
 * The periodic loop in C: the control for the loop in Java. It sleeps to an absolute deadline on
 * CLOCK_MONOTONIC, takes the time, works, takes the time again, and adds one period to the deadline;
 * a late tick is caught up with, as the tick library does by default.
 *
 * Arguments: period in ns, steps of work a tick, SCHED_FIFO priority or 0, process id of the parent.
 * It prints one line a tick, "scheduled start end" in ns, from a thread of its own: the loop only
 * writes into a ring. Where the ring is full a tick is not recorded, and "lost <count>" says so.
 * It ends when its parent does, or when nobody reads its output.
 *
 * Exit status: 2 for wrong arguments, 77 where the system refuses what is asked for.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_SECOND 1000000000LL
#define RING_TICKS 65536 /* a power of two: four seconds at 16 kHz */
#define PRINT_EVERY_NS 200000000L
#define TIMER_SLACK_NS 1UL /* as the tick library asks for its own threads */
#define EXIT_USAGE 2
#define EXIT_REFUSED 77

struct tick {
  int64_t scheduled;
  int64_t start;
  int64_t end;
};

static struct tick ring[RING_TICKS];
static _Atomic uint64_t written; /* ticks put into the ring, by the loop */
static _Atomic uint64_t printed; /* ticks taken out, by the printer */
static _Atomic uint64_t lost;    /* ticks that found the ring full */
static volatile uint64_t sink;   /* keeps the work from being left out */

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

static void refuse(const char *what, int error) {
  fprintf(stderr, "%s: %s\n", what, strerror(error));
  exit(EXIT_REFUSED);
}

static void *print_ticks(void *unused) {
  (void)unused;
  const struct timespec pause = {0, PRINT_EVERY_NS};
  uint64_t told = 0;
  for (;;) {
    nanosleep(&pause, NULL);
    uint64_t next = atomic_load_explicit(&printed, memory_order_relaxed);
    uint64_t end = atomic_load_explicit(&written, memory_order_acquire);
    for (; next < end; next++) {
      const struct tick *t = &ring[next % RING_TICKS];
      printf("%lld %lld %lld\n", (long long)t->scheduled, (long long)t->start, (long long)t->end);
    }
    atomic_store_explicit(&printed, next, memory_order_release);
    uint64_t now_lost = atomic_load_explicit(&lost, memory_order_relaxed);
    if (now_lost != told) {
      told = now_lost;
      printf("lost %llu\n", (unsigned long long)told);
    }
    if (fflush(stdout) != 0) {
      _exit(0); /* nobody reads any more */
    }
  }
  return NULL;
}

/* Marsaglia's xorshift64, as in BusyWork.java. */
static uint64_t work(uint64_t x, long long steps) {
  for (long long i = 0; i < steps; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return x;
}

static void record(int64_t scheduled, int64_t start, int64_t end) {
  uint64_t index = atomic_load_explicit(&written, memory_order_relaxed);
  if (index - atomic_load_explicit(&printed, memory_order_acquire) >= RING_TICKS) {
    atomic_fetch_add_explicit(&lost, 1, memory_order_relaxed);
    return;
  }
  ring[index % RING_TICKS] = (struct tick){scheduled, start, end};
  atomic_store_explicit(&written, index + 1, memory_order_release);
}

static void loop(int64_t period, long long steps) {
  uint64_t x = 1;
  int64_t deadline = now_ns() + period;
  for (;; deadline += period) {
    const struct timespec until = {deadline / NS_PER_SECOND, deadline % NS_PER_SECOND};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
    int64_t start = now_ns();
    x = work(x, steps);
    sink = x;
    record(deadline, start, now_ns());
  }
}

static void end_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
    refuse("prctl(PR_SET_PDEATHSIG)", errno);
  }
  if (getppid() != parent) {
    exit(0); /* it has ended meanwhile */
  }
}

static void become_fifo(int priority) {
  const struct sched_param param = {.sched_priority = priority};
  int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
  if (error != 0) {
    refuse("SCHED_FIFO", error);
  }
  if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
    refuse("mlockall", errno);
  }
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "expected: <period ns> <steps> <priority> <parent>\n");
    return EXIT_USAGE;
  }
  const long long period = atoll(argv[1]);
  const int priority = atoi(argv[3]);
  if (period < 1) {
    fprintf(stderr, "a period is at least 1 ns, not %s\n", argv[1]);
    return EXIT_USAGE;
  }
  end_with_parent((pid_t)atol(argv[4]));
  memset(ring, 0, sizeof ring); /* no page fault later */
  pthread_t printer; /* before the priority, which it would inherit */
  int error = pthread_create(&printer, NULL, print_ticks, NULL);
  if (error != 0) {
    refuse("pthread_create", error);
  }
  if (prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS) != 0) {
    refuse("prctl(PR_SET_TIMERSLACK)", errno);
  }
  if (priority > 0) {
    become_fifo(priority);
  }
  loop(period, atoll(argv[2]));
}

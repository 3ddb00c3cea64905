/*
 * Both ends of the socket tests in C: the control for the same tests in Java (docs/sockets.md). It makes the same
 * system calls that SocketServer.java and SocketClient.java ask for, with the same socket options, and prints the
 * same lines, so that either end may be in either language.
 *
 * Arguments: "server" or "client", then key=value:
 *   kind=tcp-rr|udp-rr|tcp-stream|crr  request=BYTES  response=BYTES  split=0|1  sessions=N  no-delay=0|1
 *   timed=none|option|poll             a read ends after 10 s: not at all, by SO_RCVTIMEO, or by poll() before it
 *   client only: host=A.B.C.D port=N marks=N warmup-ms=N millis=N operations=N (instead of a time; 0 for a time)
 *
 * A mark is asked for with one byte on the control connection; the answer is three numbers of 8 bytes, big endian:
 * CPU time of the process in ns, operations, bytes received. Both ends run until a signal ends them.
 *
 * Exit status: 2 for wrong arguments, 3 where a socket fails.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define EXIT_USAGE 2
#define EXIT_FAILED 3
#define MOST_SESSIONS 256
#define MOST_BYTES (16 << 20)
#define BACKLOG 1024
#define PATIENCE_MS 10000
#define NS_PER_SECOND 1000000000LL

enum kind { TCP_RR, UDP_RR, TCP_STREAM, CRR };
enum timed { NONE, OPTION, POLL };

/* On a cache line of its own: sessions must not slow one another down by counting. */
struct session {
  _Alignas(128) _Atomic uint64_t operations;
  _Atomic uint64_t bytes;
  char *buffer;
};

static enum kind kind = TCP_RR;
static enum timed timed = NONE;
static int request = 1;
static int response = 1;
static int split;
static int sessions = 1;
static int no_delay = 1;
static const char *host = "127.0.0.1";
static int port;
static int control_port;
static long warmup_ms = 1000;
static long millis = 1000;
static long operations;
static struct session counts[MOST_SESSIONS];
static int listener = -1;
static _Atomic int ending;

static void fail(const char *what) {
  fprintf(stderr, "socket-peer: %s: %s\n", what, strerror(errno));
  exit(EXIT_FAILED);
}

static void wrong(const char *what) {
  fprintf(stderr, "socket-peer: %s\n", what);
  exit(EXIT_USAGE);
}

static void add(_Atomic uint64_t *counter, uint64_t more) {
  /* One thread writes each of them. */
  atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + more, memory_order_relaxed);
}

static void prepare(int fd) {
  if (timed == OPTION) {
    const struct timeval limit = {.tv_sec = PATIENCE_MS / 1000};
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) != 0) {
      fail("SO_RCVTIMEO");
    }
  }
  if (kind != UDP_RR && no_delay) {
    const int on = 1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) {
      fail("TCP_NODELAY");
    }
  }
}

static void await_readable(int fd) {
  if (timed == POLL) {
    struct pollfd one = {.fd = fd, .events = POLLIN};
    if (poll(&one, 1, PATIENCE_MS) <= 0) {
      fail("poll");
    }
  }
}

/* Returns 0 at the end of the stream. */
static ssize_t receive_some(int fd, char *buffer, size_t most) {
  await_readable(fd);
  ssize_t got;
  do {
    got = recv(fd, buffer, most, 0);
  } while (got < 0 && errno == EINTR);
  return got;
}

/* Returns 0 if the stream has ended before. */
static int receive_all(int fd, char *buffer, int bytes) {
  for (int got = 0; got < bytes;) {
    ssize_t more = receive_some(fd, buffer + got, (size_t)(bytes - got));
    if (more <= 0) {
      return 0;
    }
    got += (int)more;
  }
  return 1;
}

static int send_all(int fd, const char *buffer, int bytes) {
  for (int sent = 0; sent < bytes;) {
    ssize_t more = send(fd, buffer + sent, (size_t)(bytes - sent), MSG_NOSIGNAL);
    if (more < 0 && errno == EINTR) {
      continue;
    }
    if (more < 0) {
      return 0;
    }
    sent += (int)more;
  }
  return 1;
}

/* A split message goes out in two pieces: what TCP_NODELAY is for. */
static int send_message(int fd, const char *buffer, int bytes) {
  if (!split || bytes < 2) {
    return send_all(fd, buffer, bytes);
  }
  return send_all(fd, buffer, bytes / 2) && send_all(fd, buffer, bytes - bytes / 2);
}

static struct sockaddr_in address(int at) {
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons((uint16_t)at)};
  if (inet_pton(AF_INET, host, &in.sin_addr) != 1) {
    wrong("host= is no IPv4 address");
  }
  return in;
}

static int listen_at_any_port(int type, int *bound) {
  int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  if (fd < 0) {
    fail("socket");
  }
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in in = address(0);
  socklen_t length = sizeof in;
  if (bind(fd, (struct sockaddr *)&in, sizeof in) != 0 || getsockname(fd, (struct sockaddr *)&in, &length) != 0) {
    fail("bind");
  }
  if (type == SOCK_STREAM && listen(fd, BACKLOG) != 0) {
    fail("listen");
  }
  *bound = ntohs(in.sin_port);
  return fd;
}

static int connect_to(int type, int at) {
  int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  struct sockaddr_in in = address(at);
  if (fd < 0 || connect(fd, (struct sockaddr *)&in, sizeof in) != 0) {
    fail("connect");
  }
  return fd;
}

static void serve_stream(int fd, struct session *own) {
  for (;;) {
    ssize_t got = receive_some(fd, own->buffer, (size_t)request);
    if (got <= 0) {
      return;
    }
    add(&own->bytes, (uint64_t)got);
    atomic_store_explicit(&own->operations, atomic_load_explicit(&own->bytes, memory_order_relaxed) / (uint64_t)request,
                          memory_order_relaxed);
  }
}

static void serve_requests(int fd, struct session *own) {
  while (receive_all(fd, own->buffer, request) && send_message(fd, own->buffer, response)) {
    add(&own->bytes, (uint64_t)request);
    add(&own->operations, 1);
    if (kind == CRR) {
      return;
    }
  }
}

static void serve_datagrams(struct session *own) {
  prepare(listener);
  for (;;) {
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    await_readable(listener);
    ssize_t got = recvfrom(listener, own->buffer, (size_t)request, 0, (struct sockaddr *)&from, &length);
    if (got < 0) {
      if (errno == EINTR || errno == EAGAIN) {
        continue;
      }
      fail("recvfrom");
    }
    if (sendto(listener, own->buffer, (size_t)response, 0, (struct sockaddr *)&from, length) < 0) {
      fail("sendto");
    }
    add(&own->bytes, (uint64_t)got);
    add(&own->operations, 1);
  }
}

static void *serve(void *argument) {
  struct session *own = argument;
  if (kind == UDP_RR) {
    serve_datagrams(own);
  }
  for (;;) {
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EINTR || errno == ECONNABORTED) {
        continue;
      }
      fail("accept");
    }
    prepare(fd);
    if (kind == TCP_STREAM) {
      serve_stream(fd, own);
    } else {
      serve_requests(fd, own);
    }
    close(fd);
  }
  return NULL;
}

static int goes_on(const struct session *own) {
  return operations > 0 ? atomic_load_explicit(&own->operations, memory_order_relaxed) < (uint64_t)operations
                        : !atomic_load_explicit(&ending, memory_order_relaxed);
}

static void call_once_per_connection(struct session *own) {
  while (goes_on(own)) {
    int fd = connect_to(SOCK_STREAM, port);
    prepare(fd);
    if (!send_message(fd, own->buffer, request) || !receive_all(fd, own->buffer, response) ||
        receive_some(fd, own->buffer, 1) != 0) {
      fail("connection");
    }
    close(fd);
    add(&own->bytes, (uint64_t)response);
    add(&own->operations, 1);
  }
}

static void call_by_requests(struct session *own, int fd) {
  while (goes_on(own)) {
    if (kind == UDP_RR) {
      if (send(fd, own->buffer, (size_t)request, 0) < 0 ||
          receive_some(fd, own->buffer, (size_t)response) != response) {
        fail("datagram");
      }
    } else if (!send_message(fd, own->buffer, request) || !receive_all(fd, own->buffer, response)) {
      fail("connection");
    }
    add(&own->bytes, (uint64_t)response);
    add(&own->operations, 1);
  }
}

static void *call(void *argument) {
  struct session *own = argument;
  if (kind == CRR) {
    call_once_per_connection(own);
    return NULL;
  }
  int fd = connect_to(kind == UDP_RR ? SOCK_DGRAM : SOCK_STREAM, port);
  prepare(fd);
  if (kind == TCP_STREAM) {
    while (goes_on(own) && send_all(fd, own->buffer, request)) {
      add(&own->operations, 1);
    }
  } else {
    call_by_requests(own, fd);
  }
  close(fd);
  return NULL;
}

struct mark {
  uint64_t cpu_ns;
  uint64_t operations;
  uint64_t bytes;
};

static struct mark own_mark(void) {
  struct timespec cpu;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  struct mark mark = {.cpu_ns = (uint64_t)(cpu.tv_sec * NS_PER_SECOND + cpu.tv_nsec)};
  for (int i = 0; i < sessions; i++) {
    mark.operations += atomic_load_explicit(&counts[i].operations, memory_order_relaxed);
    mark.bytes += atomic_load_explicit(&counts[i].bytes, memory_order_relaxed);
  }
  return mark;
}

static void answer_marks(int control) {
  for (;;) {
    int fd = accept4(control, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) {
      continue;
    }
    char asked;
    while (recv(fd, &asked, 1, 0) == 1) {
      struct mark mark = own_mark();
      uint64_t wire[3] = {htobe64(mark.cpu_ns), htobe64(mark.operations), htobe64(mark.bytes)};
      send_all(fd, (const char *)wire, (int)sizeof wire);
    }
    close(fd);
  }
}

static struct mark mark_of_server(int control) {
  uint64_t wire[3];
  char ask = 'm';
  size_t got = 0;
  if (!send_all(control, &ask, 1)) {
    fail("marks");
  }
  while (got < sizeof wire) {
    ssize_t more = recv(control, (char *)wire + got, sizeof wire - got, 0);
    if (more <= 0) {
      fail("marks");
    }
    got += (size_t)more;
  }
  return (struct mark){be64toh(wire[0]), be64toh(wire[1]), be64toh(wire[2])};
}

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

static void sleep_ms(long ms) {
  const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static void start_threads(void *(*loop)(void *), pthread_t *threads) {
  for (int i = 0; i < sessions; i++) {
    int most = request > response ? request : response;
    counts[i].buffer = calloc(1, (size_t)most);
    int error = counts[i].buffer == NULL ? ENOMEM : pthread_create(&threads[i], NULL, loop, &counts[i]);
    if (error != 0) {
      errno = error;
      fail("pthread_create");
    }
  }
}

static void run_server(void) {
  static pthread_t threads[MOST_SESSIONS];
  int bound;
  int control_bound;
  listener = listen_at_any_port(kind == UDP_RR ? SOCK_DGRAM : SOCK_STREAM, &bound);
  int control = listen_at_any_port(SOCK_STREAM, &control_bound);
  start_threads(serve, threads);
  printf("JITTERLAB SERVES data=%s:%d marks=%s:%d\n", host, bound, host, control_bound);
  fflush(stdout);
  answer_marks(control);
}

static void run_client(void) {
  static pthread_t threads[MOST_SESSIONS];
  int control = connect_to(SOCK_STREAM, control_port);
  struct mark server_before = mark_of_server(control);
  struct mark before = own_mark();
  int64_t from = now_ns();
  start_threads(call, threads);
  if (operations == 0) {
    sleep_ms(warmup_ms);
    server_before = mark_of_server(control);
    before = own_mark();
    from = now_ns();
    sleep_ms(millis);
  } else {
    for (int i = 0; i < sessions; i++) {
      pthread_join(threads[i], NULL);
    }
  }
  int64_t to = now_ns();
  struct mark after = own_mark();
  struct mark server_after = mark_of_server(control);
  int of_server = kind == TCP_STREAM && operations == 0; /* what was received, not what was sent */
  printf("JITTERLAB RESULT ns=%lld operations=%llu client-cpu-ns=%llu server-cpu-ns=%llu transport=c\n",
         (long long)(to - from),
         (unsigned long long)(of_server ? server_after.operations - server_before.operations
                                        : after.operations - before.operations),
         (unsigned long long)(after.cpu_ns - before.cpu_ns),
         (unsigned long long)(server_after.cpu_ns - server_before.cpu_ns));
  fflush(stdout);
  atomic_store(&ending, 1);
  for (;;) {
    pause(); /* until it is ended, so that nothing is mistaken for a failure */
  }
}

static long number(const char *text, long least, long most, const char *name) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno != 0 || end == text || *end != 0 || value < least || value > most) {
    fprintf(stderr, "socket-peer: %s is not %ld to %ld: %s\n", name, least, most, text);
    exit(EXIT_USAGE);
  }
  return value;
}

static int choice(const char *text, const char *const *names, int count, const char *name) {
  for (int i = 0; i < count; i++) {
    if (strcmp(text, names[i]) == 0) {
      return i;
    }
  }
  fprintf(stderr, "socket-peer: %s is unknown: %s\n", name, text);
  exit(EXIT_USAGE);
}

static void option(char *word) {
  static const char *const kinds[] = {"tcp-rr", "udp-rr", "tcp-stream", "crr"};
  static const char *const limits[] = {"none", "option", "poll"};
  char *value = strchr(word, '=');
  if (value == NULL) {
    wrong("expected key=value");
  }
  *value++ = 0;
  if (strcmp(word, "kind") == 0) {
    kind = (enum kind)choice(value, kinds, 4, word);
  } else if (strcmp(word, "timed") == 0) {
    timed = (enum timed)choice(value, limits, 3, word);
  } else if (strcmp(word, "request") == 0) {
    request = (int)number(value, 1, MOST_BYTES, word);
  } else if (strcmp(word, "response") == 0) {
    response = (int)number(value, 1, MOST_BYTES, word);
  } else if (strcmp(word, "split") == 0) {
    split = (int)number(value, 0, 1, word);
  } else if (strcmp(word, "sessions") == 0) {
    sessions = (int)number(value, 1, MOST_SESSIONS, word);
  } else if (strcmp(word, "no-delay") == 0) {
    no_delay = (int)number(value, 0, 1, word);
  } else if (strcmp(word, "host") == 0) {
    host = value;
  } else if (strcmp(word, "port") == 0) {
    port = (int)number(value, 1, 65535, word);
  } else if (strcmp(word, "marks") == 0) {
    control_port = (int)number(value, 1, 65535, word);
  } else if (strcmp(word, "warmup-ms") == 0) {
    warmup_ms = number(value, 0, 3600000, word);
  } else if (strcmp(word, "millis") == 0) {
    millis = number(value, 1, 86400000, word);
  } else if (strcmp(word, "operations") == 0) {
    operations = number(value, 0, 1000000000, word);
  } else {
    wrong("an unknown key");
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    wrong("expected: server|client key=value ...");
  }
  for (int i = 2; i < argc; i++) {
    option(argv[i]);
  }
  if (strcmp(argv[1], "server") == 0) {
    run_server();
  } else if (strcmp(argv[1], "client") == 0) {
    run_client();
  } else {
    wrong("expected server or client");
  }
}

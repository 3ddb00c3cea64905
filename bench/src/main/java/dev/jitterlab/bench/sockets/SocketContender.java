package dev.jitterlab.bench.sockets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One way to a socket: a transport of Java, or C. Immutable.
 *
 * @param name unique, and fit for a folder
 * @param transport of Java, as its programs have it; null for C
 * @param timed how a read is given a time limit
 * @param freshPackets whether each datagram gets packet objects of its own
 * @param noDelay whether TCP_NODELAY is set
 * @param isDetail whether it runs only where the paper's details are asked for
 */
record SocketContender(
    String name,
    String transport,
    Timed timed,
    boolean freshPackets,
    boolean noDelay,
    boolean isDetail) {
  /** What all others are compared with. */
  static final String CONTROL = "c";

  /** The control once more: how far its ratio lies from 1 is what the machine alone does. */
  static final String CONTROL_AGAIN = "c-again";

  /** One of each kind: these run where nothing else is asked for. */
  private static final Set<String> QUICK =
      Set.of(CONTROL, CONTROL_AGAIN, "blocking", "channel", "virtual", "netty-epoll");

  private static final int TIMEOUT_MS = 10_000;

  /** How a read is given a time limit. */
  enum Timed {
    /** It has none. */
    NONE,
    /** By an option of the socket: SO_TIMEOUT in Java, SO_RCVTIMEO in C. */
    OPTION,
    /** By poll() before each read. */
    POLL
  }

  /** C first, then Java's; the details last. */
  static final List<SocketContender> ALL =
      List.of(
          of(CONTROL, null),
          of(CONTROL_AGAIN, null),
          of("blocking", "BLOCKING"),
          of("channel", "CHANNEL"),
          of("virtual", "VIRTUAL"),
          of("nio", "NIO"),
          of("netty-nio", "NETTY_NIO"),
          of("netty-epoll", "NETTY_EPOLL"),
          of("netty-io_uring", "NETTY_IO_URING"),
          detail("c-timed-option", null, Timed.OPTION, false, true),
          detail("c-timed-poll", null, Timed.POLL, false, true),
          detail("blocking-timed", "BLOCKING", Timed.OPTION, false, true),
          detail("blocking-fresh-packets", "BLOCKING", Timed.NONE, true, true),
          detail("c-nagle", null, Timed.NONE, false, false),
          detail("blocking-nagle", "BLOCKING", Timed.NONE, false, false));

  private static SocketContender of(String name, String transport) {
    return new SocketContender(name, transport, Timed.NONE, false, true, false);
  }

  private static SocketContender detail(
      String name, String transport, Timed timed, boolean freshPackets, boolean noDelay) {
    return new SocketContender(name, transport, timed, freshPackets, noDelay, true);
  }

  /** Whether it runs where nothing else is asked for. */
  boolean isQuick() {
    return QUICK.contains(name);
  }

  boolean isC() {
    return transport == null;
  }

  boolean isControl() {
    return name.equals(CONTROL);
  }

  /** Whether what it varies matters in that test. */
  boolean appliesTo(SocketTest test) {
    boolean packets = !freshPackets || test.isDatagram();
    boolean reads = timed == Timed.NONE || !test.isStream();
    boolean delay = noDelay || test.split();
    return packets && reads && delay;
  }

  /** The arguments for the program in C, of both ends. */
  List<String> argumentsOfC(SocketTest test, int sessions) {
    return List.of(
        "kind=" + test.kind(),
        "request=" + test.requestBytes(),
        "response=" + test.responseBytes(),
        "split=" + (test.split() ? 1 : 0),
        "sessions=" + sessions,
        "no-delay=" + (noDelay ? 1 : 0),
        "timed=" + timed.name().toLowerCase(Locale.ROOT));
  }

  /** The arguments for the programs in Java, of both ends. */
  List<String> argumentsOfJava(SocketTest test, int sessions) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--transport=" + transport);
    arguments.add("--kind=" + test.kind().replace('-', '_'));
    arguments.add("--request=" + test.requestBytes());
    arguments.add("--response=" + test.responseBytes());
    arguments.add("--split=" + test.split());
    arguments.add("--sessions=" + sessions);
    arguments.add("--no-delay=" + noDelay);
    if (timed != Timed.NONE) {
      arguments.add("--read-timeout-ms=" + TIMEOUT_MS);
    }
    if (freshPackets) {
      arguments.add("--fresh-packets=true");
    }
    return arguments;
  }
}

package dev.jitterlab.sockets;

import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command that asks a server for exchanges, measures for a while, prints one line {@code
 * JITTERLAB RESULT} and waits for a signal. Both processes' CPU time and counts are read at both
 * ends of the measured time.
 */
@Command(
    name = "socket-client",
    description =
        "Asks a socket-server (in Java or in C) for one exchange over and over, and says how many"
            + " there were and what CPU time both ends took.")
public final class SocketClient extends ProcessCommand {
  private static final int LOOK_MS = 100;

  @Mixin private PeerOptions options;

  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      required = true,
      description = "The server's endpoint 'data'.")
  private String target;

  @Option(
      names = "--marks",
      paramLabel = "HOST:PORT",
      required = true,
      description = "The server's endpoint 'marks'.")
  private String marks;

  @Option(names = "--warmup-ms", description = "Time before the measured time, in milliseconds.")
  private long warmupMs = 2_000;

  @Option(names = "--millis", description = "The measured time.")
  private long millis = 2_000;

  @Option(
      names = "--operations",
      description = "Instead of a time: so many exchanges a session, from the first one.")
  private long operations;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new SocketClient(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    measure();
    new CountDownLatch(1).await(); // ended by a signal: an end by itself would be a failure
  }

  private void measure() throws IOException, InterruptedException {
    SocketExchange exchange = options.exchange();
    Counts counts = new Counts(exchange.sessions(), operations);
    OwnCpu cpu = OwnCpu.ofThisProcess();
    try (MarkReader server = MarkReader.connect(address("--marks", marks))) {
      Mark serverFrom = server.read();
      Mark from = Mark.now(cpu, counts);
      long fromNs = System.nanoTime();
      try (Peer peer = options.transport().ask(address("--target", target), exchange, counts)) {
        if (operations > 0) {
          counts.awaitEnd();
          requireNoFailure(counts);
        } else {
          run(warmupMs, counts);
          serverFrom = server.read();
          from = Mark.now(cpu, counts);
          fromNs = System.nanoTime();
          run(millis, counts);
        }
        long toNs = System.nanoTime();
        Mark to = Mark.now(cpu, counts);
        Mark serverTo = server.read();
        // Of a stream counts what has arrived, not what is on the way.
        boolean isStream = exchange.kind() == ExchangeKind.TCP_STREAM && operations == 0;
        System.out.println(
            "JITTERLAB RESULT ns="
                + (toNs - fromNs)
                + " operations="
                + (isStream
                    ? serverTo.operations() - serverFrom.operations()
                    : to.operations() - from.operations())
                + " client-cpu-ns="
                + (to.cpuNs() - from.cpuNs())
                + " server-cpu-ns="
                + (serverTo.cpuNs() - serverFrom.cpuNs())
                + " transport="
                + peer.transport());
        System.out.flush();
      }
    }
  }

  private static void run(long ms, Counts counts) throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
      requireNoFailure(counts);
    }
  }

  private static void requireNoFailure(Counts counts) throws IOException {
    if (counts.failure() != null) {
      throw new IOException(counts.failure());
    }
  }

  private static InetSocketAddress address(String option, String text) {
    int colon = text.lastIndexOf(':');
    try {
      return new InetSocketAddress(
          text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          option + " is not HOST:PORT, such as 127.0.0.1:4000: " + text, e);
    }
  }
}

package dev.jitterlab.http;

import dev.jitterlab.load.TargetLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import picocli.CommandLine;

/**
 * Sends requests to a server of its own before the first one counts, and writes the logs that the
 * load writes. Code that has run a few times only is interpreted, many times slower, and at 200
 * requests a second it would be for minutes: the response times would say how cold the generator
 * is. So it goes on until the JIT compilers have come to rest, too: on one CPU they would take time
 * from the first requests that count.
 *
 * <p>It begins twice. What happens only when a load begins was never seen by the code that was
 * optimised after the first begin; the second one makes that code anew.
 */
final class HttpRehearsal {
  private static final int RATE = 10_000;
  private static final int CLIENTS = 16;
  private static final int BEGINS = 2;
  private static final long LOOK_EVERY_NS = 50_000_000;

  private final int requests;
  private final long longestNs;
  private final LongSupplier compiledMs;

  /**
   * Prepares one.
   *
   * @param requests so many are answered after each begin, unless the time is over before
   * @param longestNs after which it ends in any case
   * @param compiledMs for how long the JIT compilers have worked, in milliseconds
   */
  HttpRehearsal(int requests, long longestNs, LongSupplier compiledMs) {
    this.requests = requests;
    this.longestNs = longestNs;
    this.compiledMs = compiledMs;
  }

  /** The usual one, which ends after so long in any case. */
  static HttpRehearsal atMost(long ns) {
    return new HttpRehearsal(10_000, ns, new CompilerTime());
  }

  /**
   * Runs it.
   *
   * @param closed whether users wait for their answers, as in the load that follows
   * @return how many requests were answered
   * @throws IOException if no port or log can be opened
   */
  long run(boolean closed) throws IOException {
    long endNs = System.nanoTime() + longestNs;
    Path folder = Files.createTempDirectory("jitterlab-rehearsal");
    List<Path> logs = List.of(folder.resolve("ticks.hlog"), folder.resolve("slow-requests.csv"));
    folder.toFile().deleteOnExit(); // where a signal ends the load; what is named last goes first
    logs.forEach(log -> log.toFile().deleteOnExit());
    long answered = 0;
    try (AnswerServer server = new AnswerServer()) {
      for (int begin = 0; begin < BEGINS; begin++) {
        try (HttpGenerator generator = load(closed, server, logs).start()) {
          answered += untilRest(generator.load().targets().get(0), endNs);
        }
      }
      return answered;
    } finally {
      for (Path log : logs) {
        Files.deleteIfExists(log);
      }
      Files.delete(folder);
    }
  }

  private long untilRest(TargetLoad target, long endNs) {
    long nowNs = System.nanoTime();
    CompilerRest rest = new CompilerRest(compiledMs, nowNs);
    while (nowNs - endNs < 0 && !(rest.isReached(nowNs) && target.answered() >= requests)) {
      LockSupport.parkNanos(LOOK_EVERY_NS);
      nowNs = System.nanoTime();
    }
    return target.answered();
  }

  private static HttpLoad load(boolean closed, AnswerServer server, List<Path> logs) {
    List<String> options = new ArrayList<>();
    options.add("--target=rehearsal=" + server.address());
    options.add("--tick-log=" + logs.get(0));
    options.add("--slow-requests=" + logs.get(1));
    if (closed) {
      options.add("--model=closed");
      options.add("--connections=" + CLIENTS);
    } else {
      options.add("--rate=" + RATE);
    }
    CommandLine command = HttpLoad.commandLine();
    command.parseArgs(options.toArray(new String[0]));
    return command.getCommand();
  }
}

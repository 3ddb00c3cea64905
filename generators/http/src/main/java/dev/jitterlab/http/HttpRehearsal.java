package dev.jitterlab.http;

import dev.jitterlab.load.TargetLoad;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;

/**
 * Sends requests to a server of its own before the first one counts. Code that has run a few times
 * only is interpreted, many times slower, and at 200 requests a second it would be for minutes: the
 * response times would say how cold the generator is.
 */
final class HttpRehearsal {
  private static final int RATE = 10_000;
  private static final int REQUESTS = 20_000;
  private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(4);
  private static final long LOOK_EVERY_NS = 10_000_000;

  private HttpRehearsal() {}

  /**
   * Runs one, for at most four seconds.
   *
   * @throws IOException if no port can be opened
   */
  static void run() throws IOException {
    long endNs = System.nanoTime() + LONGEST_NS;
    try (AnswerServer server = new AnswerServer()) {
      CommandLine command = HttpLoad.commandLine();
      command.parseArgs("--rate=" + RATE, "--target=rehearsal=" + server.address());
      HttpLoad load = command.getCommand();
      try (HttpGenerator generator = load.start()) {
        TargetLoad target = generator.load().targets().get(0);
        while (target.answered() < REQUESTS && System.nanoTime() - endNs < 0) {
          LockSupport.parkNanos(LOOK_EVERY_NS);
        }
      }
    }
  }
}

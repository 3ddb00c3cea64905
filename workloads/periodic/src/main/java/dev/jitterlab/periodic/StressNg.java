package dev.jitterlab.periodic;

import dev.jitterlab.observer.UnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * stress-ng on all processors, for as long as this object is open. It runs in a session of its own:
 * where the kernel groups sessions for fairness (autogroup), all of it is one group, against the
 * ticking process as against any other program. It ends with this process, however that ends.
 */
final class StressNg implements AutoCloseable {
  private static final long START_LOOK_MS = 300;
  private static final long END_SECONDS = 1;

  private final Process process;

  private StressNg(Process process) {
    this.process = process;
  }

  /**
   * Starts it; returns when its processes compute. The calling thread is to live as long as this
   * process, because its end would end stress-ng.
   *
   * @throws UnavailableException if it cannot be started
   */
  static StressNg start() throws UnavailableException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder(
                  List.of(
                      "setsid",
                      "setpriv",
                      "--pdeathsig",
                      "TERM",
                      "stress-ng",
                      "--cpu",
                      "0",
                      "--quiet"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw unavailable();
    }
    if (process.waitFor(START_LOOK_MS, TimeUnit.MILLISECONDS)) {
      throw unavailable();
    }
    return new StressNg(process);
  }

  private static UnavailableException unavailable() {
    return new UnavailableException(
        "stress-ng cannot be started: install it (Debian: apt-get install stress-ng util-linux)");
  }

  @Override
  public void close() {
    List<ProcessHandle> family = new ArrayList<>(List.of(process.toHandle()));
    process.descendants().forEach(family::add);
    family.forEach(ProcessHandle::destroy);
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    family.forEach(ProcessHandle::destroyForcibly);
  }
}

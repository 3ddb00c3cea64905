package dev.jitterlab.periodic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.tick.ExternalTask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The loop in C, {@code periodic-loop.c}: compiled here and now, by the machine's own compiler. */
final class CLoop {
  private static final String SOURCE = "/periodic-loop.c";
  private static final long COMPILE_SECONDS = 60;

  private CLoop() {}

  /**
   * Compiles it.
   *
   * @param folder the program is made there; stays the caller's
   * @return the program
   * @throws UnavailableException if there is no compiler, or it fails
   */
  static Path compile(Path folder) throws IOException, InterruptedException {
    Path source = folder.resolve("periodic-loop.c");
    Path program = folder.resolve("periodic-loop");
    try (InputStream in = CLoop.class.getResourceAsStream(SOURCE)) {
      Files.copy(in, source);
    }
    Process compiler;
    Path output = folder.resolve("cc.log");
    try {
      compiler =
          new ProcessBuilder(
                  "cc", "-std=c11", "-O2", "-pthread", "-o", program.toString(), source.toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      throw new UnavailableException(
          "there is no C compiler: install one (Debian: apt-get install gcc libc6-dev)");
    }
    boolean done = compiler.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS);
    compiler.destroyForcibly();
    if (!done || compiler.exitValue() != 0) {
      throw new UnavailableException(
          "the C compiler fails: "
              + Files.readString(output, UTF_8).strip()
              + "; are the headers there (Debian: apt-get install gcc libc6-dev)?");
    }
    return program;
  }

  /**
   * Returns its command line.
   *
   * @param steps of {@link BusyWork} a tick
   * @param fifo the SCHED_FIFO priority; null for none
   */
  static List<String> command(Path program, long periodNs, long steps, Integer fifo) {
    return List.of(
        program.toString(),
        Long.toString(periodNs),
        Long.toString(steps),
        Integer.toString(fifo == null ? 0 : fifo),
        Long.toString(ProcessHandle.current().pid()));
  }

  /** Returns a reader of its lines, {@code scheduled start end}, that tells the task of them. */
  static Predicate<String> reader(ExternalTask task) {
    return line -> {
      int first = line.indexOf(' ');
      int second = line.indexOf(' ', first + 1);
      if (second < 0) {
        return false;
      }
      try {
        task.ticked(
            Long.parseLong(line, 0, first, 10),
            Long.parseLong(line, first + 1, second, 10),
            Long.parseLong(line, second + 1, line.length(), 10));
        return true;
      } catch (NumberFormatException e) {
        return false;
      }
    };
  }
}

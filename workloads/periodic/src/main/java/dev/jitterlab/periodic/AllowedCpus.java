package dev.jitterlab.periodic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.observer.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The processors that this process may run on, by the numbers that the system gives them. */
final class AllowedCpus {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String KEY = "Cpus_allowed_list:";

  private AllowedCpus() {}

  /**
   * Finds them.
   *
   * @throws UnavailableException if the system does not tell
   */
  static int[] find() throws UnavailableException {
    List<String> status;
    try {
      status = Files.readAllLines(STATUS, UTF_8);
    } catch (IOException e) {
      throw new UnavailableException("the system does not tell its processors: " + e.getMessage());
    }
    return parse(status);
  }

  /** Reads the lines of a process's status: {@code Cpus_allowed_list: 0-1,4}. */
  static int[] parse(List<String> status) throws UnavailableException {
    String list =
        status.stream()
            .filter(line -> line.startsWith(KEY))
            .map(line -> line.substring(KEY.length()).strip())
            .findFirst()
            .orElseThrow(() -> new UnavailableException(STATUS + " has no line " + KEY));
    return Stream.of(list.split(",")).flatMapToInt(AllowedCpus::range).toArray();
  }

  private static IntStream range(String range) {
    String[] ends = range.split("-", 2);
    int first = Integer.parseInt(ends[0]);
    return IntStream.rangeClosed(first, ends.length == 1 ? first : Integer.parseInt(ends[1]));
  }
}

package dev.jitterlab.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The log files that a JVM was told to write, as its flags have them. */
final class JvmLogs {
  /** What is logged, and the file: quoted, or up to the next colon. */
  private static final Pattern LOG =
      Pattern.compile("-Xlog:([^:]*):(?:file=)?(?:\"([^\"]+)\"|([^:]+)).*");

  private JvmLogs() {}

  /**
   * Finds a log.
   *
   * @param flags those of the JVM
   * @param tag what it logs, such as {@code gc}
   */
  static Optional<Path> find(List<String> flags, String tag, long pid) {
    for (String flag : flags) {
      Matcher log = LOG.matcher(flag);
      if (log.matches() && logs(log.group(1), tag)) {
        String name = log.group(2) == null ? log.group(3) : log.group(2);
        if (!name.equals("stdout") && !name.equals("stderr")) {
          return Optional.of(Path.of(name.replace("%p", Long.toString(pid))));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean logs(String what, String tag) {
    return Arrays.stream(what.split(",", -1))
        .flatMap(selection -> Arrays.stream(selection.split("[+=*]", -1)))
        .anyMatch(tag::equals);
  }

  /** Copies the last whole lines of a log. */
  static void copyEnd(Path log, Path to, int mostBytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - mostBytes);
      byte[] end = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(end);
      int start = 0;
      while (from > 0 && start < end.length && end[start++] != '\n') {
        // the line that is cut
      }
      Files.write(to, Arrays.copyOfRange(end, start, end.length));
    }
  }
}

package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which log is which: by the name's end or, of the JVM's two logs, by what their first lines say.
 *
 * @param gc the log of collections and safepoints
 * @param jit the log of compilations
 * @param ticks the tick log
 * @param slowRequests the generators' logs of slow requests
 */
record LogKinds(
    Optional<Path> gc, Optional<Path> jit, Optional<Path> ticks, List<Path> slowRequests) {
  private static final int HEAD_BYTES = 64 * 1024;

  /** A compilation's line names a method and its size. */
  private static final Pattern COMPILATION =
      Pattern.compile("(?m)^\\[.*\\] .*::.* \\((?:\\d+ bytes|native)\\)");

  static LogKinds of(List<Path> logs) {
    Optional<Path> gc = Optional.empty();
    Optional<Path> jit = Optional.empty();
    Optional<Path> ticks = Optional.empty();
    List<Path> slow = new ArrayList<>();
    for (Path log : logs) {
      String name = log.toString();
      if (name.endsWith(".csv")) {
        slow.add(log);
      } else if (name.endsWith(".hlog")) {
        ticks = once(ticks, log);
      } else if (COMPILATION.matcher(head(log)).find()) {
        jit = once(jit, log);
      } else {
        gc = once(gc, log);
      }
    }
    return new LogKinds(gc, jit, ticks, slow);
  }

  private static Optional<Path> once(Optional<Path> earlier, Path log) {
    if (earlier.isPresent()) {
      throw LabException.wrong(
          log.toString(),
          "it is a log of the same kind as " + earlier.get(),
          "Give one log of each kind, all from the JVM that wrote the recording.");
    }
    return Optional.of(log);
  }

  private static String head(Path log) {
    try (InputStream in = Files.newInputStream(log)) {
      return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.jitterlab.bench;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rounds of a bench that have ended, a line each: what makes a table grow over several
 * sessions. A line is there whole or not at all. For one process at a time.
 *
 * @param file need not exist yet
 */
record RoundBook(Path file) {
  /**
   * The rounds so far, in the order in which they ran.
   *
   * @param settings those of the rounds that are to be added
   * @throws LabException if there are rounds of other settings: one table cannot have both
   */
  List<BenchRound> read(Map<String, String> settings) {
    List<BenchRound> rounds = new ArrayList<>();
    for (String line : lines()) {
      try {
        rounds.add(Json.parse(line, BenchRound.class));
      } catch (IOException e) {
        throw LabException.wrong(
                file + ":" + (rounds.size() + 1),
                "this line is not a round of a bench",
                "Take the line out, or give another folder.")
            .because(e);
      }
      requireSame(rounds.getLast().settings(), settings);
    }
    return rounds;
  }

  private void requireSame(Map<String, String> kept, Map<String, String> wanted) {
    for (Map.Entry<String, String> setting : wanted.entrySet()) {
      String before = kept.get(setting.getKey());
      if (!setting.getValue().equals(before)) {
        throw LabException.wrong(
            file.toString(),
            "its rounds were measured with %s `%s`, not `%s`"
                .formatted(setting.getKey(), shown(before), shown(setting.getValue())),
            "Give the same flags on the same machine and build, or another folder.");
      }
    }
  }

  /** What the machine did not say is kept as {@code null}, which is no word for a reader. */
  private static String shown(String setting) {
    return String.valueOf(setting).replaceFirst("^null\\b", "unknown");
  }

  /** Appends a round; when it returns, it outlives a power failure. */
  void add(BenchRound round) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    List<String> lines = new ArrayList<>(lines());
    lines.add(Json.writeCompact(round));
    WholeFile.writeDurably(file, String.join("\n", lines) + "\n");
  }

  private List<String> lines() {
    return Unchecked.io(
        () ->
            Files.exists(file)
                ? Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList()
                : List.of());
  }
}

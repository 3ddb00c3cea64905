package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The kept runs of each experiment, in one file of JSON lines per experiment. A line is there whole
 * or not at all, also after a power failure. For one process at a time.
 *
 * @param folder where the files are, such as {@code docs/measurements}
 */
public record KeptRuns(Path folder) {
  private static final String SUFFIX = ".jsonl";

  /**
   * All runs of an experiment, in the order in which they were kept; empty where there are none.
   */
  public List<KeptRun> of(String experiment) {
    Path file = file(experiment);
    List<KeptRun> runs = new ArrayList<>();
    for (String line : lines(file)) {
      try {
        runs.add(Json.parse(line, KeptRun.class));
      } catch (IOException e) {
        throw LabException.wrong(
                file + ":" + (runs.size() + 1),
                "this line is not the record of a run",
                "Take the line out, or restore the file.")
            .because(e);
      }
    }
    return runs;
  }

  /** The names of the experiments that have records, in alphabetical order. */
  public List<String> experiments() {
    return Unchecked.io(
        () -> {
          try (Stream<Path> files = Files.list(folder)) {
            return files
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(SUFFIX))
                .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                .sorted()
                .toList();
          }
        });
  }

  /**
   * The runs of the newest content of the experiment's file that has a run that counts: older ones
   * asked something else, and a newer one has no answer yet. Where no run counts, those of the
   * newest.
   */
  public List<KeptRun> newest(String experiment) {
    List<KeptRun> all = of(experiment);
    return all.reversed().stream()
        .filter(KeptRun::counts)
        .findFirst()
        .or(() -> all.reversed().stream().findFirst())
        .map(run -> of(experiment, run.content()))
        .orElse(all);
  }

  /** The runs of one content of the experiment's file. */
  public List<KeptRun> of(String experiment, String content) {
    return of(experiment).stream().filter(run -> run.content().equals(content)).toList();
  }

  /**
   * Makes sure that runs can be added, before what they record is measured.
   *
   * @param option names the folder, for the error
   */
  public void requireWritable(String option) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "can-be-written", ".tmp"));
    } catch (IOException e) {
      throw LabException.wrong(
              option,
              "no records can be written in " + folder,
              "Give another folder, or set its rights.")
          .because(e);
    }
  }

  /** Appends a run; when it returns, the record outlives a power failure. */
  public void add(KeptRun run) {
    Path file = file(run.experiment());
    try {
      Files.createDirectories(folder);
      List<String> lines = new ArrayList<>(lines(file));
      lines.add(Json.writeCompact(run));
      WholeFile.writeDurably(file, String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw LabException.failed(
              file.toString(),
              "the record of the run cannot be written",
              "Make room or set the rights, and give the same command again: the run is not"
                  + " repeated.")
          .because(e);
    }
  }

  private Path file(String experiment) {
    return folder.resolve(experiment + SUFFIX);
  }

  private static List<String> lines(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    return Unchecked.io(
        () -> Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList());
  }
}

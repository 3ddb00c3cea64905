package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes YAML text into a folder and reads it as an experiment, with the fixture's workloads. */
public final class ExperimentText {
  /** A Jitterlab home with the workload {@code battle}. */
  public static final Path HOME = Path.of("src/test/resources/home");

  /** A Jitterlab home with stand-ins for all workloads and generators that come with it. */
  public static final Path REFERENCE = Path.of("src/test/resources/reference");

  private ExperimentText() {}

  /** Reads a valid experiment from {@code test.yaml}. */
  public static Experiment read(Path folder, String yaml) {
    try {
      return readFile(Files.writeString(folder.resolve("test.yaml"), yaml));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a valid experiment. */
  public static Experiment readFile(Path file) {
    return new ExperimentReader(Workloads.in(HOME)).read(file);
  }

  /** What is wrong with the text, as {@code line:column what}. */
  static List<String> problems(Path folder, String yaml) {
    try {
      read(folder, yaml);
      return List.of();
    } catch (LabException e) {
      return e.problems().stream().map(problem -> shown(folder, problem)).toList();
    }
  }

  private static String shown(Path folder, Problem problem) {
    String place = problem.where().replace(folder.resolve("test.yaml").toString(), "");
    return place.replaceFirst("^:", "") + " " + problem.what().replace('\n', ' ');
  }
}

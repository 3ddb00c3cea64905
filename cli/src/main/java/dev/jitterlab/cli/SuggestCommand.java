package dev.jitterlab.cli;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RefusedFile;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.proof.Suggestion;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jitterlab suggest RUN}: the experiment that would prove or refute a run's finding. */
@Command(
    name = "suggest",
    description = {
      "Write the experiment that would prove or refute what made a run late.",
      "It compares the server as it was with the same server without the leading cause. Run the"
          + " file with ./jitterlab run. At the end of that run, the finding of the first run is"
          + " marked. See docs/diagnosis-proof.md."
    })
public final class SuggestCommand implements Runnable {
  @Parameters(paramLabel = "RUN", description = "The directory of a diagnosed run.")
  private Path directory;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description =
          "The group whose lateness is explained (default: the group with the most late time).")
  private String group;

  @Option(
      names = "--cause",
      paramLabel = "CAUSE",
      description =
          "The cause to remove, such as gc_pause (default: the one with the most late time).")
  private String cause;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The file to write (default: EXPERIMENT-CAUSE.yaml in this folder; beside the first"
              + " experiment if that describes its server).")
  private Path out;

  @Mixin private Output output;

  private final Function<Path, Plan> plan;
  private final Path folder;

  /**
   * @param plan reads and plans an experiment file
   * @param folder where the file is written, unless the user says where
   */
  SuggestCommand(Function<Path, Plan> plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
  }

  @Override
  public void run() {
    RunDirectory run = new RunDirectory(directory);
    RunLock.requireIdle(run);
    Optional<Causes> kept = RunCauses.read(run);
    Causes causes =
        kept.or(() -> Outcome.causes(run, List.of(), output))
            .orElseThrow(
                () ->
                    LabException.wrong(
                        directory.toString(),
                        "no server of this run has a flight recording",
                        "Run the experiment again with `recording: {jfr: true}`."));
    Suggestion suggestion =
        Suggestion.of(run, causes, Optional.ofNullable(group), Optional.ofNullable(cause));
    Path file = out == null ? place(suggestion).resolve(suggestion.name() + ".yaml") : out;
    write(file, suggestion);
    output.print(
        text -> {
          text.println(suggestion.sentence());
          text.println(suggestion.metric());
          text.println(
              "Written to %s; run it with: ./jitterlab run %s"
                  .formatted(file, ShellWord.of(file.toString())));
          if (suggestion.place().matters() && suggestion.place().folder().isEmpty()) {
            text.println(
                "It may name files beside the first experiment: put it into that folder, and look"
                    + " at it with ./jitterlab plan.");
          } else {
            text.println(PlanText.outlook(plan.apply(file)));
          }
        },
        Map.of(
            "file",
            file.toString(),
            "sentence",
            suggestion.sentence(),
            "metric",
            suggestion.metric()));
    if (kept.isEmpty()) {
      keep(run, causes);
    }
  }

  /** Without them in the run, only the next command takes longer. */
  private void keep(RunDirectory run, Causes causes) {
    try {
      RunCauses.keep(run, causes);
    } catch (LabException e) {
      output.remark(e.getMessage());
    }
  }

  /** A file that names others stands where the first experiment stood. */
  private Path place(Suggestion suggestion) {
    return suggestion
        .place()
        .folder()
        .filter(first -> Files.isDirectory(first) && Files.isWritable(first))
        .orElse(folder);
  }

  private static void write(Path file, Suggestion suggestion) {
    try {
      if (Files.exists(file) && !Files.readString(file).equals(suggestion.text())) {
        throw LabException.wrong(
            file.toString(), "the file exists and has other content", "Give another --out.");
      }
      WholeFile.write(file, suggestion.text());
    } catch (IOException e) {
      throw LabException.wrong(
          file.toString(),
          "the experiment cannot be written: " + RefusedFile.inWords(e),
          "Give a file in a folder that you may write to, with --out.");
    }
  }
}

package dev.jitterlab.cli;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.terminal.Terminal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How the lab's own benches run from their command; a mixin of it, which has their folder. */
final class BenchOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for the recordings, new or empty (default: runs/<time>-bench-${COMMAND-NAME}).")
  private Path out;

  /** A bench that leaves {@code bench.json} in its folder, which is new. */
  interface Bench<R> {
    /** Runs it to its end. */
    R run(Path folder, Progress progress) throws InterruptedException;
  }

  /** Measures in a folder that another option names. */
  void into(String option, Path folder) {
    if (out != null) {
      throw LabException.wrong(
          option, "both this option and --out name the folder", "Leave out one of them.");
    }
    out = folder;
  }

  /**
   * Runs a bench, and prints what it found out.
   *
   * @return the exit status
   */
  <R> int run(Bench<R> bench, Output output, BiFunction<R, Terminal, String> table)
      throws InterruptedException {
    measure(bench, folder(), output, table);
    return ExitCode.OK.status();
  }

  private Path folder() {
    return out == null ? RunCommand.defaultFolder("bench-" + command.name()) : out;
  }

  private static Path figures(Path folder) {
    return folder.resolve("bench.json");
  }

  /** Returns what it has printed. */
  private static <R> R measure(
      Bench<R> bench, Path folder, Output output, BiFunction<R, Terminal, String> table)
      throws InterruptedException {
    R result;
    try (Progress progress = RunCommand.progress(output.err())) {
      result = bench.run(folder, progress);
    }
    output.print(
        text -> {
          text.print(table.apply(result, output.terminal()));
          text.println("result  " + figures(folder));
        },
        result);
    return result;
  }

  /**
   * The same of a bench whose figures decide claims of the ledger. They are printed before they are
   * kept: that may fail, and the bench took minutes.
   */
  <R> int run(
      Bench<R> bench,
      Output output,
      BiFunction<R, Terminal, String> table,
      KeepOption keep,
      Function<R, BenchRecord> record)
      throws InterruptedException {
    keep.requireWritable();
    Instant startedAt = Instant.now();
    Path folder = folder();
    R result = measure(bench, folder, output, table);
    keep.keep(() -> record.apply(result), startedAt, figures(folder));
    return ExitCode.OK.status();
  }
}

package dev.jitterlab.cli;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Diagnosis;
import dev.jitterlab.diagnosis.ServerFiles;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.faults.ConfusionScorer;
import dev.jitterlab.lab.report.text.CausesText;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code jitterlab diagnose RUN | RECORDING [LOG…]}: what made each late tick and slow request
 * late.
 */
@Command(name = "diagnose", description = "Say what made each late tick and slow request late.")
public final class DiagnoseCommand implements Runnable {
  private static final String RECORDING = ".jfr";

  @Parameters(
      index = "0",
      paramLabel = "RUN|RECORDING",
      description = "A run directory, whose causes.json is written, or a flight recording.")
  private Path subject;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "LOG",
      description =
          "With a recording: the JVM's logs of collections and compilations, the tick log"
              + " (*.hlog), and a generator's slow requests (*.csv), in any order.")
  private List<Path> logs = List.of();

  @Option(
      names = "--tick-package",
      paramLabel = "PACKAGE",
      description =
          "With a recording: a package whose methods make ticks or answer requests; may be given"
              + " again.")
  private List<String> tickPackages = List.of();

  @Option(
      names = "--slow",
      paramLabel = "MS",
      description =
          "With a recording: from how many milliseconds on a request is slow. Default: 10, and"
              + " five times the median.")
  private Double slowMs;

  @Mixin private Output output;

  @Override
  public void run() {
    Causes causes = Files.isDirectory(subject) ? ofRun() : ofRecording();
    output.print(out -> out.print(CausesText.render(causes, output.terminal())), causes);
    if (Files.isDirectory(subject)) {
      ConfusionScorer.write(new RunDirectory(subject))
          .ifPresent(found -> output.remark(found.text()));
    }
  }

  private Causes ofRun() {
    if (!logs.isEmpty()) {
      throw LabException.wrong(
          subject.toString(),
          "a run has its own logs, and others were given",
          "Give the run alone, or a recording with its logs.");
    }
    RunDirectory run = new RunDirectory(subject);
    RunLock.requireIdle(run);
    return RunCauses.write(run)
        .orElseThrow(
            () ->
                LabException.wrong(
                    subject.toString(),
                    "no server of this run has a flight recording",
                    "Run the experiment again with `recording: {jfr: true}`."));
  }

  private Causes ofRecording() {
    if (!Files.isRegularFile(subject)) {
      throw LabException.wrong(
          subject.toString(),
          "there is no such file or folder",
          "Give a run directory or a recording that -XX:StartFlightRecording wrote.");
    }
    for (Path log : logs) {
      if (!Files.isRegularFile(log)) {
        throw LabException.wrong(log.toString(), "there is no such file", "Check the path.");
      }
    }
    LogKinds kinds = LogKinds.of(logs);
    String name = subject.getFileName().toString();
    String group = name.endsWith(RECORDING) ? name.substring(0, name.length() - 4) : name;
    Causes causes =
        Diagnosis.of(
            List.of(
                new ServerFiles(
                    group,
                    group,
                    Optional.of(subject),
                    kinds.gc(),
                    kinds.jit(),
                    kinds.ticks(),
                    kinds.slowRequests(),
                    List.of(),
                    tickPackages,
                    slowMs == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(Math.round(slowMs * 1e6)))));
    requireSomething(causes);
    return causes;
  }

  /** A file from which nothing was read is an error; one from which something was, a remark. */
  private void requireSomething(Causes causes) {
    boolean nothing =
        causes.events().isEmpty()
            && causes.sources().stream().allMatch(source -> source.clocks().isEmpty());
    List<String> problems =
        causes.sources().stream().flatMap(source -> source.problems().stream()).toList();
    if (nothing && !problems.isEmpty()) {
      throw LabException.wrong(
          subject.toString(),
          problems.getFirst(),
          "Give a recording of a server with Jitterlab's ticks or agent.");
    }
    if (nothing) {
      throw LabException.wrong(
          subject.toString(),
          "the recording has neither ticks nor requests (jitterlab.Tick, jitterlab.Request)",
          "Use Jitterlab's tick runtime or agent in the server (docs/agent.md).");
    }
  }
}

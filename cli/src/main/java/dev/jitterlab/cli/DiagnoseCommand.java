package dev.jitterlab.cli;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Diagnosis;
import dev.jitterlab.diagnosis.ServerFiles;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.causes.AgentBundle;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.faults.ConfusionScorer;
import dev.jitterlab.lab.report.text.CausesText;
import dev.jitterlab.lab.rule.RulesReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code jitterlab diagnose RUN | BUNDLE | RECORDING [LOG…] | --pid PID [LOG…]}: what made each
 * late tick and slow request late.
 */
@Command(name = "diagnose", description = "Say what made each late tick and slow request late.")
public final class DiagnoseCommand implements Runnable {
  private static final String RECORDING = ".jfr";
  private static final double LEAST_SLOW_MS = 0.001;
  private static final double MOST_SLOW_MS = 3_600_000;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN|BUNDLE|RECORDING",
      description =
          "A run directory (its causes.json is written), a bundle that the agent wrote, or a"
              + " flight recording.")
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
          "With a recording: a package whose methods make ticks or answer requests; may be"
              + " repeated.")
  private List<String> tickPackages = List.of();

  @Option(
      names = "--slow",
      paramLabel = "MS",
      description =
          "With a recording: a request that takes at least this many milliseconds is slow."
              + " Default: 10, and five times the median.")
  private Double slowMs;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "A YAML file with rules of your own (docs/diagnosis-patterns.md); may be repeated.")
  private List<Path> ruleFiles = List.of();

  @Mixin private PidDiagnosis process;
  @Mixin private Output output;

  private List<UserRule> rules = List.of();

  @Override
  public void run() {
    if (slowMs != null) {
      NumberBounds.require("--slow", slowMs, LEAST_SLOW_MS, MOST_SLOW_MS);
    }
    rules = rules();
    if (process.isAsked()) {
      List<Path> given = new ArrayList<>(logs);
      if (subject != null) {
        given.addFirst(subject);
      }
      requireFiles(given);
      process.run(
          output,
          file -> diagnose(process.name(), file, given),
          found -> CausesText.render(found, output.terminal()));
      return;
    }
    if (subject == null) {
      throw LabException.wrong(
          "diagnose",
          "there is nothing to diagnose",
          "Give a run directory, a recording, a bundle, or --pid with the id of a Java process.");
    }
    if (AgentBundle.isOne(subject)) {
      bundle();
      return;
    }
    if (Files.isDirectory(subject)) {
      run(new RunDirectory(subject));
      return;
    }
    show(ofRecording());
  }

  private void show(Causes causes) {
    output.print(out -> out.print(CausesText.render(causes, output.terminal())), causes);
  }

  private List<UserRule> rules() {
    List<UserRule> all = new ArrayList<>();
    for (Path file : ruleFiles) {
      for (UserRule rule : RulesReader.read(file)) {
        if (all.stream().anyMatch(one -> one.name().equals(rule.name()))) {
          throw LabException.wrong(
              file.toString(),
              "the rule `" + rule.name() + "` is in another file too",
              "Give one of them another name.");
        }
        all.add(rule);
      }
    }
    return all;
  }

  private void bundle() {
    if (!logs.isEmpty()) {
      throw LabException.wrong(
          subject.toString(),
          "a bundle has its own logs, and others were given",
          "Give the bundle alone, or its recording.jfr with your logs.");
    }
    AgentBundle bundle = AgentBundle.read(subject);
    Causes causes =
        Diagnosis.of(List.of(bundle.files(tickPackages, slowNs())), Optional.empty(), rules);
    requireSomething(causes);
    show(causes);
    bundle.description().missing().forEach(one -> output.remark("Not in the bundle: " + one + "."));
  }

  private OptionalLong slowNs() {
    return slowMs == null ? OptionalLong.empty() : OptionalLong.of(Math.round(slowMs * 1e6));
  }

  /** Shows the causes before it keeps them: a user who may only read the run sees them, too. */
  private void run(RunDirectory run) {
    if (!logs.isEmpty()) {
      throw LabException.wrong(
          subject.toString(),
          "a run has its own logs, and others were given",
          "Give the run alone, or a recording with its logs.");
    }
    if (slowMs != null || !tickPackages.isEmpty()) {
      throw LabException.wrong(
          slowMs != null ? "--slow" : "--tick-package",
          "the experiment of a run decides this, and a run was given: " + subject,
          "Leave the option out, or give a recording instead of the run.");
    }
    RunLock.requireIdle(run);
    Causes causes =
        Outcome.causes(run, rules, output)
            .orElseThrow(
                () ->
                    LabException.wrong(
                        subject.toString(),
                        "no server of this run has a flight recording",
                        "Run the experiment again with `recording: {jfr: true}`."));
    show(causes);
    RunCauses.keep(run, causes);
    ConfusionScorer.write(run).ifPresent(found -> output.remark(found.text()));
  }

  private Causes ofRecording() {
    if (!Files.isRegularFile(subject)) {
      throw LabException.wrong(
          subject.toString(),
          "there is no such file or folder",
          "Give a run directory or a recording that -XX:StartFlightRecording wrote.");
    }
    requireFiles(logs);
    String name = subject.getFileName().toString();
    String group = name.endsWith(RECORDING) ? name.substring(0, name.length() - 4) : name;
    Causes causes = diagnose(group, subject, logs);
    requireSomething(causes);
    return causes;
  }

  private static void requireFiles(List<Path> files) {
    for (Path file : files) {
      if (!Files.isRegularFile(file)) {
        throw LabException.wrong(file.toString(), "there is no such file", "Check the path.");
      }
    }
  }

  private Causes diagnose(String group, Path recording, List<Path> with) {
    LogKinds kinds = LogKinds.of(with);
    return Diagnosis.of(
        List.of(
            new ServerFiles(
                group,
                group,
                Optional.of(recording),
                Optional.empty(),
                kinds.gc(),
                kinds.jit(),
                Optional.empty(),
                kinds.ticks(),
                kinds.slowRequests(),
                List.of(),
                tickPackages,
                slowNs())),
        Optional.empty(),
        rules);
  }

  /** A file from which nothing was read is an error; one from which something was, a remark. */
  private void requireSomething(Causes causes) {
    boolean nothing =
        causes.events().isEmpty()
            && causes.rules().stream().allMatch(one -> one.outcome().equals("not recorded"))
            && causes.sources().stream().allMatch(source -> source.clocks().isEmpty());
    List<String> problems =
        causes.sources().stream().flatMap(source -> source.problems().stream()).toList();
    if (nothing && !problems.isEmpty()) {
      throw LabException.wrong(
          subject.toString(),
          problems.getFirst(),
          "Give a recording of one server with Jitterlab's ticks or agent.");
    }
    if (nothing) {
      throw LabException.wrong(
          subject.toString(),
          "the recording has neither ticks nor requests (jitterlab.Tick, jitterlab.Request)",
          "Use Jitterlab's tick runtime or agent in the server (docs/agent.md).");
    }
  }
}

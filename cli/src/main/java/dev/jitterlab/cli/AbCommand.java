package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RefusedFile;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.experiment.Combinations;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.EqualGroups;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.PlanWarnings;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.plan.WarnedPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jitterlab ab 'command A' 'command B'}: a trial of two servers without a YAML file. */
@Command(
    name = "ab",
    description = {
      "Compare two servers by their commands, without an experiment file.",
      "It writes the file, shows it and runs it. Each server is started 5 to 20 times, until it is"
          + " decided which does better. Put $${port} where a command takes its port, in single"
          + " quotes: ab 'java -jar old.jar $${port}' 'java -jar new.jar $${port}' --rate 200."
          + " If both commands begin with java, Jitterlab adds flags for flight recordings and GC"
          + " logs, and under --load http its agent, and then names causes. See docs/any-server.md."
    })
public final class AbCommand implements Callable<Integer> {
  private static final String DEFAULT_NAME = "ab";
  private static final int MOST_FILES = 1_000;

  @Parameters(
      index = "0",
      paramLabel = "COMMAND_A",
      description = "The command that starts server A.")
  private String commandA;

  @Parameters(
      index = "1",
      paramLabel = "COMMAND_B",
      description = "The command that starts server B.")
  private String commandB;

  @Option(
      names = "--ready",
      paramLabel = "SIGN",
      description =
          "How to see that a server is ready: port ($${port} accepts a connection), 8080 (that"
              + " port does), an address such as 'http://127.0.0.1:$${port}/health', or"
              + " log:REGEX, a line that it prints (default: port).")
  private String ready;

  @Option(
      names = "--load",
      paramLabel = "LOAD",
      description =
          "http, Jitterlab's own load, or a command with $${target} and $${seconds} (default: http"
              + " if --rate or --path is given, else none).")
  private String load;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Requests a second of --load http to each server (default: 100).")
  private String rate;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "Path of the requests of --load http (default: /).")
  private String path;

  @Option(
      names = "--metric",
      paramLabel = "KEY",
      description =
          "The metric that decides, such as response_seconds.p99 or cpu_load (default: the"
              + " response time's p99 under --load http, else the CPU load).")
  private String metric;

  @Option(
      names = "--instances",
      paramLabel = "N..M",
      description =
          "How often each server is started: 5..20 until it is decided, or a fixed number such as"
              + " 5 (default: 5..20).")
  private String instances;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = "How long the load runs before the measurement (default: 30s).")
  private String warmup;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long each server is measured (default: 20s).")
  private String duration;

  @Option(
      names = "--as-is",
      description = "Start the commands exactly as they are: no recordings, no agent, no causes.")
  private boolean asIs;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of the experiment and of its file, NAME.yaml (default: ab).")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the experiment to this file and run nothing.")
  private Path out;

  @Mixin private GateOptions gates;
  @Mixin private ServeOption serve;
  @Mixin private Output output;
  @Mixin private Detail detail;

  private final Function<Path, Plan> plan;
  private final Path folder;

  /**
   * @param plan reads and plans an experiment file
   * @param folder where the file is written, unless the user says where: the current one
   */
  AbCommand(Function<Path, Plan> plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
  }

  @Override
  public Integer call() throws InterruptedException {
    requireUse();
    Written written = write();
    Plan planned = plan(written);
    List<String> warnings = PlanWarnings.of(planned);
    String summary = "%s: %s".formatted(written.name, comparison(written.experiment, planned));
    if (out != null) {
      output.print(
          text -> {
            text.println(summary);
            text.println(
                "Written to %s; run it with: ./jitterlab run %s"
                    .formatted(out, ShellWord.of(out.toString())));
          },
          warnings.isEmpty() ? planned : new WarnedPlan(planned, warnings));
      warn(planned, warnings);
      return 0;
    }
    output.remark(summary);
    warn(planned, warnings);
    output.remark(
        "The experiment is in %s. Edit it and run it again with: ./jitterlab run %s"
            .formatted(written.file, ShellWord.of(written.file.toString())));
    written.experiment.text().lines().forEach(line -> output.remark("  " + line));
    return ExperimentRun.of(
            written.file, planned, folder.resolve(RunCommand.defaultFolder(written.name)))
        .run(serve, output, detail, gates, List.of());
  }

  /** A script that relies on a gate must not pass because nothing was run. */
  private void requireUse() {
    if (out != null && (!gates.parsed().isEmpty() || serve.isAsked())) {
      throw LabException.wrong(
          "ab --out",
          "with --out nothing is run, so --gate and --serve would have no effect",
          "Leave --out out, or give the option to ./jitterlab run FILE.");
    }
  }

  /** Not of equal commands: the summary says so, and they are equal on purpose. */
  private void warn(Plan planned, List<String> warnings) {
    List<String> said = commandA.equals(commandB) ? EqualGroups.warnings(planned) : List.of();
    warnings.stream()
        .filter(words -> !said.contains(words))
        .forEach(words -> output.remark("Warning: " + words));
  }

  /** Problems are told at the arguments; a file that cannot be planned does not stay. */
  private Plan plan(Written written) {
    try {
      Plan planned = plan.apply(written.file);
      gates.require(planned);
      return planned;
    } catch (LabException e) {
      if (written.isNew) {
        delete(written.file);
      }
      throw written.experiment.atArguments(written.file, e);
    }
  }

  private String comparison(AbExperiment experiment, Plan planned) {
    String words =
        Metrics.with(planned.analysis().metrics())
            .primary(planned.analysis().primaryMetric())
            .words();
    return "compares A (%s) with B (%s) by %s, %s; %s%s"
        .formatted(
            commandA,
            commandB,
            words,
            experiment.underWhat(),
            PlanText.outlook(planned),
            commandA.equals(commandB)
                ? ". Both commands are the same: no difference should be found"
                : "");
  }

  private record Written(String name, Path file, AbExperiment experiment, boolean isNew) {}

  /** An equal file is used again; another one is never overwritten. */
  private Written write() {
    String wanted = name == null ? DEFAULT_NAME : name;
    requireName(wanted);
    requireFile(out);
    for (int nth = 1; nth <= MOST_FILES; nth++) {
      String called = nth == 1 ? wanted : wanted + "-" + nth;
      Path file = out == null ? folder.resolve(called + ".yaml") : out;
      AbExperiment experiment = experiment(called, file);
      if (!Files.exists(file)) {
        write(file, experiment.text());
        return new Written(called, file, experiment, true);
      }
      if (isEqual(file, experiment.text())) {
        return new Written(called, file, experiment, false);
      }
      if (name != null || out != null) {
        throw LabException.wrong(
            file.toString(),
            "the file exists and has other content",
            "Run it with ./jitterlab run %s, or give another %s."
                .formatted(ShellWord.of(file.toString()), out == null ? "--name" : "--out"));
      }
    }
    throw LabException.wrong(
        folder.toString(),
        "there are more than %d files such as ab-2.yaml".formatted(MOST_FILES),
        "Remove those that you do not need, or give a --name.");
  }

  /** It becomes that of a file, which must not be written into another folder. */
  private static void requireName(String wanted) {
    String possible = Combinations.folderName(wanted);
    if (!wanted.equals(possible)) {
      throw LabException.wrong(
          "ab --name",
          "the name `%s` cannot be part of a file's name".formatted(wanted),
          "Use letters, digits and ._- only, such as %s.".formatted(possible));
    }
  }

  private static void requireFile(Path out) {
    if (out != null && Files.isDirectory(out)) {
      throw LabException.wrong(
          out.toString(),
          "--out names a folder; it expects a file",
          "Give a file, such as --out %s."
              .formatted(ShellWord.of(out.resolve(DEFAULT_NAME + ".yaml").toString())));
    }
  }

  private AbExperiment experiment(String called, Path file) {
    return new AbExperiment(
        commandA,
        commandB,
        new AbExperiment.Asked(
            called,
            ready,
            new AskedLoad(load, rate, path),
            metric,
            instances,
            warmup,
            duration,
            asIs),
        folder,
        file,
        System.getenv());
  }

  private static boolean isEqual(Path file, String text) {
    try {
      return Files.isRegularFile(file) && Files.readString(file).equals(text);
    } catch (IOException _) {
      return false;
    }
  }

  private static void write(Path file, String text) {
    try {
      WholeFile.write(file, text);
    } catch (IOException e) {
      throw notWritten(file, e);
    }
  }

  /** A full disk is not the fault of an argument. */
  static LabException notWritten(Path file, IOException failure) {
    String what = "the experiment cannot be written";
    return RefusedFile.isFullDisk(String.valueOf(failure.getMessage()))
        ? LabException.failed(
                file.toString(),
                what + ": the disk is full",
                "Make room, or run the command in a folder on another disk.")
            .because(failure)
        : LabException.wrong(
                file.toString(), what, "Go to a folder that you may write to, or give --out.")
            .because(failure);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      // It stays, and does no harm: the next call finds it, equal or not.
    }
  }
}

package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.size.SizeLimit;
import dev.jitterlab.lab.size.SizeQuestion;
import dev.jitterlab.lab.size.SizeState;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jitterlab size 'command'}: how much heap a server needs, and what less of it costs. */
@Command(
    name = "size",
    description = {
      "Find out how much heap a server needs, and what each size costs.",
      "It starts the server again and again, with sizes that it chooses by what it has seen, until"
          + " it knows below which size the server dies, and what the collector costs above"
          + " that. The size replaces $${heap} in the command: size 'java -Xmx$${heap} -jar"
          + " shop.jar $${port}' --rate 200. Without $${heap} the size is set by"
          + " JAVA_TOOL_OPTIONS, and the output says so. The collector is the one that the"
          + " command chooses. ./jitterlab resume continues an interrupted search. See"
          + " docs/size.md."
    })
public final class SizeCommand implements Callable<Integer> {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg])");
  private static final long LEAST_BYTES = 4L << 20;
  private static final long STEP = 2L << 20;
  private static final double AROUND_SECONDS = 6;
  private static final int LEAST_RUNS = 4;
  private static final int MOST_RUNS = 200;
  private static final int MOST_REPEATS = 20;
  private static final long MOST_BY_DEFAULT = 1L << 30;
  private static final int SEED = 1;

  @Parameters(paramLabel = "COMMAND", description = "The command that starts the server.")
  private String command;

  @Option(
      names = "--slo",
      paramLabel = "LIMIT",
      description =
          "Find the smallest heap that keeps this limit: p99=20ms (also p50, p90, p95, p999, max:"
              + " response times), cpu=30%% (of the machine's), gc=5%% (of the server's CPU"
              + " time), or a key of summary.json with a limit. May be repeated.")
  private List<String> limits = List.of();

  @Option(
      names = "--most",
      paramLabel = "SIZE",
      description =
          "The largest heap to try, such as 2g (default: a quarter of the memory, 1g at most)."
              + " Sizes are rounded down to whole 2m.")
  private String most;

  @Option(
      names = "--least",
      paramLabel = "SIZE",
      description = "The smallest heap to try, at least 2m (default: 4m).")
  private String least;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "24",
      description = "The largest number of servers to start (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--exhaustive",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "To check the search for --slo: between its servers try every size from --most to --least,"
              + " a tenth apart, N times each, and show what that finds and how many servers it"
              + " took.")
  private int exhaustive;

  @Option(
      names = "--ready",
      paramLabel = "SIGN",
      description =
          "How to see that the server is ready: port ($${port} accepts a connection), 8080 (that"
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
      description = "Requests a second of --load http (default: 100).")
  private String rate;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "Path of the requests of --load http (default: /).")
  private String path;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description =
          "How long the load runs before each measurement, in ms, s, m or h (default: 10s).")
  private String warmup;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long each server is measured, in ms, s, m or h (default: 20s).")
  private String duration;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the search, new or empty (default: runs/<time>-size).")
  private Path out;

  @Mixin private Output output;

  private final Function<Path, Plan> plan;
  private final Path folder;

  /**
   * Creates the command.
   *
   * @param plan reads and plans an experiment file
   * @param folder where the user stands
   */
  SizeCommand(Function<Path, Plan> plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
  }

  @Override
  public Integer call() throws InterruptedException {
    Path search = out == null ? folder.resolve(RunCommand.defaultFolder("size")) : out;
    requireNew(search);
    SizeExperiment experiment =
        new SizeExperiment(
            command,
            new SizeExperiment.Given(ready, new AskedLoad(load, rate, path), warmup, duration),
            folder,
            search.resolve("probes").resolve("any.yaml"));
    SizeQuestion question = question();
    if (!experiment.hasLoad() && question.limits().stream().anyMatch(SizeLimit::isOfResponses)) {
      throw LabException.wrong(
          "size --slo",
          "the limit is a response time, and a server without load has none",
          "Give --rate N for Jitterlab's own load, or --load COMMAND.");
    }
    double seconds = planned(experiment, question).timing().loadSeconds();
    SizeState state =
        new SizeState(
            command,
            experiment.through(),
            experiment.load(),
            experiment.text(),
            seconds + AROUND_SECONDS,
            question,
            List.of(),
            exhaustive,
            List.of());
    state.write(search);
    output.remark(
        "size: the heap goes through %s; under %s; at most %d servers, about %s. Go on after an"
                .formatted(
                    state.through(),
                    state.load(),
                    state.mostServers(),
                    Units.duration(state.mostServers() * state.probeSeconds()))
            + " interruption with: ./jitterlab resume "
            + ShellWord.of(search.toString()));
    return new SizeRun(search, plan, output).run();
  }

  /** Plans the first server: a mistake is told at its argument, and leaves nothing behind. */
  private Plan planned(SizeExperiment experiment, SizeQuestion question) {
    try {
      Path file = Files.createTempFile("jitterlab-size-", ".yaml");
      try {
        String heap = SizeState.flag(question.mostBytes());
        Files.writeString(file, experiment.text().replace(SizeState.HEAP, heap));
        return plan.apply(file);
      } catch (LabException e) {
        throw experiment.atArguments(file, e);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw LabException.failed(
              "size",
              "the search could not be prepared",
              "Check that there is room in the folder for temporary files.")
          .because(e);
    }
  }

  private static void requireNew(Path search) {
    if (Files.exists(search) && !isEmpty(search)) {
      throw LabException.wrong(
          "size --out " + search,
          "the folder is not empty",
          SizeState.isIn(search)
              ? "Go on with the search in it by ./jitterlab resume, or give another folder."
              : "Give another folder.");
    }
  }

  private static boolean isEmpty(Path search) {
    String[] names = search.toFile().list();
    return names != null && names.length == 0;
  }

  private SizeQuestion question() {
    if (runs < LEAST_RUNS || runs > MOST_RUNS) {
      throw LabException.wrong(
          "size --runs",
          "expected a number from %d to %d, found %d".formatted(LEAST_RUNS, MOST_RUNS, runs),
          "Correct the option.");
    }
    if (exhaustive < 0 || exhaustive > MOST_REPEATS || (exhaustive > 0 && limits.isEmpty())) {
      throw LabException.wrong(
          "size --exhaustive",
          "expected a number from 0 to %d, and a limit to search for, found %d and %d limits"
              .formatted(MOST_REPEATS, exhaustive, limits.size()),
          "Correct the option, or give --slo.");
    }
    long smallest = least == null ? LEAST_BYTES : bytes("--least", least);
    long largest = most == null ? quarterOfMemory() : bytes("--most", most);
    if (smallest >= largest) {
      throw LabException.wrong(
          "size --least",
          "the smallest heap, %s, is not below the largest, %s"
              .formatted(Units.bytes(smallest), Units.bytes(largest)),
          "Give a smaller --least or a larger --most.");
    }
    if (largest > memory()) {
      throw LabException.wrong(
          "size --most",
          "a heap of %s does not fit into the machine's %s"
              .formatted(Units.bytes(largest), Units.bytes(memory())),
          "Give a smaller --most.");
    }
    try {
      return new SizeQuestion(
          smallest, largest, runs, limits.stream().map(SizeLimit::parse).toList(), SEED);
    } catch (IllegalArgumentException e) {
      throw LabException.wrong("size --slo", String.valueOf(e.getMessage()), "Correct the option.");
    }
  }

  private static long bytes(String option, String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw LabException.wrong(
          "size " + option,
          "expected a size such as 512m or 2g, found `" + text + "`",
          "Correct the option.");
    }
    long bytes = Long.parseLong(size.group(1)) << (10 * (1 + "kmg".indexOf(size.group(2))));
    if (bytes < STEP) {
      throw LabException.wrong(
          "size " + option,
          "expected at least %s, found `%s`".formatted(Units.bytes(STEP), text),
          "Give a larger size: heaps are tried in whole steps of " + Units.bytes(STEP) + ".");
    }
    return bytes / STEP * STEP;
  }

  private static long quarterOfMemory() {
    return Math.min(MOST_BY_DEFAULT, memory() / 4 / STEP * STEP);
  }

  private static long memory() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getTotalMemorySize();
  }
}

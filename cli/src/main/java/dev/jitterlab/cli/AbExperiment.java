package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The experiment file that {@code jitterlab ab} writes: two groups, A and B, that differ in their
 * command. Immutable.
 */
final class AbExperiment {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,4})\\.\\.(\\d{1,4})");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
  private static final String DEFAULT_RATE = "100";

  private final Map<String, String> commands;

  /** Both, with the flags of the recordings in them; empty where one of them takes none. */
  private final Map<String, JavaCommand> recorded;

  private final Asked asked;
  private final CommandPaths paths;
  private final ArgumentLines lines = new ArgumentLines("ab");

  /**
   * What the user asks for; null where the default is wanted.
   *
   * @param ready {@code port}, a port, {@code log:} and a regular expression, or an address
   * @param load {@code http}, or a command line
   * @param rate requests a second
   * @param path of the requests
   * @param metric that decides
   * @param instances a number, or two with dots between
   * @param asIs whether the commands get no flags of the lab
   */
  record Asked(
      String name,
      String ready,
      String load,
      String rate,
      String path,
      String metric,
      String instances,
      String warmup,
      String duration,
      boolean asIs) {
    private boolean isHttp() {
      return "http".equals(load) || (load == null && (rate != null || path != null));
    }
  }

  /**
   * @param folder the current one, at which the paths of the commands begin
   * @param file will have the text
   * @param environment tells which JVM the commands would start
   * @throws LabException if the commands do not fit what is asked
   */
  AbExperiment(
      String commandA,
      String commandB,
      Asked asked,
      Path folder,
      Path file,
      Map<String, String> environment) {
    this.paths = new CommandPaths(folder, file);
    this.commands = Map.of("A", commandA, "B", commandB);
    this.asked = asked;
    check();
    this.recorded = recorded(environment);
    write();
  }

  private Map<String, JavaCommand> recorded(Map<String, String> environment) {
    Map<String, JavaCommand> both = new HashMap<>();
    commands.forEach(
        (group, command) ->
            JavaCommand.of(command, environment).ifPresent(java -> both.put(group, java)));
    return both.size() < commands.size() || asked.asIs ? Map.of() : both;
  }

  /** The file, with a line feed at the end of each line. */
  String text() {
    return lines.text();
  }

  /** What the servers are put under, in words. */
  String underWhat() {
    if (asked.isHttp()) {
      return "under %s requests a second to %s".formatted(rate(), path());
    }
    return asked.load == null
        ? "without load (give one with --load or --rate)"
        : "under the load of `%s`".formatted(asked.load);
  }

  /** Problems of the file, told where the user can correct them: at the arguments. */
  LabException atArguments(Path file, LabException failure) {
    return lines.atArguments(file, failure);
  }

  private void check() {
    if ((asked.rate != null || asked.path != null) && !asked.isHttp()) {
      throw wrong(
          "--load",
          "--rate and --path belong to Jitterlab's own load, but --load is a command",
          "Remove --rate and --path, or write --load http.");
    }
    Stream.of("A", "B").forEach(one -> CommandWords.check("ab command " + one, commands.get(one)));
    if (asked.load != null) {
      CommandWords.check("ab --load", asked.load);
    }
    if (!usesPort()) {
      checkWithoutPort();
    }
  }

  /** Then both servers have their ports from elsewhere. */
  private void checkWithoutPort() {
    String lacking =
        Stream.of("A", "B")
            .filter(group -> !CommandWords.namesPort(commands.get(group)))
            .collect(Collectors.joining(" and "));
    String remedy =
        "Put ${port} where the command takes its port, in single quotes so that the shell leaves it"
            + " alone: 'java -jar a.jar --port=${port}'.";
    if (lacking.length() == 1) {
      throw wrong(
          "command " + lacking,
          "the other command has ${port}, but this one does not",
          remedy.replace("the command", "it"));
    }
    if (asked.isHttp()) {
      throw wrong(
          "commands A and B",
          "the load goes to ${port}, but the commands have no ${port}: nothing would listen there",
          remedy + " Or give --load a command of your own.");
    }
    if (CommandWords.namesPort(ReadySign.of("ab", asked.ready))) {
      throw wrong(
          "commands A and B",
          (asked.ready == null
                  ? "a server counts as ready when ${port} accepts a connection"
                  : "--ready waits for ${port}")
              + ", but the commands have no ${port}",
          remedy + " Or tell --ready the port that both use, such as --ready 8080.");
    }
    if (CommandWords.namesPort(Optional.ofNullable(asked.load).orElse(""))) {
      throw wrong("--load", "the load goes to ${port}, but the commands have no ${port}", remedy);
    }
  }

  private boolean usesPort() {
    return commands.values().stream().allMatch(CommandWords::namesPort);
  }

  private boolean records() {
    return !recorded.isEmpty();
  }

  /** It has the agent already, or an AOT cache, which the JVM gives up for an agent (JEP 483). */
  private static boolean refusesAgent(String command) {
    return command.contains("jitterlab-agent") || command.contains("-XX:AOT");
  }

  private static LabException wrong(String where, String what, String remedy) {
    return new LabException(ExitCode.WRONG_EXPERIMENT, Problem.in("ab " + where, what, remedy));
  }

  private void write() {
    line("# Two commands against each other; written by `./jitterlab ab`, and yours to edit.");
    line("#   ./jitterlab run %s.yaml".formatted(asked.name));
    line("# docs/experiments.md has every key, docs/any-server.md what a command may contain.");
    line("");
    line("experiment: " + asked.name, "--name");
    line("question: Which of the two commands does better?");
    line("");
    line("workload:");
    line("  name: " + asked.name, "--name");
    line("  server:");
    line("    command: ['${properties.command}']", "commands A and B");
    line("    ready: " + ReadySign.of("ab", asked.ready), "--ready");
    if (records()
        && asked.isHttp()
        && commands.values().stream().noneMatch(AbExperiment::refusesAgent)) {
      line(
          "    # Jitterlab's agent records slow requests with their threads, so that they get causes.");
      line("    requests: {slow: 10ms}");
    }
    load();
    line("");
    instances();
    line("warmup: " + or(asked.warmup, "30s"), "--warmup");
    line("duration: " + or(asked.duration, "20s"), "--duration");
    if (!usesPort()) {
      line("# One server at a time, since both use the same port.");
      line("execution: alternate");
    }
    if (asked.metric != null) {
      line("primary_metric: " + CommandWords.quoted(asked.metric), "--metric");
    }
    line("");
    line("groups:");
    line("  - name: command");
    line("    values: [A, B]");
    if (!records()) {
      line("");
      if (!asked.asIs) {
        line(
            "# Not both commands begin with the java of a JDK 11 or later, so nothing is recorded.");
        line(
            "# Write '${java} ${jvm_arguments}' where they start the JVM, and remove these lines.");
      }
      line("defaults:");
      line("  recording: {%s}".formatted(CommandWords.withoutFlags()));
    }
    line("");
    line("properties:");
    for (String group : List.of("A", "B")) {
      line("  - targets: ['command=%s']".formatted(group));
      line("    properties:");
      JavaCommand java = recorded.get(group);
      String command = java == null ? commands.get(group) : java.text();
      line("      command: " + CommandWords.quoted(paths.located(command)), "command " + group);
      if (java != null) {
        java.jdk().ifPresent(home -> line("      jdk: " + CommandWords.quoted(home.toString())));
      }
    }
  }

  private void load() {
    if (asked.isHttp()) {
      line("  load:");
      line("    http:");
      line("      rate: " + CommandWords.quoted(rate()), "--rate");
      line("      path: " + CommandWords.quoted(path()), "--path");
    } else if (asked.load != null) {
      line("  load:");
      line("    command: " + CommandWords.quoted(paths.located(asked.load)), "--load");
    }
  }

  private String rate() {
    return or(asked.rate, DEFAULT_RATE);
  }

  private String path() {
    return or(asked.path, "/");
  }

  private void instances() {
    String instances = or(asked.instances, "5..20");
    Matcher range = RANGE.matcher(instances);
    if (range.matches()) {
      line("# Looks after each block, and ends as soon as it is decided (docs/method.md).");
      line(
          "instances: {at_least: %s, at_most: %s, until: decided}"
              .formatted(range.group(1), range.group(2)),
          "--instances");
    } else if (NUMBER.matcher(instances).matches()) {
      line("instances: " + instances, "--instances");
    } else {
      throw wrong(
          "--instances",
          "expected a number such as 5, or a range such as 5..20, found `" + instances + "`",
          "Correct the option.");
    }
  }

  private static String or(String given, String standard) {
    return given == null ? standard : given;
  }

  private void line(String text) {
    lines.add(text);
  }

  private void line(String text, String argument) {
    lines.add(text, argument);
  }
}

package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.plan.ShellWord;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  private final Map<String, String> commands;

  /** Both, with the flags of the recordings in them; empty where one of them takes none. */
  private final Map<String, JavaCommand> recorded;

  private final Asked asked;
  private final Path file;
  private final CommandPaths paths;
  private final ArgumentLines lines = new ArgumentLines("ab");

  /**
   * What the user asks for; null where the default is wanted.
   *
   * @param ready {@code port}, a port, {@code log:} and a regular expression, or an address
   * @param load is never null
   * @param metric that decides
   * @param instances a number, or two with dots between
   * @param asIs whether the commands get no flags of the lab
   */
  record Asked(
      String name,
      String ready,
      AskedLoad load,
      String metric,
      String instances,
      String warmup,
      String duration,
      boolean asIs) {}

  /**
   * @param folder the current one, at which the paths of the commands begin
   * @param file will have the text; it has a name
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
    this.file = file;
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
    return asked.load.isNone()
        ? "without load (give one with --load or --rate)"
        : "under " + asked.load.words();
  }

  /** Problems of the file, told where the user can correct them: at the arguments. */
  LabException atArguments(Path file, LabException failure) {
    return lines.atArguments(file, failure);
  }

  private void check() {
    Stream.of("A", "B").forEach(one -> CommandWords.check("ab command " + one, commands.get(one)));
    asked.load.check("ab");
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
    if (asked.load.isHttp()) {
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
    if (CommandWords.namesPort(Objects.requireNonNullElse(asked.load.load(), ""))) {
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
    return LabException.wrong("ab " + where, what, remedy);
  }

  private void write() {
    lines.add("# Two commands against each other; written by `./jitterlab ab`, and yours to edit.");
    lines.add("#   ./jitterlab run " + ShellWord.of(file.getFileName().toString()));
    lines.add(
        "# docs/experiments.md has every key, docs/any-server.md what a command may contain.");
    lines.add("");
    lines.add("experiment: " + asked.name, "--name");
    lines.add("question: Which of the two commands does better?");
    lines.add("");
    lines.add("workload:");
    lines.add("  name: " + asked.name, "--name");
    lines.add("  server:");
    lines.add("    command: ['${properties.command}']", "commands A and B");
    lines.add("    ready: " + ReadySign.of("ab", asked.ready), "--ready");
    if (records()
        && asked.load.isHttp()
        && commands.values().stream().noneMatch(AbExperiment::refusesAgent)) {
      lines.add(
          "    # Jitterlab's agent records slow requests with their threads, so that they get causes.");
      lines.add("    requests: {slow: 10ms}");
    }
    asked.load.write(lines, paths);
    lines.add("");
    instances();
    lines.add("warmup: " + Objects.requireNonNullElse(asked.warmup, "30s"), "--warmup");
    lines.add("duration: " + Objects.requireNonNullElse(asked.duration, "20s"), "--duration");
    if (!usesPort()) {
      lines.add("# One server at a time, since both use the same port.");
      lines.add("execution: alternate");
    } else if (ReadySign.isFixed("ab", asked.ready)) {
      lines.add("# One server at a time, since both are looked for at the same address.");
      lines.add("execution: alternate");
    }
    if (asked.metric != null) {
      lines.add("primary_metric: " + CommandWords.quoted(asked.metric), "--metric");
    }
    lines.add("");
    lines.add("groups:");
    lines.add("  - name: command");
    lines.add("    values: [A, B]");
    if (!records()) {
      lines.add("");
      if (!asked.asIs) {
        lines.add(
            "# Not both commands begin with the java of a JDK 11 or later, so nothing is recorded.");
        lines.add(
            "# Write '${java} ${jvm_arguments}' where they start the JVM, and remove these lines.");
      }
      lines.add("defaults:");
      lines.add("  recording: {%s}".formatted(CommandWords.withoutFlags()));
    }
    lines.add("");
    lines.add("properties:");
    for (String group : List.of("A", "B")) {
      lines.add("  - targets: ['command=%s']".formatted(group));
      lines.add("    properties:");
      JavaCommand java = recorded.get(group);
      String command = java == null ? commands.get(group) : java.text();
      lines.add(
          "      command: " + CommandWords.quoted(paths.located(command)), "command " + group);
      if (java != null) {
        java.jdk()
            .ifPresent(home -> lines.add("      jdk: " + CommandWords.quoted(home.toString())));
      }
    }
  }

  private void instances() {
    String instances = Objects.requireNonNullElse(asked.instances, "5..20");
    Matcher range = RANGE.matcher(instances);
    if (range.matches()) {
      lines.add("# Looks after each block, and ends as soon as it is decided (docs/method.md).");
      lines.add(
          "instances: {at_least: %s, at_most: %s, until: decided}"
              .formatted(range.group(1), range.group(2)),
          "--instances");
    } else if (NUMBER.matcher(instances).matches()) {
      lines.add("instances: " + instances, "--instances");
    } else {
      throw wrong(
          "--instances",
          "expected a number such as 5, or a range such as 5..20, found `" + instances + "`",
          "Correct the option.");
    }
  }
}

package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.size.SizeProbe;
import dev.jitterlab.lab.size.SizeState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The experiment of one server of {@code jitterlab size}, with {@link SizeState#HEAP} for its heap.
 * Immutable.
 */
final class SizeExperiment {
  private static final Pattern OWN_HEAP =
      Pattern.compile("-Xmx\\d.*|-XX:MaxHeapSize=\\d.*|-XX:(Max|Min|Initial)RAMPercentage=.*");
  private static final Pattern OWN_START = Pattern.compile("-Xms\\d.*|-XX:InitialHeapSize=\\d.*");
  private static final String JVM_ARGUMENTS = "${jvm_arguments}";
  private static final String COMMAND = "command";

  /** The log's place in its flag, absolute: a script may change its working directory. */
  private static final String IN_THE_SERVERS_FOLDER = "file=\"${directory}/" + GcLog.FILE + "\"";

  /** Instead of a server that limps on without the thread that it lost. */
  private static final String END_AT_ONCE = "-XX:+ExitOnOutOfMemoryError";

  private final String command;
  private final Given given;
  private final CommandPaths paths;
  private final ArgumentLines lines = new ArgumentLines("size");

  /**
   * What the user gives; null where the default is wanted.
   *
   * @param ready {@code port}, a port, {@code log:} and a regular expression, or an address
   * @param load is never null
   */
  record Given(String ready, AskedLoad load, String warmup, String duration) {}

  /**
   * Takes what was given.
   *
   * @param folder the current one, at which the paths of the command begin
   * @param file an experiment in the folder of the search
   * @throws LabException if the command does not fit
   */
  SizeExperiment(String command, Given given, Path folder, Path file) {
    this.command = command;
    this.given = given;
    this.paths = new CommandPaths(folder, file);
    check();
    write();
  }

  private boolean hasHeap() {
    return command.contains(SizeState.HEAP);
  }

  /** How the size reaches the server, in words. */
  String through() {
    return hasHeap() ? "${heap} in the command" : "-Xmx in JAVA_TOOL_OPTIONS";
  }

  /** Whether the server is put under anything. */
  boolean hasLoad() {
    return !given.load.isNone();
  }

  /** What the server is put under, in words. */
  String load() {
    return hasLoad() ? given.load.words() : "no load";
  }

  private void check() {
    CommandWords.check("size command", command);
    given.load.check("size");
    List<String> words = Arguments.split(command).orElseThrow();
    refuse(words, OWN_HEAP, "sets the largest heap itself", "Write -Xmx${heap} instead.");
    refuse(
        words,
        OWN_START,
        "sets the first heap, which may be larger than what is tried",
        "Remove it, or write -Xms${heap} instead.");
    if (!CommandWords.namesPort(command)) {
      if (given.load.isHttp()) {
        throw LabException.wrong(
            "size command",
            "the load goes to ${port}, but the command has no ${port}: nothing would listen there",
            "Put ${port} where the command takes its port, in single quotes so that the shell"
                + " leaves it alone: 'java -jar a.jar --port=${port}'.");
      }
      if (CommandWords.namesPort(ReadySign.of("size", given.ready))) {
        throw LabException.wrong(
            "size command",
            "the server counts as ready when ${port} accepts a connection, but the command has no"
                + " ${port}",
            "Put ${port} where the command takes its port, or say with --ready how it shows that"
                + " it is ready, such as --ready 8080 or --ready 'log:Started'.");
      }
    }
  }

  private static void refuse(List<String> words, Pattern flag, String what, String remedy) {
    for (String word : words) {
      if (flag.matcher(word).matches()) {
        throw LabException.wrong("size command", "`%s` %s".formatted(word, what), remedy);
      }
    }
  }

  /** The file, with a line feed at the end of each line. */
  String text() {
    return lines.text();
  }

  /** Problems of the file, told where the user can correct them: at the arguments. */
  LabException atArguments(Path file, LabException failure) {
    return lines.atArguments(file, failure);
  }

  private void write() {
    lines.add("# One server of `./jitterlab size`; see docs/size.md.");
    lines.add("experiment: size");
    lines.add("question: What does the server do with a heap of " + SizeState.HEAP + "?");
    lines.add("workload:");
    lines.add("  name: size");
    lines.add("  server:");
    lines.add("    command: ['${properties.command}']", COMMAND);
    lines.add("    ready: " + ReadySign.of("size", given.ready), "--ready");
    given.load.write(lines, paths);
    lines.add("instances: 1");
    lines.add("warmup: " + Objects.requireNonNullElse(given.warmup, "10s"), "--warmup");
    lines.add("duration: " + Objects.requireNonNullElse(given.duration, "20s"), "--duration");
    lines.add("primary_metric: " + SizeProbe.GC_CPU);
    lines.add("groups: [{name: heap, values: ['" + SizeState.HEAP + "']}]");
    lines.add("defaults:");
    lines.add("  environment: {JAVA_TOOL_OPTIONS: " + CommandWords.quoted(options()) + "}");
    if (!command.contains(JVM_ARGUMENTS)) {
      lines.add("  recording: {" + CommandWords.withoutFlags() + "}");
    }
    lines.add("properties:");
    lines.add("  - targets: ['heap=" + SizeState.HEAP + "']");
    lines.add("    properties:");
    lines.add("      command: " + CommandWords.quoted(paths.located(command)), COMMAND);
  }

  /**
   * The heap if the command has no place for it, the log of collections, and how it shall end. The
   * JVM splits the variable at blanks and takes quotes off, then splits the log's flag at colons
   * outside quotes. So both get their own quotes: otherwise a folder with a blank or a colon in its
   * name would cut the flag short, and the JVM would empty a file somewhere else.
   */
  private String options() {
    List<String> options = new ArrayList<>();
    if (!hasHeap()) {
      options.add("-Xmx" + SizeState.HEAP);
    }
    if (!command.contains(JVM_ARGUMENTS)) {
      KnownCollectors.named("gc_log").orElseThrow().jvmArguments().stream()
          .map(flag -> flag.replace("file=" + GcLog.FILE, IN_THE_SERVERS_FOLDER))
          .map(Arguments::quoted)
          .forEach(options::add);
    }
    options.add(END_AT_ONCE);
    return String.join(" ", options);
  }
}

package dev.jitterlab.systemtests;

import dev.jitterlab.cli.JitterlabCommand;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the command as a user does, {@code ./jitterlab …} from a shell, in a folder of its own; or,
 * where that is not what is tested, in this process.
 */
final class Jitterlab {
  /** The checkout that is tested. */
  static final Path HOME = home();

  /** How long a command may take, on the slowest machine. */
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private static final Pattern PATH_OPTION = Pattern.compile("(--(?:out|add-to)=)(.+)");

  /** For JVMs that live for seconds: the optimising compiler would take most of their CPU time. */
  private static final Map<String, String> QUICK_JVMS =
      Map.of("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");

  private final Path folder;
  private final Map<String, String> environment;

  /** Commands run in {@code folder}; what they print is kept there. */
  Jitterlab(Path folder) {
    this(folder, Map.of());
  }

  private Jitterlab(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /** The same, whose commands start JVMs that are soon at work, where nobody measures them. */
  static Jitterlab withQuickJvms(Path folder) {
    return new Jitterlab(folder, QUICK_JVMS);
  }

  /** How a command ended. */
  record Outcome(int status, String out, String err) {
    /** For the message of an assertion. */
    @Override
    public String toString() {
      return "exit " + status + "\n--- stdout\n" + out + "\n--- stderr\n" + err;
    }
  }

  /** Runs a command to its end. */
  Outcome run(String... arguments) throws IOException, InterruptedException {
    Running running = start(arguments);
    return running.end();
  }

  /**
   * Runs a command to its end in this process, which has most of its classes already: a process of
   * its own takes seconds of CPU time until it has. Words that name something in the folder, and
   * the word after {@code --out} or {@code --add-to}, become absolute paths. Neither what the
   * launcher adds is seen, nor the notes of a run, which go to the terminal.
   */
  Outcome here(String... arguments) {
    List<String> absolute = new ArrayList<>(List.of(arguments[0])); // the command
    for (String word : Arrays.asList(arguments).subList(1, arguments.length)) {
      boolean isPath = Files.exists(folder.resolve(word)) || absolute.getLast().equals("--out");
      Matcher option = PATH_OPTION.matcher(word);
      absolute.add(
          option.matches()
              ? option.group(1) + folder.resolve(option.group(2))
              : isPath ? folder.resolve(word).toString() : word);
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        JitterlabCommand.execute(
            absolute.toArray(String[]::new),
            Terminals.ofThisProcess(),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return new Outcome(status, out.toString(), err.toString());
  }

  /** Starts a command. */
  Running start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(HOME.resolve("jitterlab").toString()));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(Map.of("NO_COLOR", "1", "LC_ALL", "C.UTF-8"));
    builder.environment().putAll(environment);
    return new Running(builder.start(), out, err);
  }

  /** A command that was started. */
  record Running(Process process, Path out, Path err) {
    /** Waits for it to end; fails, and kills it, where that takes longer than any test does. */
    Outcome end() throws IOException, InterruptedException {
      boolean inTime = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
      if (!inTime) {
        process.destroyForcibly().waitFor();
      }
      Outcome outcome = outcome();
      if (!inTime) {
        throw new AssertionError(
            "the command did not end within " + LIMIT.toMinutes() + " minutes: " + outcome);
      }
      return outcome;
    }

    /** What it has printed so far; of a process that goes on, exit status -1. */
    Outcome outcome() throws IOException {
      return new Outcome(
          process.isAlive() ? -1 : process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    }
  }

  /** Writes a file into the folder and returns its path. */
  Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Path home() {
    Path start = Path.of("").toAbsolutePath();
    return Stream.iterate(start, path -> path != null, Path::getParent)
        .filter(path -> Files.isExecutable(path.resolve("jitterlab")))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no checkout above " + start));
  }
}

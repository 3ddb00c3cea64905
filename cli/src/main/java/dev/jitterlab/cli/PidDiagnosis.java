package dev.jitterlab.cli;

import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.JvmStops;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.attach.OutsideRecording;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.EventTimes;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options {@code --pid} and {@code --for}; a mixin of {@code diagnose}. */
public final class PidDiagnosis {
  private static final double LEAST_SECONDS = 1;
  private static final double MOST_SECONDS = 3600;

  /** Without ticks and requests, no lateness can be divided: what that hides, and the remedy. */
  private static final String NO_WORKS =
      "The process recorded neither a tick nor a slow request. Either there was none, or"
          + " Jitterlab's agent or tick runtime is not in the process. Then no lateness can be"
          + " divided among causes, and whatever delays one thread alone stays unseen: waits for"
          + " locks, sleep and I/O, the run queue, the work before it, and its own code. To see"
          + " them, start the server with -javaagent:jitterlab-agent.jar=tick-method=… or"
          + " requests=10ms (docs/agent.md).";

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description =
          "Record the Java process with this id and diagnose it. It must belong to this user on"
              + " this machine.")
  private Long pid;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "With --pid: how long to record, such as 2m (default: 30s).")
  private String duration;

  boolean isAsked() {
    if (pid == null && duration != null) {
      throw LabException.wrong(
          "--for", "it needs --pid", "Give the id of a Java process, or leave --for out.");
    }
    return pid != null;
  }

  /** What the recorded process is called in the result. */
  String name() {
    return "process " + pid;
  }

  /**
   * Records the process and diagnoses the recording; nothing stays in the process or on the disk,
   * also if this process is interrupted.
   */
  void run(Output output, Function<Path, Causes> diagnose, Function<Causes, String> text) {
    Duration recorded = duration();
    List<Thread> hooks = new ArrayList<>();
    try (OutsideRecording recording =
        OutsideRecording.start(pid, recorded, closer -> hooks.add(hook(closer)))) {
      output.remark(
          "Recording process %d for %s. Ctrl-C stops it."
              .formatted(pid, Units.duration(recorded.toMillis() / 1e3)));
      Path file = recording.finish(recorded, Time.system());
      Causes causes = diagnose.apply(file);
      JvmStops stops = JvmStops.of(file);
      boolean works = hasWorks(causes);
      output.print(out -> out.print(works ? text.apply(causes) + "\n" : ""), causes);
      output.note(String.join("\n", stops(stops, output.terminal())) + "\n");
      if (!works) {
        lines(NO_WORKS, output.err()).forEach(output::remark);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LabException.failed("--pid " + pid, "the recording was interrupted", "Run it again.")
          .because(e);
    } finally {
      hooks.forEach(PidDiagnosis::remove);
    }
  }

  private static Thread hook(Runnable closer) {
    Thread hook = new Thread(closer, "pid-end");
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  private static void remove(Thread hook) {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // Ctrl-C: the hook closes the recording
    }
  }

  private Duration duration() {
    try {
      double seconds = duration == null ? 30 : TimeSpan.parse(duration).ns() / 1e9;
      if (seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS) {
        return Duration.ofMillis(Math.round(seconds * 1e3));
      }
    } catch (IllegalArgumentException _) {
      // said below
    }
    throw LabException.wrong(
        "--for",
        "expected a time from 1s to 1h, found `" + duration + "`",
        "Give a number with a unit, such as 30s or 2m.");
  }

  /** Ticks on time have a clock too; a request on time leaves nothing behind. */
  private static boolean hasWorks(Causes causes) {
    return causes.groups().stream().anyMatch(group -> group.lateEvents() > 0)
        || causes.sources().stream()
            .flatMap(source -> source.clocks().stream())
            .anyMatch(clock -> clock.source().equals("ticks"));
  }

  private static List<String> lines(String text, Terminal terminal) {
    return TextWrap.lines(text, Math.max(20, terminal.width()));
  }

  private static List<String> stops(JvmStops stops, Terminal terminal) {
    List<String> found = new ArrayList<>();
    found.add(terminal.bold("What stopped all threads meanwhile"));
    EventTimes times = EventTimes.of(stops.stops().stream().map(JvmStops.Stop::longestAt));
    for (JvmStops.Stop stop : stops.stops()) {
      found.addAll(
          lines(
              "%s: %s, %s together; the longest %s at %s (%s)"
                  .formatted(
                      CauseSentences.words(stop.cause()),
                      stop.count() == 1 ? "once" : stop.count() + " times",
                      Units.seconds(stop.seconds()),
                      Units.seconds(stop.longestSeconds()),
                      times.text(stop.longestAt()),
                      terminal.shown(stop.longestWhat())),
              terminal));
    }
    if (stops.stops().isEmpty()) {
      found.add("nothing that was recorded");
    }
    if (!stops.notRecorded().isEmpty()) {
      found.addAll(
          lines(
              stops.notRecorded().stream()
                  .map(CauseSentences::words)
                  .collect(Collectors.joining("; ", "not recorded: ", "")),
              terminal));
    }
    return found;
  }
}

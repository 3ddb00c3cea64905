package dev.jitterlab.lab.attach;

import dev.jitterlab.arrivals.FlightSettings;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A flight recording of a JVM that runs already, with the lab's settings. Closing it ends the
 * recording in the JVM, however far it has come, and deletes the files: nothing of it stays but
 * what Flight Recorder and the attaching itself keep until the JVM ends (a thread that waits for
 * commands, and the recorder's own idle threads). If this process is killed, the recording ends by
 * itself, and its folder stays. Other recordings of the JVM go on as they were.
 *
 * <p>Closing may happen in another thread, such as that of a shutdown hook; all else is for one
 * thread.
 */
public final class OutsideRecording implements AutoCloseable {
  /** Flight Recorder is in every JDK from here on. */
  private static final int LEAST_FEATURE = 11;

  /** How much longer than asked for a recording may go on if this process dies. */
  private static final Duration SPARE = Duration.ofSeconds(60);

  private static final Pattern VERSION = Pattern.compile("(?m)^JDK (?:1\\.)?(\\d+)");

  private final DiagnosticCommands commands;
  private final RunningProcess process;
  private final Path folder;
  private final String name;
  private final AtomicBoolean ended = new AtomicBoolean();

  private OutsideRecording(DiagnosticCommands commands, RunningProcess process, Path folder) {
    this.commands = commands;
    this.process = process;
    this.folder = folder;
    this.name = "jitterlab-" + UUID.randomUUID();
  }

  /**
   * Begins to record a JVM of this user on this machine.
   *
   * @param longest about how long it will be recorded
   * @param closers is given what closes the recording, before it begins: for a shutdown hook
   * @throws LabException if it cannot be
   */
  public static OutsideRecording start(long pid, Duration longest, Consumer<Runnable> closers)
      throws InterruptedException {
    return start(Path.of("/proc"), pid, longest, DiagnosticCommands.jcmd(), closers);
  }

  static OutsideRecording start(
      Path proc,
      long pid,
      Duration longest,
      DiagnosticCommands commands,
      Consumer<Runnable> closers)
      throws InterruptedException {
    RunningProcess process = RunningProcess.find(proc, pid);
    requireFlightRecorder(pid, commands);
    OutsideRecording recording = new OutsideRecording(commands, process, folder(process));
    try {
      closers.accept(recording::close);
      recording.begin(longest);
      return recording;
    } catch (RuntimeException | InterruptedException e) {
      recording.close();
      throw e;
    }
  }

  private static void requireFlightRecorder(long pid, DiagnosticCommands commands)
      throws InterruptedException {
    DiagnosticCommands.Answer version = commands.send(pid, "VM.version");
    if (!version.ok()) {
      throw RunningProcess.wrong(
              pid,
              "the JVM accepts no commands from other processes",
              "Start the server without -XX:+DisableAttachMechanism, or with Jitterlab's agent and"
                  + " bundle-dir (docs/agent.md).")
          .withDetails(version.text());
    }
    Matcher feature = VERSION.matcher(version.text());
    if (!feature.find() || Integer.parseInt(feature.group(1)) < LEAST_FEATURE) {
      throw RunningProcess.wrong(
              pid,
              "expected a server on JDK 11 or later",
              "Run the server on a newer JDK; Jitterlab supports 11 to 25.")
          .withDetails(version.text());
    }
    DiagnosticCommands.Answer check = commands.send(pid, "JFR.check");
    if (!check.ok()) {
      throw RunningProcess.wrong(
              pid,
              "this JVM has no Flight Recorder",
              "Run the server on a JDK with the module jdk.jfr.")
          .withDetails(check.text());
    }
  }

  /** The server writes there; as root, for a server of another user. */
  private static Path folder(RunningProcess process) {
    return Unchecked.io(
        () -> {
          Path folder = Files.createTempDirectory("jitterlab-pid-");
          if (!Files.getAttribute(folder, "unix:uid").equals((int) process.userId())) {
            Files.setAttribute(folder, "unix:uid", (int) process.userId());
          }
          return folder;
        });
  }

  private synchronized void begin(Duration longest) throws InterruptedException {
    if (ended.get()) {
      return; // closed meanwhile, as this process ends
    }
    Path settings = folder.resolve(FlightSettings.FILE);
    Unchecked.io(() -> Files.writeString(settings, FlightSettings.text()));
    DiagnosticCommands.Answer started =
        commands.send(
            process.pid(),
            "JFR.start",
            "name=" + name,
            "settings=default",
            "settings=\"" + settings + "\"",
            "disk=true",
            "maxsize=512m",
            "filename=\"" + file() + "\"", // else one appears where the server was started
            "duration=" + longest.plus(SPARE).toSeconds() + "s");
    if (!started.ok() || !started.text().contains("Started recording")) {
      throw LabException.failed(
              "--pid " + process.pid(),
              "the JVM did not start a recording",
              "Read the JVM's answer below.")
          .withDetails(started.text());
    }
  }

  private Path file() {
    return folder.resolve("recording.jfr");
  }

  /** Waits, and ends the recording; the file is gone when this is closed. */
  public Path finish(Duration recorded, Time time) throws InterruptedException {
    long untilNs = time.nanoTime() + recorded.toNanos();
    while (time.nanoTime() - untilNs < 0) {
      long nextLookNs = time.nanoTime() + TimeUnit.SECONDS.toNanos(1);
      time.sleepUntil(nextLookNs - untilNs < 0 ? nextLookNs : untilNs);
    }
    Path file = file();
    if (!ended.compareAndSet(false, true)) {
      throw new IllegalStateException("the recording was closed");
    }
    DiagnosticCommands.Answer stopped =
        commands.send(process.pid(), "JFR.stop", "name=" + name, "filename=\"" + file + "\"");
    if (!stopped.ok() || !Files.isRegularFile(file)) {
      throw LabException.failed(
              "--pid " + process.pid(),
              "the recording was not written; the server may have ended meanwhile",
              "Check that the server still runs, and that the disk is not full.")
          .withDetails(stopped.text());
    }
    return file;
  }

  /** Ends the recording in the JVM, and deletes its files; not while the JVM begins to record. */
  @Override
  public synchronized void close() {
    try {
      if (ended.compareAndSet(false, true)) {
        DiagnosticCommands.Answer unused =
            commands.send(process.pid(), "JFR.stop", "name=" + name); // it may have ended
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      Unchecked.io(() -> FileTree.delete(folder));
    }
  }
}

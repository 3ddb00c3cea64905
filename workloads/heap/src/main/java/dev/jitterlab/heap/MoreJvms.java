package dev.jitterlab.heap;

import dev.jitterlab.program.ChildJvm;
import dev.jitterlab.program.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Other JVMs beside this one, as its children: on the same JDK, with the same JVM arguments and the
 * same options, so that as many servers share the machine. Thread-safe.
 */
final class MoreJvms implements AutoCloseable {
  private static final long START_SECONDS = 60;
  private static final long END_MS = 2_000;
  private static final String READY = "JITTERLAB READY";

  /** What records this JVM, and would write over its files. */
  private static final List<String> OF_THIS_ONE =
      List.of("-Xlog", "-XX:StartFlightRecording", "-XX:FlightRecorderOptions");

  private static final List<String> OWN_OPTIONS = List.of("--jvms", "--metrics-port", "--tick-log");

  private final List<Process> processes = new ArrayList<>();
  private final Path proc;

  private MoreJvms(Path proc) {
    this.proc = proc;
  }

  /**
   * Starts them, and waits until each allocates.
   *
   * @param count how many
   * @param jvmArguments of this process, such as {@code -XX:MaxRAM=512m}
   * @param options as this server got them
   * @throws IOException if one cannot be started, or ends at once
   */
  static MoreJvms start(int count, List<String> jvmArguments, List<String> options)
      throws IOException {
    MoreJvms more = new MoreJvms(Path.of("/proc"));
    try {
      for (int i = 0; i < count; i++) {
        more.start(command(jvmArguments, forOthers(options)));
      }
      return more;
    } catch (IOException e) {
      more.close();
      throw e;
    }
  }

  /** The command line of one of them. */
  static List<String> command(List<String> jvmArguments, List<String> options) {
    return ChildJvm.command(
        jvmArguments.stream()
            .filter(argument -> argument.startsWith("-X"))
            .filter(argument -> OF_THIS_ONE.stream().noneMatch(argument::startsWith))
            .collect(Collectors.toList()),
        HeapServer.class.getName(),
        options);
  }

  /** The options without those that only one process can have. */
  static List<String> forOthers(List<String> options) {
    List<String> kept = new ArrayList<>();
    boolean isValue = false;
    for (String option : options) {
      boolean isOwn = OWN_OPTIONS.stream().anyMatch(own -> option.split("=", 2)[0].equals(own));
      if (!isOwn && !isValue) {
        kept.add(option);
      }
      isValue = isOwn && option.indexOf('=') < 0;
    }
    return kept;
  }

  private void start(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    processes.add(process);
    CompletableFuture<Boolean> isReady = new CompletableFuture<>();
    DaemonThreads.start("more-jvms", () -> read(process, isReady));
    if (!isReady.completeOnTimeout(false, START_SECONDS, TimeUnit.SECONDS).join()) {
      throw new IOException("another JVM has not come up; see what it says above");
    }
  }

  /** Says whether the line of readiness came, or the end before it. */
  private static void read(Process process, CompletableFuture<Boolean> isReady) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(READY)) {
          isReady.complete(true);
        }
      }
    } catch (IOException e) {
      // it has ended
    }
    isReady.complete(false);
  }

  /** Returns how many there are now. */
  int count() {
    return (int) processes.stream().filter(Process::isAlive).count();
  }

  /** Returns how much of the machine's memory all of them have, and this JVM. */
  double residentBytes() {
    double bytes = residentBytes(proc.resolve("self/status"));
    for (Process process : processes) {
      bytes += residentBytes(proc.resolve(process.pid() + "/status"));
    }
    return bytes;
  }

  /** 0 of a process that has ended, or where the system does not tell. */
  static double residentBytes(Path status) {
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          return Double.parseDouble(line.replaceAll("\\D", "")) * 1024;
        }
      }
    } catch (IOException e) {
      // it has ended, or there is no /proc
    }
    return 0;
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
    processes.forEach(process -> ChildJvm.end(process, END_MS));
  }
}

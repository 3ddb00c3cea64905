package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.experiment.RecordingSettings;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.workload.Workload.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The command lines of a workload's processes. File names in them are relative to the process's own
 * folder, which is its working directory.
 */
final class CommandLines {
  /**
   * Valid from JDK 11 to 25. The recording's parts lie in the process's folder, not in the shared
   * temporary one, so that those of a killed process are kept and cleared with the run.
   */
  private static final List<String> RECORDING =
      List.of(
          "-XX:FlightRecorderOptions=repository=jfr",
          "-XX:StartFlightRecording=filename=recording.jfr,dumponexit=true,settings=default,"
              + "disk=true,maxsize=256m");

  private static final String GC_LOG =
      "-Xlog:gc*,safepoint:file=gc.log:time,uptime,level,tags:filecount=0";

  /**
   * Some hundred bytes per compiled method; the wall clock, so that it can be laid beside the
   * ticks.
   */
  private static final String JIT_LOG =
      "-Xlog:jit+compilation=debug:file=jit.log:timemillis:filecount=0";

  /** Enough for thousands of bots; bounded, so that servers and load share the machine's memory. */
  private static final String LOAD_HEAP = "-Xmx512m";

  /** For the timer slack of the threads of control and load; they run on the lab's own JDK. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private final Workload workload;

  CommandLines(Workload workload) {
    this.workload = workload;
  }

  /** What the lab adds to a server's own flags. */
  static List<String> recordingFlags() {
    List<String> flags = new ArrayList<>(RECORDING);
    flags.add(JIT_LOG);
    flags.add(GC_LOG);
    return flags;
  }

  /**
   * A server's command line. Environment variables are set by {@code env}, which becomes the JVM
   * and keeps its process id; so the command line is all that it takes to start the server by hand.
   */
  List<String> server(
      Path java,
      List<String> jvmArguments,
      Map<String, String> options,
      RecordingSettings recording,
      Map<String, String> environment) {
    List<String> command = new ArrayList<>();
    if (!environment.isEmpty()) {
      command.add("/usr/bin/env");
      environment.forEach((name, value) -> command.add(name + "=" + value));
    }
    command.add(java.toString());
    command.addAll(jvmArguments);
    if (recording.jfr()) {
      command.addAll(RECORDING);
    }
    if (recording.jitLog()) {
      command.add(JIT_LOG);
    }
    if (recording.gcLog()) {
      command.add(GC_LOG);
    }
    addProgram(command, workload.jar(), workload.server(), options);
    return List.copyOf(command);
  }

  /** The load generator's process, without its targets; empty if the workload has none. */
  Optional<Plan.Load> load(Path java, Map<String, String> options, long seed) {
    return workload.load().map(load -> load(load, load.endpoint(), java, options, seed));
  }

  /** A load generator's process, without its targets, which are endpoints of that name. */
  static Plan.Load load(
      Workload.Load load, String endpoint, Path java, Map<String, String> options, long seed) {
    List<String> command =
        new ArrayList<>(List.of(java.toString(), LOAD_HEAP, GC_LOG, NATIVE_ACCESS));
    addProgram(command, load.jar(), load.program(), options);
    command.add("--seed=" + seed);
    return new Plan.Load(endpoint, List.copyOf(command));
  }

  /**
   * The idle control process: one task that ticks at 1 kHz and does nothing, so that whatever
   * delays it is the machine. It catches up, so that every millisecond that a stall has lasted is a
   * late tick (jHiccup's way; no coordinated omission). Its heap is so small that its own pauses
   * are too.
   */
  static List<String> control(Workload periodic, Path java) {
    return List.of(
        java.toString(),
        NATIVE_ACCESS,
        "-Xms24m",
        "-Xmx24m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        GC_LOG,
        "-cp",
        periodic.jar().toString(),
        periodic.server().mainClass(),
        "--metrics-port=0",
        "--tick-log=ticks.hlog",
        "--tasks=1@1000",
        "--scheduler=partitioned",
        "--threads=1",
        "--waiting=park",
        "--late-policy=catch-up");
  }

  private static void addProgram(
      List<String> command, Path jar, Program program, Map<String, String> options) {
    command.add("-cp");
    command.add(jar.toString());
    command.add(program.mainClass());
    command.addAll(program.arguments());
    for (Workload.Option option : program.options()) {
      String value = options.getOrDefault(option.name(), option.defaultValue().orElse(null));
      if (value != null) {
        command.add("--" + option.name() + "=" + value);
      }
    }
  }
}

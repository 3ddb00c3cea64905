package dev.jitterlab.diagnosis.scheduler;

import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.Map;

/** Names the threads of a trace as the server's recording does. Not thread-safe. */
final class ServerThreads {
  private static final String COMPILER = "CompilerThread";

  private static final String CUT_COMPILER = " CompilerThre";

  /** What is left of the names of the JVM's compiler threads in 15 bytes. */
  private static final List<String> CUT_COMPILERS =
      List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT", "JVMCI-native Co");

  private final Map<Long, Long> bySystem;
  private final Map<Long, String> names;
  private final long process;

  /**
   * @param timeline stays the caller's; everything of the server's recording is in it
   * @param process the server's process
   */
  ServerThreads(TimelineBuilder timeline, long process) {
    this.bySystem = timeline.systemThreads();
    this.names = timeline.threads();
    this.process = process;
  }

  /** By its whole name, if the recording has it; that of another process says so. */
  String name(CpuTurns.SeenThread runner) {
    String cut = runner.name().replaceAll("\\p{Cntrl}", "?"); // the trace may say anything
    String name = cut.endsWith(CUT_COMPILER) ? cut + "ad" : cut;
    if (runner.process() != process) {
      return name + " outside this JVM";
    }
    Long id = bySystem.get(runner.number());
    return id == null ? name : names.getOrDefault(id, name);
  }

  /** Whether it compiles code of this JVM. */
  boolean isCompiler(CpuTurns.SeenThread runner) {
    return runner.process() == process
        && (name(runner).contains(COMPILER) || CUT_COMPILERS.contains(runner.name()));
  }
}

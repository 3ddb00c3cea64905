package dev.jitterlab.diagnosis.timeline;

import java.util.List;
import java.util.Locale;

/**
 * What can make a tick or a request late, in the order of precedence: where two causes overlap in
 * time, the first one gets it. What was not sent yet concerns no server. A stop of all threads
 * comes before a wait of one thread, a wait before other work of the thread, that before a lack of
 * CPU, and a lack of CPU before slow code, because each explains all that comes behind it. Only
 * while other processes keep all CPUs does {@link #RUN_QUEUE} come before waits, like a stop.
 * {@link #UNEXPLAINED} is what is left. docs/diagnosis-causes.md explains each of them.
 */
public enum Cause {
  /** The load generator came to the request too late, so the server could not know of it yet. */
  LOAD_LATE("the load generator being late itself", ""),
  /** The garbage collector stopped all threads. */
  GC_PAUSE(
      "pauses of the garbage collector",
      "Enable jdk.GCPhasePause, or start the JVM with -Xlog:gc*,safepoint:file=gc.log.",
      "jdk.GCPhasePause"),
  /** Threads that had stopped waited for the last one to stop. */
  TIME_TO_SAFEPOINT(
      "waiting until all threads had stopped (time to safepoint)",
      "Enable jdk.SafepointBegin without threshold, or start the JVM with"
          + " -Xlog:gc*,safepoint:file=gc.log.",
      "jdk.SafepointBegin"),
  /** The JVM stopped all threads for something else than a collection. */
  SAFEPOINT_OPERATION(
      "safepoint operations other than collections",
      "Enable jdk.ExecuteVMOperation without threshold, or start the JVM with"
          + " -Xlog:gc*,safepoint:file=gc.log.",
      "jdk.ExecuteVMOperation"),
  /** The process could not run, though it was not short of CPUs, as between SIGSTOP and SIGCONT. */
  PROCESS_STOPPED(
      "the whole process standing still",
      "Use Jitterlab's agent or servers on Linux: they record jitterlab.Process.",
      "jitterlab.Process"),
  /** A thread waited until the collector had freed memory for it. */
  GC_STALL(
      "waiting for the collector to free memory (allocation stall)",
      "Enable jdk.ZAllocationStall, or start the JVM with -Xlog:gc*,safepoint:file=gc.log.",
      "jdk.ZAllocationStall"),
  /** Another thread held the lock. */
  LOCK_WAIT(
      "waiting for locks",
      "Enable jdk.JavaMonitorEnter and jdk.ThreadPark with a threshold of 1 ms or less.",
      "jdk.JavaMonitorEnter",
      "jdk.ThreadPark"),
  /** A virtual thread blocked without leaving its carrier. */
  PINNED(
      "virtual threads pinned to their carriers",
      "Enable jdk.VirtualThreadPinned with a threshold of 1 ms or less; it needs JDK 21.",
      "jdk.VirtualThreadPinned"),
  /** The code slept. */
  SLEEP(
      "sleeping in the code",
      "Enable jdk.ThreadSleep with a threshold of 1 ms or less.",
      "jdk.ThreadSleep"),
  /** The code waited for a file or a socket. */
  IO(
      "file and network I/O",
      "Enable jdk.FileRead, jdk.FileWrite, jdk.FileForce, jdk.SocketRead and jdk.SocketWrite with a"
          + " threshold of 1 ms or less.",
      "jdk.FileRead",
      "jdk.FileWrite",
      "jdk.FileForce",
      "jdk.SocketRead",
      "jdk.SocketWrite"),
  /** The code waited for another thread's signal. */
  PARK(
      "waiting for other threads",
      "Enable jdk.ThreadPark and jdk.JavaMonitorWait with a threshold of 1 ms or less.",
      "jdk.ThreadPark",
      "jdk.JavaMonitorWait"),
  /** The thread's worker was busy with ticks or requests before it. */
  PREDECESSOR(
      "waiting behind other work of the same thread",
      "Record all ticks: set jitterlab.Tick#onTime=0ms in the settings of the recording."),
  /** The control group had used up its CPU quota. */
  THROTTLING(
      "CPU throttling of the control group",
      "If the server has a CPU limit, use Jitterlab's agent or servers on Linux"
          + " (jitterlab.Process), or enable jdk.ContainerCPUThrottling with a period of 1 s or"
          + " less (JDK 17).",
      "jitterlab.Process",
      "jdk.ContainerCPUThrottling"),
  /** The hypervisor ran somebody else. */
  STEAL(
      "CPU time stolen by the hypervisor",
      "Use Jitterlab's agent or servers on Linux: they record jitterlab.Process.",
      "jitterlab.Process"),
  /** The thread could run, while a compiler thread ran. */
  COMPILER_THREADS(
      "waiting for a CPU while the JIT compilers ran",
      "Enable jdk.Compilation with a threshold of 1 ms or less.",
      "jdk.Compilation"),
  /** The thread could run and had no CPU. */
  RUN_QUEUE(
      "waiting for a CPU (run queue)",
      "Use Jitterlab's tick runtime or agent on Linux: they read each tick thread's schedstat."),
  /** The kernel fetched a page from the disk. */
  PAGE_FAULT(
      "page faults",
      "Use Jitterlab's agent or servers on Linux: they record jitterlab.Process.",
      "jitterlab.Process"),
  /** A request had no thread yet, and the server used all CPU time that it could get. */
  BUSY_SERVER(
      "waiting while the server computed for others",
      "Use Jitterlab's agent or servers on Linux: they record jitterlab.Process.",
      "jitterlab.Process"),
  /** Optimised code was thrown away, and had not been compiled again. */
  DEOPTIMISED_CODE(
      "slow code after a deoptimisation",
      "Enable jdk.Deoptimization (JDK 14), or start the JVM with"
          + " -Xlog:jit+compilation=debug:file=jit.log:timemillis.",
      "jdk.Deoptimization"),
  /** The code had not been optimised yet. */
  FIRST_COMPILATION(
      "slow code before its first full compilation",
      "Enable jdk.Compilation without threshold, or start the JVM with"
          + " -Xlog:jit+compilation=debug:file=jit.log:timemillis.",
      "jdk.Compilation"),
  /** The code computed for longer than it typically does. */
  OWN_CODE(
      "the server's own code computing longer than usual",
      "Enable jdk.ExecutionSample, or on JDK 25 jdk.CPUTimeSample.",
      "jdk.ExecutionSample",
      "jdk.CPUTimeSample"),
  /** What is left. */
  UNEXPLAINED("unexplained", "");

  private final String words;
  private final String remedy;

  /** With commas between them: an enum has no mutable field. */
  private final String events;

  Cause(String words, String remedy, String... events) {
    this.words = words;
    this.remedy = remedy;
    this.events = String.join(",", events);
  }

  /** Its name in causes.json, such as {@code gc_pause}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its place in the order of precedence, from 0. */
  @SuppressWarnings("EnumOrdinal") // the order of the constants is the order of precedence
  public int rank() {
    return ordinal();
  }

  /** Its name in a sentence: "86 % of the late time is …". */
  public String words() {
    return words;
  }

  /** What to do to have it recorded. */
  public String remedy() {
    return remedy;
  }

  /**
   * Whether it is seen on the late work's own thread, so that nothing can be said about it where
   * that thread is unknown. A CPU limit and the compilers divide the time in which the thread
   * waited for a CPU.
   */
  public boolean isOfThread() {
    return switch (this) {
      case GC_STALL,
          LOCK_WAIT,
          PINNED,
          SLEEP,
          IO,
          PARK,
          PREDECESSOR,
          THROTTLING,
          COMPILER_THREADS,
          RUN_QUEUE,
          BUSY_SERVER,
          DEOPTIMISED_CODE,
          FIRST_COMPILATION,
          OWN_CODE ->
          true;
      case LOAD_LATE,
          GC_PAUSE,
          TIME_TO_SAFEPOINT,
          SAFEPOINT_OPERATION,
          STEAL,
          PROCESS_STOPPED,
          PAGE_FAULT,
          UNEXPLAINED ->
          false;
    };
  }

  /** The events of Flight Recorder that show it; empty if it has other sources. */
  public List<String> events() {
    return events.isEmpty() ? List.of() : List.of(events.split(",", -1));
  }
}

package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.jdk.JvmThreads;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a server's CPU time went to, by the topmost frames of the samples of {@link AsyncProfiler}.
 *
 * <p>Where perf events are allowed, a sample shows the kernel's frames. Elsewhere the profiler
 * takes a timer, and a sample from within the kernel shows the code that called it. How much of the
 * time was the kernel's is then taken from the profiler's events of the process's CPU load, and
 * first from native code, which makes the system calls; what is left of it, such as page faults,
 * from all others alike.
 */
public final class ProfiledCpu {
  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final String LOAD = "jdk.CPULoad";
  private static final String SETTING = "jdk.ActiveSetting";
  private static final String JVM_LIBRARY = "libjvm.so";

  /** What the profiler names instead of a frame that it could not find. */
  private static final Set<String> NO_FRAMES =
      Set.of(
          "unknown",
          "unknown_Java",
          "unknown_not_Java",
          "not_walkable_Java",
          "not_walkable_not_Java",
          "no_Java_frame",
          "not_in_Java",
          "stale_jmethodID",
          "GC_active",
          "deoptimization");

  /** A part of the CPU time. */
  public enum Part {
    /** Java methods that a JIT compiler compiled, and the JVM's stubs that they call. */
    COMPILED,
    /** Java methods in the interpreter. */
    INTERPRETED,
    /** The JVM's own code in the threads of the collector. */
    COLLECTOR,
    /** The same in those of the JIT compilers. */
    COMPILER,
    /** The JVM's own code in all other threads. */
    JVM,
    /** System calls, page faults and whatever else the kernel did for the server. */
    KERNEL,
    /** All other native code, such as the C library. */
    NATIVE,
    /** What the profiler could not tell. */
    UNKNOWN
  }

  private final Map<Part, Long> samples = new EnumMap<>(Part.class);
  private double userLoad;
  private double systemLoad;
  private boolean isTimer;

  /** Creates one without samples. */
  ProfiledCpu() {}

  /**
   * The share of each part in the CPU time of a server while it was measured; nothing where it was
   * not profiled, or its recording cannot be read.
   */
  public static Map<Part, Double> shares(Path processFolder, MeasuredWindows windows) {
    Path profile = AsyncProfiler.file(processFolder);
    if (!Files.isRegularFile(profile)) {
      return Map.of();
    }
    ProfiledCpu cpu = new ProfiledCpu();
    try (RecordingFile file = new RecordingFile(profile)) {
      while (file.hasMoreEvents()) {
        cpu.event(file.readEvent(), windows);
      }
    } catch (IOException _) {
      return Map.of();
    }
    return cpu.divided();
  }

  private void event(RecordedEvent event, MeasuredWindows windows) {
    String name = event.getEventType().getName();
    if (name.equals(SETTING)) {
      isTimer |=
          event.getString("name").equals("engine") && event.getString("value").contains("timer");
    } else if (windows.containsMoment(event.getStartTime())) {
      if (name.equals(SAMPLE)) {
        sampled(event.getStackTrace(), event.getThread("sampledThread"));
      } else if (name.equals(LOAD)) {
        load(event.getFloat("jvmUser"), event.getFloat("jvmSystem"));
      }
    }
  }

  private void sampled(RecordedStackTrace stack, RecordedThread thread) {
    if (stack == null || stack.getFrames().isEmpty()) {
      sample(Part.UNKNOWN);
    } else {
      RecordedFrame top = stack.getFrames().getFirst();
      sample(
          part(
              top.getType(),
              top.getMethod().getType().getName(),
              top.getMethod().getName(),
              thread == null ? "" : String.valueOf(thread.getOSName())));
    }
  }

  /**
   * What a frame belongs to.
   *
   * @param type as the profiler writes it, such as {@code C1 compiled}
   * @param owner the class, or the file of the library; empty for code that is in neither
   * @param name the method, or the symbol
   * @param thread the thread's name
   */
  static Part part(String type, String owner, String name, String thread) {
    return switch (type) {
      case "JIT compiled", "C1 compiled", "Inlined" -> Part.COMPILED;
      case "Interpreted" -> Part.INTERPRETED;
      case "Kernel" -> Part.KERNEL;
      case "Native", "C++" -> {
        if (owner.isEmpty()) {
          yield NO_FRAMES.contains(name) ? Part.UNKNOWN : Part.COMPILED;
        }
        yield !owner.equals(JVM_LIBRARY)
            ? Part.NATIVE
            : JvmThreads.isCollector(thread)
                ? Part.COLLECTOR
                : JvmThreads.isCompiler(thread) ? Part.COMPILER : Part.JVM;
      }
      default -> Part.UNKNOWN;
    };
  }

  void sample(Part part) {
    samples.merge(part, 1L, Long::sum);
  }

  void load(double user, double system) {
    userLoad += user;
    systemLoad += system;
  }

  /** Whether the samples come from a timer, which shows no frames of the kernel. */
  void byTimer() {
    isTimer = true;
  }

  /** The shares of all parts; together 1, or nothing without samples. */
  Map<Part, Double> divided() {
    double all = samples.values().stream().mapToLong(n -> n).sum();
    if (all == 0) {
      return Map.of();
    }
    Map<Part, Double> shares = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      shares.put(part, samples.getOrDefault(part, 0L) / all);
    }
    if (isTimer && userLoad + systemLoad > 0) {
      double kernel = systemLoad / (userLoad + systemLoad);
      double ofNative = Math.min(kernel, shares.get(Part.NATIVE));
      shares.merge(Part.NATIVE, -ofNative, Double::sum);
      double scale = ofNative < 1 ? (1 - kernel) / (1 - ofNative) : 0;
      shares.replaceAll((_, share) -> share * scale);
      shares.put(Part.KERNEL, kernel);
    }
    return shares;
  }
}

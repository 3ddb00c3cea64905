package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * async-profiler in a server from its start to its end. It samples every thread after so much CPU
 * time of its own, at any instruction and in native code too: the JVM's own sampler sees Java code
 * only, and JEP 509's needs JDK 25. The diagnosis takes its samples instead of the JVM's. Off by
 * default: every sample is a signal.
 *
 * <p>Where the machine allows perf events, a sample has the kernel's frames as well; elsewhere the
 * profiler takes a timer by itself. Its clock is the one of Flight Recorder. The JVM writes the
 * file when it ends, so a killed server has none.
 */
public final class AsyncProfiler extends BuiltIn {
  private static final String FILE = "profile.jfr";
  private static final String LIBRARY = "libasyncProfiler.so";
  private static final String OPTIONS =
      "start,event=cpu,interval=10ms,jstackdepth=256,clock=tsc,file=%s,log=async-profiler.log";

  /** Where a process has it. */
  public static Path file(Path processFolder) {
    return processFolder.resolve(FILE);
  }

  AsyncProfiler() {
    super(
        "async_profiler",
        "Samples by CPU time, with native code, by async-profiler.",
        FILE,
        Attachment.SERVER);
  }

  @Override
  public boolean isOnByDefault() {
    return false;
  }

  @Override
  public List<String> jvmArguments() {
    return library().isEmpty() // a server without samples, rather than one that does not start
        ? List.of()
        : List.of("-agentpath:./" + LIBRARY + "=" + OPTIONS.formatted(FILE));
  }

  @Override
  public Map<String, byte[]> providedFiles() {
    return library().isEmpty()
        ? Map.of()
        : Map.of(LIBRARY, WholeFile.resourceBytes(AsyncProfiler.class, library()));
  }

  @Override
  public Optional<Obstacle> obstacle(Path root, Jdk jdk) {
    return library().isEmpty()
        ? Optional.of(
            new Obstacle(
                "async-profiler has no library for " + System.getProperty("os.arch"),
                "Use a machine with an x86 or Arm processor of 64 bits."))
        : super.obstacle(root, jdk);
  }

  /** In the profiler's own jar; empty for a machine that it has none for. */
  private static String library() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> "/linux-x64/" + LIBRARY;
      case "aarch64", "arm64" -> "/linux-arm64/" + LIBRARY;
      default -> "";
    };
  }

  @Override
  public Optional<String> loss(Path processFolder, Window measured) {
    return Collector.isEmpty(file(processFolder))
        ? Optional.of("is missing or empty")
        : Optional.empty();
  }
}

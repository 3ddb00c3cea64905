package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** CPU time, memory, waiting and swapping, from Linux's {@code /proc}. */
public final class ProcSamples extends BuiltIn {
  ProcSamples() {
    super(
        "proc",
        "CPU time, memory and swapping of processes and machine, from /proc.",
        RunDirectory.SAMPLES,
        Attachment.values());
  }

  @Override
  public Optional<String> fixed() {
    return Optional.of(
        "It cannot be switched off: the validity checks need it. `scrape: false` samples it only at"
            + " both ends of the measurement.");
  }

  @Override
  public Optional<Obstacle> obstacle(Path root, Jdk jdk) {
    return Files.isReadable(root.resolve("proc/self/schedstat"))
        ? Optional.empty()
        : Optional.of(
            new Obstacle(
                "/proc/self/schedstat cannot be read",
                "Run the lab on Linux, with a kernel that has CONFIG_SCHED_INFO."));
  }

  @Override
  public List<Series> series() {
    return List.of(
        new Series(
            "process_cpu_seconds",
            "s/s",
            "How much CPU time the process used in each second.",
            process -> process.rate(LabMetrics.PROCESS_CPU)));
  }
}

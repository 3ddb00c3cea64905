package dev.jitterlab.lab.report;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.Sample;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.execution.ProcessRecord;
import dev.jitterlab.lab.execution.RunState;
import dev.jitterlab.lab.plan.Plan;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A run directory with real tick logs and samples, made from a fixture's plan and summary. */
final class RunOnDisk {
  static final int CORES = 2;

  /** What each server burns of one core. */
  static final double CORES_USED = 0.1;

  /** How much of each core is idle. */
  static final double IDLE_SHARE = 0.4;

  private static final long MILLISECOND_NS = 1_000_000;

  private final RunDirectory directory;

  private RunOnDisk(Path root) {
    directory = new RunDirectory(root);
  }

  /**
   * Writes the run. Every tick has a drift of 2 ms in warm-up and of 1 ms from then on, except one
   * in each second that is 1 ms early.
   */
  static RunDirectory write(Path root, ReportData data) throws IOException {
    RunOnDisk run = new RunOnDisk(root);
    Json.write(run.directory.plan(), data.plan());
    Json.write(run.directory.runState(), data.run());
    Json.write(run.directory.summary(), data.summary());
    Json.write(run.directory.environment(), data.environment());
    Files.writeString(run.directory.experiment(), data.experimentYaml());
    for (ProcessRecord process : data.processes()) {
      Path folder = Files.createDirectories(run.directory.instance(process.id()));
      Json.write(RunDirectory.process(folder), process);
    }
    List<Sample> samples = new ArrayList<>();
    for (RunState.BlockTimes block : data.run().blocks()) {
      if (block.measuredTo() != null) {
        run.block(data.plan().blocks().get(block.number() - 1), block, samples);
      }
    }
    try (SampleSpool spool = new SampleSpool(run.directory)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run.directory);
    return run.directory;
  }

  private void block(Plan.Block block, RunState.BlockTimes times, List<Sample> samples) {
    for (Plan.Instance instance : block.instances()) {
      ticks(RunDirectory.ticks(directory.instance(instance.id())), times);
    }
    for (double at = times.loadStartedAt(); at <= times.measuredTo(); at++) {
      double second = at - times.loadStartedAt();
      for (int cpu = 0; cpu < CORES; cpu++) {
        String labels = "cpu=\"" + cpu + "\",state=\"";
        samples.add(machine(at, labels + "idle\"", second * IDLE_SHARE));
        samples.add(machine(at, labels + "user\"", second * (1 - IDLE_SHARE)));
      }
      for (Plan.Instance instance : block.instances()) {
        samples.add(
            new Sample(
                at, instance.id(), "lab_process_cpu_seconds_total", "", second * CORES_USED));
      }
    }
  }

  private static Sample machine(double at, String labels, double value) {
    return new Sample(at, "machine", "lab_machine_cpu_seconds_total", labels, value);
  }

  private static void ticks(Path log, RunState.BlockTimes times) {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(log), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputLegend();
      for (double at = times.loadStartedAt(); at < times.measuredTo(); at++) {
        long driftNs = at < times.measuredFrom() ? 2 * MILLISECOND_NS : MILLISECOND_NS;
        line(writer, at, "execution", MILLISECOND_NS / 2, 20);
        line(writer, at, "wait", 49 * MILLISECOND_NS, 20);
        line(writer, at, "total", 50 * MILLISECOND_NS, 20);
        line(writer, at, "drift", driftNs, 19);
        line(writer, at, "drift-early", MILLISECOND_NS, 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void line(
      HistogramLogWriter writer, double at, String tag, long valueNs, long count) {
    Histogram histogram = new Histogram(3);
    histogram.setTag(tag);
    histogram.recordValueWithCount(valueNs, count);
    writer.outputIntervalHistogram(at, at + 1, histogram, 1);
  }
}

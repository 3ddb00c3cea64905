package dev.jitterlab.lab.run;

import java.nio.file.Path;

/**
 * The names inside a run directory: the only thing that the lab's stages share. Each stage reads
 * files and writes others, so any stage can be run again on an old run.
 *
 * @param root the run's own folder
 */
public record RunDirectory(Path root) {
  /** The file of every scraped sample. */
  public static final String SAMPLES = "samples.duckdb";

  /** The tick log in a process's folder. */
  public static final String TICKS = "ticks.hlog";

  /** The experiment, byte for byte as it was given. */
  public Path experiment() {
    return root.resolve("experiment.yaml");
  }

  /** {@link dev.jitterlab.lab.plan.Plan}. */
  public Path plan() {
    return root.resolve("plan.json");
  }

  /** {@link dev.jitterlab.lab.run.RunState}. */
  public Path runState() {
    return root.resolve("run.json");
  }

  /** What the experiment's templates became; only there if it has some. */
  public Path rendered() {
    return root.resolve("rendered");
  }

  /** Room on the disk, given up so that a run's end can be written down; gone afterwards. */
  public Path reserve() {
    return root.resolve(".reserve");
  }

  /** Locked by the lab that writes into the run; empty, and stays. */
  public Path lock() {
    return root.resolve(".lock");
  }

  /** {@link dev.jitterlab.lab.run.Programs}: what the processes are made of. */
  public Path programs() {
    return root.resolve("programs.json");
  }

  /** What the block under way had left when the run was interrupted for the nth time. */
  public Path interrupted(int nth) {
    return root.resolve("interrupted").resolve(Integer.toString(nth));
  }

  /** {@link dev.jitterlab.lab.run.Environment}. */
  public Path environment() {
    return root.resolve("environment.json");
  }

  /** The folder of a server: its working directory, logs and recordings. */
  public Path instance(String instanceId) {
    return root.resolve("groups").resolve(instanceId);
  }

  /** The latencies of a group in OSADL's format. */
  public Path osadl(String group) {
    return root.resolve("groups").resolve(group).resolve("latency.osadl.json");
  }

  /** The folder of a block's load process: its working directory, logs and recordings. */
  public Path load(int block) {
    return root.resolve("load").resolve(Integer.toString(block));
  }

  /** The folder of a load process that is none of Jitterlab's own, and for one instance alone. */
  public Path load(int block, String instanceId) {
    return load(block).resolve(instanceId);
  }

  /** The folder of the idle control process that ran beside a block. */
  public Path control(int block) {
    return root.resolve("control").resolve(Integer.toString(block));
  }

  /** The folder of the scheduler's trace of a block. */
  public Path scheduler(int block) {
    return root.resolve("scheduler").resolve(Integer.toString(block));
  }

  /** What blocks that were measured again had left the time before. */
  public Path discarded() {
    return root.resolve("discarded");
  }

  /** The same of the nth of them. */
  public Path discarded(int nth) {
    return discarded().resolve(Integer.toString(nth));
  }

  /** Every scraped sample, one row each. */
  public Path samples() {
    return root.resolve(SAMPLES);
  }

  /** The samples of a block that runs, or of a lab that was killed; then part of the above. */
  public Path samplesSpool() {
    return root.resolve("samples.csv");
  }

  /** The trial's checks. */
  public Path validity() {
    return root.resolve("validity.json");
  }

  /** {@link dev.jitterlab.diagnosis.Causes}: what made ticks and requests late. */
  public Path causes() {
    return root.resolve("causes.json");
  }

  /** {@link dev.jitterlab.lab.causes.CauseTrial}: the trials that tested the causes of this run. */
  public Path interventions() {
    return root.resolve("interventions");
  }

  /** {@link dev.jitterlab.lab.summary.Summary}, the public interface. */
  public Path summary() {
    return root.resolve("summary.json");
  }

  /** The report: one file that opens offline. */
  public Path report() {
    return root.resolve("report.html");
  }

  /** What was injected, and when: outside of what a diagnosis reads. */
  public Path faults() {
    return root.resolve("faults");
  }

  /** How well the diagnosis found what was injected. */
  public Path confusion() {
    return root.resolve("confusion.json");
  }

  /** Tick timings of a process, in HdrHistogram's log format. */
  public static Path ticks(Path processFolder) {
    return processFolder.resolve(TICKS);
  }

  /** What a process printed, both streams. */
  public static Path stdout(Path processFolder) {
    return processFolder.resolve("stdout.log");
  }

  /** {@link dev.jitterlab.lab.run.ProcessRecord}. */
  public static Path process(Path processFolder) {
    return processFolder.resolve("process.json");
  }
}

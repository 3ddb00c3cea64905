package dev.jitterlab.doctor;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.execution.Execution;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Examines this machine in about a minute: first how still it is, then by how much equal servers
 * differ on it. Both are experiments of the lab; their run directories stay in the doctor's folder.
 * For one thread, and one examination.
 */
public final class Doctor {
  /** Files of the doctor's folder, and experiments in the jar. */
  private static final String IDLE = "idle";

  private static final String ALIKE = "alike";

  /** Less is what any idle service needs. */
  private static final double NOTEWORTHY_RATIO = 0.001;

  private static final int MOST_OTHERS = 5;

  private final Path folder;
  private final Function<Path, Plan> plan;
  private final Progress progress;
  private final Time time;
  private final Host.Opener opener;

  /**
   * @param folder does not exist yet, or is empty
   * @param plan reads and plans an experiment file
   * @param progress stays the caller's
   */
  public Doctor(Path folder, Function<Path, Plan> plan, Progress progress) {
    this(folder, plan, progress, Time.system(), LocalHost::open);
  }

  Doctor(Path folder, Function<Path, Plan> plan, Progress progress, Time time, Host.Opener opener) {
    this.folder = folder;
    this.plan = plan;
    this.progress = progress;
    this.time = time;
    this.opener = opener;
  }

  /**
   * Examines the machine. What it has measured stays in the folder, also if it fails.
   *
   * @throws LabException if a server cannot be started, or the folder cannot be written
   */
  public Checkup examine() throws InterruptedException {
    EmptyFolder.require(folder, "--out");
    Environment environment = environment();
    progress.note("1 of 2: watching an idle machine");
    Path root = Path.of("/");
    ProcessTimes before = ProcessTimes.read(root);
    long beganNs = time.nanoTime();
    RunDirectory idle = run(IDLE);
    double cpuSeconds = (time.nanoTime() - beganNs) / 1e9 * environment.cores();
    List<Other> others =
        ProcessTimes.read(root).since(before, cpuSeconds).stream()
            .filter(other -> other.cpuRatio() >= NOTEWORTHY_RATIO)
            .limit(MOST_OTHERS)
            .toList();
    Optional<Stillness> still = Stillness.read(idle);
    progress.note("2 of 2: running five identical servers");
    Summary alike = new SummaryBuilder(run(ALIKE)).write();
    List<Advice> advice =
        new ArrayList<>(still.map(found -> Disturbances.of(found, others)).orElse(List.of()));
    boolean isBusy =
        others.stream().anyMatch(Disturbances::isMuch)
            || still.filter(Disturbances::areMuch).isPresent();
    advice.addAll(MachineLooks.all(new MachineFiles(root, environment), isBusy));
    advice.sort(Comparator.comparing(Advice::level).reversed());
    return new Checkup(environment, still.orElse(null), others, advice, Reach.of(alike));
  }

  /** Before anything runs: its load average is that of the others. */
  private Environment environment() {
    try (Host host = opener.open(time)) {
      host.keepCpusAwake(); // as a run does: the advice is for runs
      return host.environment(Map.of());
    } catch (IOException e) {
      throw LabException.failed(
              "jitterlab doctor",
              "the examination could not be prepared",
              "Check that there is a shell, and room in the folder for temporary files.")
          .because(e);
    }
  }

  private RunDirectory run(String name) throws InterruptedException {
    byte[] experiment = WholeFile.resourceBytes(Doctor.class, name + ".yaml");
    Path file = folder.resolve(name + ".yaml");
    try {
      Files.createDirectories(folder);
      Files.write(file, experiment);
    } catch (IOException e) {
      throw LabException.failed(
              folder.toString(), "the folder cannot be written", "Give another one with --out.")
          .because(e);
    }
    RunDirectory directory = new RunDirectory(folder.resolve(name));
    new Execution(plan.apply(file), experiment, List.of(), directory, progress, time, opener)
        .continuedBy("begin again with: ./jitterlab doctor")
        .run();
    return directory;
  }
}

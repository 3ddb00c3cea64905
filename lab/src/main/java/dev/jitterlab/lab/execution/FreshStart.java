package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.RenderedFile;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** A run that begins, in a folder of its own. */
final class FreshStart implements Start {
  private final Plan plan;
  private final byte[] experiment;
  private final List<RenderedFile> rendered;
  private final RunDirectory directory;

  /** Null until the directory is there. */
  private RunLock lock;

  FreshStart(Plan plan, byte[] experiment, List<RenderedFile> rendered, RunDirectory directory) {
    this.plan = plan;
    this.experiment = experiment.clone();
    this.rendered = List.copyOf(rendered);
    this.directory = directory;
  }

  @Override
  public void require(Host host) {
    EmptyFolder.require(directory.root(), "--out");
  }

  @Override
  public List<Plan.Block> blocks() {
    return plan.blocks();
  }

  @Override
  public RunLog begin(Environment environment, Progress progress, Time time) throws IOException {
    Files.createDirectories(directory.root());
    lock = RunLock.acquire(directory);
    RunLog log = RunLog.begin(directory, time);
    try {
      writeWhatIsPlanned(environment);
      return log;
    } catch (IOException | RuntimeException e) { // else it would seem to run for ever
      log.failed(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private void writeWhatIsPlanned(Environment environment) throws IOException {
    Files.write(directory.experiment(), experiment);
    for (RenderedFile file : rendered) {
      file.write(directory.rendered());
    }
    Json.writeDurably(directory.environment(), environment);
    Json.writeDurably(directory.programs(), PlannedPrograms.read(plan));
    Json.writeDurably(directory.plan(), plan);
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
    }
  }
}

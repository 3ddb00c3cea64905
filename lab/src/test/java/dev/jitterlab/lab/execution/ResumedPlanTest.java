package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ManualTime;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.RunState.Skipped;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is left of an interrupted run of servers that are none of Jitterlab's own, with warm-ups
 * until steady: everything but starting them. Block 1 of 3 has finished, block 2 was under way.
 */
class ResumedPlanTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);
  private static final double MEASURED_TO = 900;
  private static final BlockTimes FINISHED =
      new BlockTimes(
          1, MEASURED_TO - 40, MEASURED_TO - 20, MEASURED_TO, MEASURED_TO + 1, List.of("all/1"));
  private static final BlockTimes UNDER_WAY =
      new BlockTimes(2, MEASURED_TO + 5, null, null, null, null);

  @TempDir private Path folder;
  private final SilentProgress progress = new SilentProgress();
  private final ManualTime time = new ManualTime();
  private final Environment environment = new EnvironmentProbe(Path.of("/")).probe(Map.of());
  private RunDirectory directory;
  private Plan planned;

  @BeforeEach
  void interrupt() throws IOException {
    directory = new RunDirectory(folder.resolve("run"));
    planned = plan();
    Files.createDirectories(directory.root());
    Json.write(directory.plan(), planned);
    Json.write(directory.environment(), environment);
    Json.write(directory.programs(), PlannedPrograms.read(planned));
    writeState(List.of(), FINISHED, UNDER_WAY);
    for (int number : List.of(1, 2)) {
      Files.createDirectories(directory.instance("all/" + number));
      Files.createDirectories(directory.load(number, "all/" + number));
    }
    try (SampleSpool spool = new SampleSpool(directory)) {
      spool.offer(List.of(new Sample(MEASURED_TO, "all/1", "requests_total", "", 7)));
    }
    SampleDatabase.load(directory);
  }

  private void writeState(List<Skipped> skipped, BlockTimes... blocks) {
    Json.write(
        directory.runState(),
        new RunState(
            "running",
            null,
            MEASURED_TO - 50,
            null,
            List.of(blocks),
            skipped,
            List.of(),
            List.of(),
            List.of()));
  }

  private Plan plan() throws IOException {
    jar("");
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"),
            """
            instances: 3
            execution: blocks
            warmup: {until: steady, at_most: 45s}
            workload:
              name: shop
              server:
                command: ['${java}', '${jvm_arguments}', -cp, shop.jar, Shop, '${port}']
                ready: {http: 'http://127.0.0.1:${port}/'}
              load: {command: ['true', '${target}', '${seconds}']}
            """);
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(ExperimentText.HOME)).read(file));
  }

  private void jar(String content) throws IOException {
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("shop.jar")))) {
      jar.putNextEntry(new JarEntry("Shop.class"));
      jar.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void isThePlanThatTheRunBeganWith() throws IOException {
    try (InterruptedRun interrupted = InterruptedRun.open(directory)) {
      assertEquals(Json.write(planned), Json.write(interrupted.plan()));
      assertTrue(interrupted.plan().timing().warmupUntilSteady());
      assertEquals(45, interrupted.plan().timing().warmupSeconds());
      assertEquals(List.of(SteadySeries.CPU), interrupted.plan().growingSeries());
      assertEquals(planned.blocks().subList(1, 3), interrupted.blocks());
    }
  }

  @Test
  void keepsHowTheWarmUpOfAFinishedBlockEnded() throws IOException {
    begin();
    RunState state = Json.read(directory.runState(), RunState.class);

    assertEquals(List.of(FINISHED), state.blocks());
    assertEquals(List.of(2), state.resumptions().getFirst().repeated());
  }

  @Test
  void movesServerAndLoadOfTheBlockUnderWayAside() throws IOException {
    begin();

    assertFalse(Files.exists(directory.instance("all/2")));
    assertFalse(Files.exists(directory.load(2, "all/2")));
    assertTrue(Files.isDirectory(directory.interrupted(1).resolve("load/2/all/2")));
    assertTrue(Files.isDirectory(directory.load(1, "all/1")));
  }

  @Test
  void refusesAnotherJarOfTheServer() throws IOException {
    jar("another version");

    LabException refused = assertThrows(LabException.class, this::begin);
    assertTrue(refused.getMessage().contains("SHA-256"), refused.getMessage());
    assertTrue(Files.exists(directory.instance("all/2")), "nothing was moved");
  }

  @Test
  void goesOnBehindABlockInWhichAGroupWasSkipped() throws IOException {
    BlockTimes skipped = new BlockTimes(1, null, null, null, MEASURED_TO - 45, null);
    BlockTimes second =
        new BlockTimes(2, MEASURED_TO - 40, MEASURED_TO - 20, MEASURED_TO, MEASURED_TO + 1, null);
    writeState(List.of(new Skipped("other", "there is no C compiler")), skipped, second);
    begin();

    RunState state = Json.read(directory.runState(), RunState.class);
    assertEquals(List.of(skipped, second), state.blocks());
    assertEquals(Set.of("other"), state.skippedGroups());
    assertEquals(MEASURED_TO, samples().getFirst().at(), "those of finished blocks stay");
  }

  private List<SamplesReader.Point> samples() {
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      return samples.series("all/1", "requests_total", "", 0, Double.MAX_VALUE);
    }
  }

  /** The time of this test stands still at 1000 s. */
  @Test
  void refusesAClockThatIsBehindForNowOnly() throws IOException {
    BlockTimes later = FINISHED.finished(time.epochSeconds() + 1);
    writeState(List.of(), later, UNDER_WAY);

    LabException refused = assertThrows(LabException.class, this::begin);
    assertEquals(ExitCode.NOT_NOW, refused.exitCode(), refused.getMessage());
    assertTrue(Files.exists(directory.instance("all/2")), "nothing was moved");
  }

  private void begin() throws IOException {
    try (InterruptedRun interrupted = InterruptedRun.open(directory)) {
      interrupted.require(new FakeHost(time));
      interrupted.begin(environment, progress, time);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

package dev.jitterlab.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.report.ReportData.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportDataReaderTest {
  @TempDir private Path root;

  @Test
  void laysTheBlocksOverEachOtherWithWarmUpBeforeZero() throws IOException {
    ReportData data = read(ReportDataFixture.twoGroups().inBlocks());
    List<Point> p50 = drift(data, "p50");
    assertEquals(-12, p50.getFirst().at());
    assertEquals(27, p50.getLast().at());
    assertEquals(2e-3, valueAt(p50, -1), 2e-6);
    assertEquals(1e-3, valueAt(p50, 0), 1e-6);
  }

  @Test
  void theDriftCurveBeginsWithEarlyTicksAndLeavesOutWarmUp() throws IOException {
    ReportData data = read(ReportDataFixture.twoGroups());
    List<Point> curve = data.timelines().getFirst().driftCurve();
    assertEquals(new Point(1, curve.getFirst().value()), curve.getFirst());
    assertEquals(-1e-3, curve.getFirst().value(), 1e-6);
    assertEquals(5 * 28 * 20, curve.getLast().at());
    assertEquals(1e-3, curve.getLast().value(), 1e-6);
  }

  @Test
  void cpuLoadIsTheShareOfAllCores() throws IOException {
    ReportData data = read(ReportDataFixture.twoGroups().inBlocks());
    for (Point point : data.timelines().getFirst().cpuLoad()) {
      assertEquals(RunOnDisk.CORES_USED / RunOnDisk.CORES, point.value(), 1e-6);
    }
    for (Point point : data.machineCpuLoad()) {
      assertEquals(1 - RunOnDisk.IDLE_SHARE, point.value(), 1e-6);
    }
    assertTrue(data.machineCpuLoad().getFirst().at() < 0);
    assertEquals(40, data.machineCpuLoad().size());
  }

  @Test
  void nullifiedInstancesDoNotCount() throws IOException {
    ReportData data = read(ReportDataFixture.twoGroups().nullifying("thread-per-task/3"));
    assertEquals(4 * 28 * 20, data.timelines().getFirst().driftCurve().getLast().at());
  }

  @Test
  void aRunThatFailedHalfWayShowsWhatThereIs() throws IOException {
    ReportData data = read(ReportDataFixture.twoGroups().inBlocks().failed());
    assertFalse(drift(data, "p99").isEmpty());
    assertEquals(3 * 28 * 20, data.timelines().getFirst().driftCurve().getLast().at());
  }

  @Test
  void everyFileButThreeMayBeMissing() throws IOException {
    RunDirectory run = RunOnDisk.write(root, ReportDataFixture.twoGroups().build());
    Files.delete(run.samples());
    Files.delete(run.environment());
    Files.delete(run.experiment());
    for (int i = 1; i <= 5; i++) {
      Files.delete(RunDirectory.ticks(run.instance("thread-per-task/" + i)));
      Files.delete(RunDirectory.process(run.instance("thread-per-task/" + i)));
    }
    ReportData data = ReportDataReader.read(run);
    assertTrue(drift(data, "p50").isEmpty());
    assertTrue(data.machineCpuLoad().isEmpty());
    assertEquals(5, data.processes().size());
    assertTrue(ReportPage.render(data).contains("No environment was recorded."));
  }

  @Test
  void aFolderThatIsNoRunIsSaidSo() {
    LabException failure =
        assertThrows(LabException.class, () -> ReportDataReader.read(new RunDirectory(root)));
    assertEquals(ExitCode.WRONG_EXPERIMENT, failure.exitCode());
    assertTrue(failure.problems().getFirst().where().endsWith("summary.json"));
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    RunDirectory run = RunOnDisk.write(root, ReportDataFixture.twoGroups().build());
    Files.writeString(run.plan(), "{");
    LabException failure = assertThrows(LabException.class, () -> ReportDataReader.read(run));
    assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
    assertTrue(failure.problems().getFirst().where().endsWith("plan.json"));
  }

  private ReportData read(ReportDataFixture fixture) throws IOException {
    return ReportDataReader.read(RunOnDisk.write(root, fixture.build()));
  }

  private static List<Point> drift(ReportData data, String quantile) {
    return data.timelines().getFirst().ticks().get(Metric.Family.DRIFT).byName().get(quantile);
  }

  private static double valueAt(List<Point> line, double at) {
    return line.stream().filter(p -> p.at() == at).findFirst().orElseThrow().value();
  }
}

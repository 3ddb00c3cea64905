package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.SpooledSamples;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcSamplesTest {
  private static final String SERVER = "g/1";

  @TempDir private Path folder;

  /** As where the second threads of the cores are offline: cpu0 and cpu2. */
  @Test
  void sharesAreOfAllCoresThatThereAreWhateverTheirNumbers() throws IOException {
    RunDirectory run = new RunDirectory(folder);
    try (SampleSpool spool = new SampleSpool(run)) {
      for (int second = 0; second < 3; second++) {
        spool.offer(
            List.of(
                new Sample(second, SERVER, LabMetrics.PROCESS_CPU, "", 0.5 * second),
                machine(second, 0, "idle", 0.5 * second),
                machine(second, 0, "steal", 0),
                machine(second, 2, "idle", second),
                machine(second, 2, "steal", 0.125 * second)));
      }
    }
    SpooledSamples samples =
        new SpooledSamples(run, Set.of(LabMetrics.PROCESS_CPU, LabMetrics.MACHINE_CPU));
    samples.readNew();

    assertEquals(constant(0.25), ProcSamples.PROCESS_LOAD.read(recorded(SERVER, samples)));
    Recorded machine = recorded(LabMetrics.MACHINE, samples);
    assertEquals(constant(0.25), ProcSamples.MACHINE_LOAD.read(machine));
    assertEquals(constant(0.0625), ProcSamples.MACHINE_STEAL.read(machine));
  }

  private static Sample machine(double at, int core, String state, double seconds) {
    String labels = "cpu=\"%d\",state=\"%s\"".formatted(core, state);
    return new Sample(at, LabMetrics.MACHINE, LabMetrics.MACHINE_CPU, labels, seconds);
  }

  private Recorded recorded(String id, SpooledSamples samples) {
    return new Recorded(id, folder, new Window(0, 10), 0, List.of(), Optional.of(samples));
  }

  private static List<Series.Point> constant(double value) {
    return List.of(new Series.Point(0.5, value), new Series.Point(1.5, value));
  }
}

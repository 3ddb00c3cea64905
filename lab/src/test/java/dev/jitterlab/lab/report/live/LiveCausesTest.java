package dev.jitterlab.lab.report.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.LiveDiagnosis;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCausesTest {
  @TempDir private Path folder;

  @Test
  void saysTheCausesThatMatterWithWhatShowsThem() {
    Causes.LateEvent late =
        new Causes.LateEvent(
            "pool/1:tick:battle-7:3",
            "pool/1",
            "tick",
            "battle-7",
            "tick-worker-0",
            1_763_811_667.793,
            0.1,
            0.001,
            List.of(
                new Causes.Part(
                    "sleep",
                    0.09,
                    0.09,
                    0.09,
                    List.of(
                        new Causes.Evidence(
                            1.0,
                            0.09,
                            "tick-worker-0",
                            "jdk.ThreadSleep",
                            "at Game.tick, line 7"))),
                new Causes.Part("unexplained", 0.006, 0, 0, List.of()),
                new Causes.Part("gc_pause", 0.004, 0, 0, List.of())),
            List.of());

    assertEquals(
        "11:41:07.793 UTC tick battle-7 of pool/1 was late by 100 ms: 90 ms (90 %) sleeping in the"
            + " code (at Game.tick, line 7); 6 ms (6 %) unexplained",
        LiveCauses.text(late));
  }

  @Test
  void saysThatCausesMayBeMissing() {
    Causes.LateEvent late =
        new Causes.LateEvent(
            "pool/1:tick:battle-7:3",
            "pool/1",
            "tick",
            "battle-7",
            "tick-worker-0",
            1_763_811_667.793,
            0.1,
            0.001,
            List.of(new Causes.Part("unexplained", 0.1, 0, 0, List.of())),
            List.of());
    String all = LiveCauses.words(new LiveDiagnosis.Explained(late, false));
    assertEquals(LiveCauses.text(late), all);
    assertEquals(
        all + ". The server recorded too much to keep all of it, so causes may be missing here.",
        LiveCauses.words(new LiveDiagnosis.Explained(late, true)));
  }

  /** What a killed server left is older than the run that goes on. */
  @Test
  void followsNoPartsThatDoNotGrow() throws IOException {
    RunDirectory directory = new RunDirectoryFixture(folder).inBlocks().write();
    Plan plan = Json.read(directory.plan(), Plan.class);
    String id = plan.blocks().getFirst().instances().getFirst().id();
    Path parts = Files.createDirectories(directory.instance(id).resolve("jfr/2026_01_01_1"));
    Files.write(parts.resolve("2026_01_01.jfr"), new byte[100]);
    Time later =
        new Time() {
          @Override
          public long nanoTime() {
            return 0;
          }

          @Override
          public double epochSeconds() {
            return 1e11;
          }

          @Override
          public void sleepUntil(long deadlineNs) {}
        };

    assertNull(new LiveCauses(directory, later, () -> true).newest(plan));
  }
}

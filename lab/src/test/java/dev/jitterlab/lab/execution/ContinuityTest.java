package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContinuityTest {
  private static final Map<String, String> ONE = Map.of("21", "build a");
  private static final Map<String, String> BOTH = Map.of("21", "build a", "25", "build b");

  private static List<String> changes(Map<String, String> before, Map<String, String> now) {
    FakeHost host = new FakeHost(new SteppedTime());
    Programs none = new Programs(Map.of(), true);
    return Continuity.check(
        new RunDirectory(Path.of("run")),
        host.environment(before),
        host.environment(now),
        none,
        none);
  }

  /** The machine refused the other JDK's group in one of both parts, such as for want of a CPU. */
  @Test
  void aJdkThatOnlyOnePartOfTheRunTriedIsNoChange() {
    assertEquals(List.of(), changes(ONE, BOTH));
    assertEquals(List.of(), changes(BOTH, ONE));
  }

  @Test
  void anotherBuildOfAJdkThatBothPartsTriedIsRefused() {
    LabException refused =
        assertThrows(LabException.class, () -> changes(Map.of("21", "build c"), BOTH));

    assertEquals(ExitCode.WRONG_EXPERIMENT, refused.exitCode());
    String what = "the build of the JDKs was {21=build c}, is {21=build a}";
    assertTrue(refused.getMessage().endsWith(what), refused::getMessage);
  }
}

package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import dev.jitterlab.systemtests.Jitterlab.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No child outlives the lab, however it ends. */
class InterruptionTest {
  /** Every 200 ms for three minutes: a second of warm-up, and the start of a few JVMs. */
  private static final int MOST_LOOKS = 900;

  @TempDir Path folder;

  private Running startAndWaitUntilItMeasures() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "long.yaml",
        """
        workload: battle
        instances: 1
        warmup: 1s
        duration: 10m
        defaults:
          jvm_arguments: -Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
        load:
          players: 10
        """);
    Running running = jitterlab.start("run", "long.yaml", "--out", "run");
    for (int looks = 0; !isMeasuring(); looks++) {
      boolean isOver = running.process().waitFor(200, TimeUnit.MILLISECONDS);
      if (isOver || looks == MOST_LOOKS) {
        running.process().destroyForcibly();
        fail(
            (isOver ? "it ended before it measured: " : "it did not measure within 3 minutes: ")
                + running.outcome());
      }
    }
    return running;
  }

  private boolean isMeasuring() throws IOException {
    Path state = folder.resolve("run/run.json");
    if (Files.notExists(state)) {
      return false;
    }
    JsonNode blocks = new ObjectMapper().readTree(state.toFile()).get("blocks");
    return !blocks.isEmpty() && blocks.get(0).hasNonNull("measured_from");
  }

  /** The servers' and the load's processes. */
  private List<ProcessHandle> children() throws IOException {
    List<ProcessHandle> children =
        List.of("run/groups/all/1/process.json", "run/load/1/process.json").stream()
            .map(this::process)
            .flatMap(Optional::stream)
            .toList();
    assertEquals(2, children.size(), "both run");
    return children;
  }

  private Optional<ProcessHandle> process(String file) {
    try {
      long pid = new ObjectMapper().readTree(folder.resolve(file).toFile()).get("pid").asLong();
      return ProcessHandle.of(pid);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<String> signals() {
    return TestedJdks.IS_LONG ? Stream.of("INT", "TERM") : Stream.of("INT");
  }

  @ParameterizedTest
  @MethodSource("signals")
  void endsEveryChildAndKeepsWhatWasMeasured(String signal) throws Exception {
    Running running = startAndWaitUntilItMeasures();
    List<ProcessHandle> children = children();
    new ProcessBuilder("kill", "-" + signal, "" + running.process().pid()).start().waitFor();
    Outcome outcome = running.end();

    assertEquals(130, outcome.status(), outcome.toString());
    for (ProcessHandle child : children) {
      assertFalse(child.isAlive(), child.info().toString());
    }
    JsonNode state = new ObjectMapper().readTree(folder.resolve("run/run.json").toFile());
    assertEquals("interrupted", state.get("state").asText());
    assertTrue(Files.size(folder.resolve("run/groups/all/1/ticks.hlog")) > 100);
  }

  @Test
  void leavesNoServerBehindWhenTheLabIsKilled() throws Exception {
    Running running = startAndWaitUntilItMeasures();
    List<ProcessHandle> children = children();
    running.process().destroyForcibly();
    running.end();

    for (ProcessHandle child : children) {
      child.onExit().get(30, TimeUnit.SECONDS); // the promise is 30 seconds
    }
  }
}

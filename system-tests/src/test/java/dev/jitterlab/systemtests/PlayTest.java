package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./jitterlab play} with the real cluster: it plays, and leaves nothing behind. */
class PlayTest {
  /** Only the processes of a play have its temporary folder in their command lines. */
  private static final String FOLDER = "jitterlab-play-";

  @TempDir Path folder;

  private static List<String> processesOfPlays() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .filter(command -> command.contains(FOLDER))
        .toList();
  }

  @Test
  void playsOnTwoVersionsGoesOnWithoutAServerAndLeavesNothingBehind() throws Exception {
    List<String> before = processesOfPlays();
    Outcome outcome =
        Jitterlab.withQuickJvms(folder)
            .run(
                "play",
                "--bots=20",
                "--servers=2",
                "--versions=serial=-XX:+UseSerialGC,g1=-XX:+UseG1GC",
                "--mode=last-standing,boss",
                "--battle-seconds=12",
                "--kill-server=10",
                "--me",
                "--seconds=32",
                "--format=json");
    assertEquals(0, outcome.status(), outcome.toString());
    JsonNode result = new ObjectMapper().readTree(outcome.out());

    assertTrue(result.get("battles_played").asLong() >= 1, outcome::out);
    assertEquals(2, result.get("versions").size(), outcome::out);
    for (JsonNode version : result.get("versions")) {
      assertTrue(version.get("ticks").asLong() > 0, outcome::out);
    }
    assertTrue(result.get("recovery").get("players_recovered").asLong() > 0, outcome::out);
    assertEquals(
        1,
        result.get("servers").findValues("alive").stream().filter(JsonNode::asBoolean).count(),
        outcome::out);
    assertEquals(0, result.get("died").size(), outcome::out);
    assertTrue(outcome.err().contains("watch it at http://127.0.0.1:"), outcome::err);
    assertTrue(outcome.err().contains("starting gateway"), outcome::err);
    assertTrue(outcome.err().contains("play at http://127.0.0.1:"), outcome::err);
    assertEquals(before, processesOfPlays());
  }

  @ParameterizedTest
  @CsvSource({
    "--bots=0, --bots",
    "--versions=old, --versions",
    "--versions=old=3, --versions",
    "--servers=65, --servers",
    "--secnods=2, --seconds"
  })
  void namesWhatIsWrongBeforeAnythingStarts(String flag, String expected) throws Exception {
    Outcome outcome = new Jitterlab(folder).here("play", flag);

    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains(expected), outcome.toString());
    assertFalse(outcome.err().contains("starting"), outcome.toString());
  }
}

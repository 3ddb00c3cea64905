package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PlayArenaCommandTest {
  private static PlayArenaCommand withBots(int bots) {
    PlayArenaCommand command = new PlayArenaCommand();
    new CommandLine(command).parseArgs("--bots=" + bots);
    return command;
  }

  @Test
  void asManyBotsAsThereMayBeLeaveRoomForPeople() {
    PlayArenaCommand command = withBots(5_000);

    assertTrue(
        command.arguments().contains("--max-players=6000"), () -> command.arguments().toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 5_001, 10_000_000, Integer.MAX_VALUE})
  void anotherNumberOfBotsIsRefusedWithTheBounds(int bots) {
    LabException refused = assertThrows(LabException.class, withBots(bots)::call);

    assertEquals(ExitCode.WRONG_EXPERIMENT, refused.exitCode());
    assertEquals("--bots: expected 0 to 5000, found " + bots, refused.getMessage());
  }

  /** 5,000 bots with one picture each and 1,000 people with two, of 6,000 fighters. */
  @Test
  void theHeapHoldsAPictureOfEverybodyForEverybody() {
    long picturesMib = 7_000L * 6_000 * 25 / (1 << 20);

    assertEquals(512, withBots(20).heapMib());
    assertTrue(withBots(5_000).heapMib() > picturesMib, () -> picturesMib + " MiB of pictures");
  }
}

package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PlayArenaCommandTest {
  @Test
  void asManyBotsAsThereMayBeLeaveRoomForPeople() {
    PlayArenaCommand command = new PlayArenaCommand();
    new CommandLine(command).parseArgs("--bots=5000");

    assertTrue(
        command.arguments().contains("--max-players=6000"), () -> command.arguments().toString());
  }
}

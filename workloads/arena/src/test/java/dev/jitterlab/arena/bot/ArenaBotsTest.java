package dev.jitterlab.arena.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.program.CommandLineProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ArenaBotsTest {
  @Test
  void botsRefuseARateThatServersDrop() {
    StringWriter err = new StringWriter();
    int status =
        CommandLineProcess.commandLine(new ArenaBots())
            .setErr(new PrintWriter(err, true))
            .execute(
                "--target=a=127.0.0.1:1",
                "--host=256.0.0.1", // if the rate were taken, nothing would be opened all the same
                "--rate=" + (WireFormat.MOST_MESSAGES_A_SECOND + 1));
    assertEquals(2, status, err::toString);
    assertTrue(err.toString().contains("--rate"), err::toString);
    assertFalse(err.toString().contains("256"), err::toString);
  }
}

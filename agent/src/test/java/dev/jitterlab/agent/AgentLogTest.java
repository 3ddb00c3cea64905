package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AgentLogTest {
  /** As when there is no memory for the line either: the failure must not reach the server. */
  @Test
  void saysTheFirstErrorThatCanBeSaidAndNeverThrows() {
    boolean[] fails = {true};
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    AgentLog log =
        new AgentLog(
            new PrintStream(said, true, StandardCharsets.UTF_8) {
              @Override
              public void println(String text) {
                if (fails[0]) {
                  throw new OutOfMemoryError("of the test");
                }
                super.println(text);
              }
            });
    log.failed("measuring", new IllegalStateException("first"));
    fails[0] = false;
    log.failed("measuring", new IllegalStateException("second"));
    log.failed("measuring", new IllegalStateException("third"));

    String text = said.toString(StandardCharsets.UTF_8);
    assertEquals(3, log.errors.sum());
    assertFalse(text.contains("first"), text);
    assertTrue(text.contains("second"), text);
    assertFalse(text.contains("third"), text);
  }

  /** As when there is no memory for the last second of the tick log, while the JVM ends. */
  @Test
  void aThreadOfTheAgentEndsByNoException() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    AgentLog log = new AgentLog(new PrintStream(said, true, StandardCharsets.UTF_8));
    log.guarded(
            "ending the tick log",
            () -> {
              throw new OutOfMemoryError("of the test");
            })
        .run();

    assertEquals(1, log.errors.sum());
    assertTrue(said.toString(StandardCharsets.UTF_8).contains("ending the tick log failed"));
  }
}

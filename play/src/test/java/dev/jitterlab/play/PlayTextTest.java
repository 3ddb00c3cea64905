package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.terminal.Terminal;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlayTextTest {
  @Test
  void theResultKeepsTheStylesOfItsTableAndNoEscapeOfAService() {
    PlayResult result =
        new PlayResult(
            60,
            12,
            30L,
            0.01,
            2.0,
            12L,
            new PlayResult.Recovery(0, 0, null),
            List.of(version("old"), version("new")),
            List.of(),
            List.of("battle\u001b[2J"),
            List.of(),
            0,
            1,
            null,
            null);
    String text = new PlayText(new Terminal(true, true, true, 100)).summary(result);
    assertTrue(text.contains("\u001b[2mversion"), text);
    assertTrue(text.contains("died by themselves: battle?[2J"), text);
    List<String> lines = text.lines().toList();
    assertTrue(lines.getFirst().startsWith("played 1 min"), text);
    assertTrue(lines.get(3).startsWith("old"), "head, rule, versions: " + text);
    assertTrue(lines.getLast().startsWith("processes killed: 0"), text);
  }

  private static PlayResult.VersionResult version(String name) {
    return new PlayResult.VersionResult(name, 1, 6, 1_000, 10, 0.01, null);
  }
}

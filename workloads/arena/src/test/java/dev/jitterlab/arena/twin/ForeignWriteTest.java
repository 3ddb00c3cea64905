package dev.jitterlab.arena.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.world.ForeignWrites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The debug mode in a JVM of its own, since it is chosen when a JVM starts. */
class ForeignWriteTest {
  /** What it says if somebody writes the state of one of those: fighter, bolt, or nobody. */
  private static String play(String whose) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djitterlab.findForeignWrites=true",
                    "-Xmx128m",
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    ForeignWrites.class.getName(),
                    whose))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }

  @Test
  void theArenaWritesOwnStateOnly() throws Exception {
    assertTrue(play("nobody").contains("no foreign write"));
  }

  @Test
  void aWriteFromAForeignTaskIsFoundAndNamed() throws Exception {
    String said = play("fighter");
    assertTrue(said.contains("writes fighter-"), said);
    assertTrue(said.contains("which belongs to task fighter-"), said);
  }

  @Test
  void aWriteOfAFlyingBoltIsFound() throws Exception {
    String said = play("bolt");
    assertTrue(said.contains("writes bolt, which belongs to task "), said);
  }
}

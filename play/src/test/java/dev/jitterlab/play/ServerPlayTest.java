package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.Time;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerPlayTest {
  @Test
  void theServerHasTheHeapThatItNeeds() {
    ServerPlay play =
        new ServerPlay(
            "arena",
            "a.Server",
            Path.of("it.jar"),
            Path.of("java"),
            1_200,
            List.of("--bots=5000"),
            Time.system());

    assertEquals(
        List.of("java", "-Xmx1200m", "-cp", "it.jar", "a.Server", "--bots=5000"), play.command());
  }
}

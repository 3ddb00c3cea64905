package dev.jitterlab.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.program.CommandLineProcess;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command as a process, as the lab ends it. */
@Timeout(60)
class LocksServerTest {
  private static final String ASKED = "somebody asks for a lock";

  /** A server whose locks do nothing: not even the work that they guard. */
  static final class WithoutLocks {
    private static final AtomicBoolean ASKED_FOR = new AtomicBoolean();

    private WithoutLocks() {}

    public static void main(String[] arguments) throws Exception {
      Competition competition = new Competition(2, 1, () -> work -> asked(), 20, 20);
      CommandLineProcess.untilTerminated(end -> new LocksServer().compete(competition, end));
    }

    private static Ending asked() {
      if (!ASKED_FOR.getAndSet(true)) {
        System.out.println(ASKED);
      }
      return Ending.UNKNOWN;
    }
  }

  /** The signal's own status would say that the figures are worth something. */
  @Test
  void aLockThatLosesSectionsIsAFailureAlthoughTheProcessWasToldToEnd() throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutLocks.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
      boolean isReady = false;
      boolean isAsked = false;
      while (!isReady || !isAsked) {
        String line = out.readLine();
        assertTrue(line != null, "it has ended by itself");
        isReady |= line.startsWith("JITTERLAB READY");
        isAsked |= line.equals(ASKED);
      }
      server.toHandle().destroy(); // leaves its output open
      String rest = out.lines().collect(Collectors.joining("\n"));

      assertEquals(3, server.waitFor(), rest);
      assertTrue(rest.contains("JITTERLAB END lost="), rest);
      assertTrue(rest.endsWith(" sections were lost"), rest);
    } finally {
      server.destroyForcibly();
    }
  }
}

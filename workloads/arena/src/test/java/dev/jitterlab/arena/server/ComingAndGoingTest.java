package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.bot.ArenaBots;
import dev.jitterlab.program.CommandLineProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replayed players come and go as their record says: in the server, and over UDP. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ComingAndGoingTest {
  @TempDir Path folder;

  private Path record() throws IOException {
    return Files.writeString(
        folder.resolve("visit.trace"),
        "jitterlab-arena-trace 2\n0 0 8 0\n300000 1 join\n310000 1 4 0\n700000 1 leave\n"
            + "1000000 0 4 0\n");
  }

  private static void awaitVisits(ArenaProcess server, int visits) throws InterruptedException {
    for (int i = 0; i < visits; i++) {
      for (int fighters : new int[] {2, 1}) {
        while (server.host().world().fighters().length != fighters) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
    }
  }

  @Test
  void playersInsideComeAndGo() throws Exception {
    ArenaSettings settings = new ArenaSettings();
    settings.rate = 50;
    settings.insidePlayers = 2;
    settings.trace = record();
    try (ArenaProcess server = ArenaProcess.start(settings)) {
      awaitVisits(server, 2);
      assertEquals(2, server.host().players(), "it keeps its place");
      assertEquals(0, server.host().world().failures());
    }
  }

  @Test
  void clientsOverUdpComeAndGo() throws Exception {
    Path record = record();
    StringWriter said = new StringWriter();
    try (ArenaProcess server = ArenaProcess.start(new ArenaSettings())) {
      Thread bots =
          new Thread(
              () -> {
                int unused =
                    CommandLineProcess.commandLine(new ArenaBots())
                        .setErr(new PrintWriter(said, true))
                        .execute(
                            "--target=a=127.0.0.1:" + server.udpAddress().getPort(),
                            "--players=2",
                            "--seed=0",
                            "--rate=50",
                            "--trace=" + record);
              });
      bots.setDaemon(true);
      bots.start();
      awaitVisits(server, 2);
      bots.interrupt();
      bots.join();
      assertTrue(said.toString().startsWith("One in 100 packets went out"), said.toString());
    }
  }

  /** From 4 to 64: 16 first, then 32, since a server has no trouble with so few. */
  @Test
  void clientsComeAndGoWithTheLevelsOfASearch() throws Exception {
    try (ArenaProcess server = ArenaProcess.start(new ArenaSettings())) {
      Thread bots =
          new Thread(
              () -> {
                int unused =
                    CommandLineProcess.commandLine(new ArenaBots())
                        .setErr(new PrintWriter(new StringWriter(), true))
                        .execute(
                            "--target=a=127.0.0.1:" + server.udpAddress().getPort(),
                            "--players=64",
                            "--rate=20",
                            "--old-state-ms=60000",
                            "--search-from=4",
                            "--search-after=0",
                            "--search-settle=1",
                            "--search-hold=1");
              });
      bots.setDaemon(true);
      bots.start();
      for (int clients : new int[] {16, 32}) {
        while (server.host().world().fighters().length != clients) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
      bots.interrupt();
      bots.join();
    }
  }
}

package dev.jitterlab.business.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.business.sql.OwnPostgres;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A real server is killed while it works: what it had acknowledged is in the database. */
@Timeout(180)
class KillTest {
  private static final int CHANGES = 400;
  private static final int TERMINALS = 4;

  @TempDir private Path folder;

  private Path acknowledged() {
    return folder.resolve("acknowledged");
  }

  private void workAndKill(String store, String database) throws Exception {
    try (ServerProcess server =
        ServerProcess.start(
            folder,
            "--store=" + store,
            "--database=" + database,
            "--warehouses=1",
            "--terminals=" + TERMINALS,
            "--acknowledged=" + acknowledged())) {
      server.awaitLine("JITTERLAB READY ");
      long size = Files.size(acknowledged());
      while (Files.size(acknowledged()) < size + CHANGES * 15L) {
        Thread.sleep(1);
      }
      server.kill();
    }
  }

  private String audit(String database, int status) {
    StringWriter said = new StringWriter();
    assertEquals(
        status,
        new CommandLine(new BusinessAudit())
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute("--database=" + database, "--acknowledged=" + acknowledged()),
        said.toString());
    return said.toString();
  }

  /** What is there and was not acknowledged was under way: at most one change of each terminal. */
  private void assertNothingIsLostOrMadeUp(String database, int kills) throws Exception {
    String said = audit(database, 0);
    List<String> lines = Files.readAllLines(acknowledged());
    assertTrue(said.startsWith("acknowledged " + lines.size() + ", lost 0, "), said);
    long known = lines.stream().filter(line -> !line.startsWith("delivery")).count();
    long there = Long.parseLong(said.substring(said.lastIndexOf(' ') + 1).strip());
    assertTrue(
        there >= known && there <= known + (long) TERMINALS * kills, known + " known: " + said);
  }

  @Test
  void whatWasAcknowledgedIsInH2AfterAKillAndItGoesOn() throws Exception {
    String file = folder.resolve("books").toString();
    workAndKill("h2", file);
    assertNothingIsLostOrMadeUp(file, 1);
    workAndKill("h2", file);
    assertNothingIsLostOrMadeUp(file, 2);

    List<String> lines = Files.readAllLines(acknowledged());
    String order =
        lines.stream().filter(line -> line.startsWith("order")).collect(Collectors.toList()).get(5);
    Files.writeString(acknowledged(), order + "0\n" + order + "\n");
    assertTrue(
        audit(file, 1)
            .startsWith(
                "acknowledged and not there: " + order + "0\n" + "acknowledged 2, lost 1, "));
    Files.writeString(acknowledged(), "sale 1 2 3\n");
    assertTrue(audit(file, 2).contains("'sale 1 2 3' acknowledges nothing"));
  }

  @Test
  void whatWasAcknowledgedIsInPostgresAfterAKill() throws Exception {
    assumeTrue(
        OwnPostgres.programs().isPresent(),
        "needs `command -v initdb || ls /usr/lib/postgresql/*/bin/initdb`: apt-get install"
            + " postgresql");
    folder.toFile().setExecutable(true, false); // for the server's user
    try (OwnPostgres postgres = OwnPostgres.start(folder)) {
      workAndKill("postgresql", postgres.url());
      assertNothingIsLostOrMadeUp(postgres.url(), 1);
    }
  }
}

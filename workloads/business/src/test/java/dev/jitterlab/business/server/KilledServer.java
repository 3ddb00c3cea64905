package dev.jitterlab.business.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.program.CommandLineProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Kills a real server while it works, and audits its database. */
public final class KilledServer {
  private static final int CHANGES = 400;
  private static final int TERMINALS = 4;

  /** A second is usual. */
  private static final long STUCK_NS = TimeUnit.SECONDS.toNanos(60);

  private final Path folder;
  private int kills;

  /** Works in a folder of its own. */
  public KilledServer(Path folder) {
    this.folder = folder;
  }

  Path acknowledged() {
    return folder.resolve("acknowledged");
  }

  /** Starts a server on a database, and kills it in the middle of its work. */
  public void workAndKill(String store, String database) throws Exception {
    try (ServerProcess server =
        ServerProcess.start(
            folder,
            "--store=" + store,
            "--load=busy",
            "--database=" + database,
            "--warehouses=1",
            "--terminals=" + TERMINALS,
            "--acknowledged=" + acknowledged())) {
      server.awaitLine("JITTERLAB READY ");
      long size = Files.size(acknowledged());
      long startNs = System.nanoTime();
      while (Files.size(acknowledged()) < size + CHANGES * 15L) {
        if (!server.isAlive() || System.nanoTime() - startNs > STUCK_NS) {
          String account = server.account();
          if (account.contains("the books disagree")) {
            throw new BooksDisagree(account);
          }
          throw new IllegalStateException(
              "acknowledged only " + (Files.size(acknowledged()) - size) + " bytes: " + account);
        }
        Thread.sleep(1);
      }
      server.kill();
      kills++;
    }
  }

  String audit(String database, int status) {
    StringWriter said = new StringWriter();
    assertEquals(status, audit(database, said), said.toString());
    return said.toString();
  }

  private int audit(String database, StringWriter said) {
    return CommandLineProcess.commandLine(new BusinessAudit())
        .setOut(new PrintWriter(said, true))
        .setErr(new PrintWriter(said, true))
        .execute("--database=" + database, "--acknowledged=" + acknowledged());
  }

  /**
   * What is there and was not acknowledged was under way: at most one change of each terminal.
   *
   * @throws BooksDisagree if nothing is lost, but sums disagree
   */
  public void assertNothingIsLostOrMadeUp(String database) throws Exception {
    StringWriter account = new StringWriter();
    int status = audit(database, account);
    String said = account.toString();
    if (status == 1 && said.contains(", lost 0, ")) {
      throw new BooksDisagree(said);
    }
    assertEquals(0, status, said);
    List<String> lines = Files.readAllLines(acknowledged());
    assertTrue(said.startsWith("acknowledged " + lines.size() + ", lost 0, "), said);
    long known = lines.stream().filter(line -> !line.startsWith("delivery")).count();
    long there = Long.parseLong(said.substring(said.lastIndexOf(' ') + 1).strip());
    assertTrue(
        there >= known && there <= known + (long) TERMINALS * kills, known + " known: " + said);
  }

  /** Half of a transaction is there after a kill. */
  static final class BooksDisagree extends AssertionError {
    private static final long serialVersionUID = 1;

    private BooksDisagree(String account) {
      super(account);
    }
  }
}

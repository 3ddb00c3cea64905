package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.host.Readiness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes whose helper has left them, as a double fork does: it is in a session of its own,
 * and init has become its parent.
 */
@Timeout(60) // a helper that is not ended sleeps for ten minutes
class OffspringTest {
  private static final String ID = "pool/1";
  private static final int SIGKILL_STATUS = 128 + 9;
  private static final String SLEEP = "exec sleep 600";

  @TempDir private Path folder;
  private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private final List<ProcessHandle> helpers = new ArrayList<>();

  @BeforeEach
  void needsSetsid() {
    assumeTrue(SearchPath.find("setsid", System.getenv()).isPresent(), "needs `command -v setsid`");
  }

  @AfterEach
  void endTheHelpers() {
    helpers.forEach(ProcessHandle::destroyForcibly);
  }

  /**
   * A server with such a helper.
   *
   * @param helperFirst what the helper does first; commands, each with a semicolon
   * @param then what the server does once it has left the helper behind
   */
  private static List<String> server(String helperFirst, String then) {
    String helper = helperFirst + "echo $$ > part; mv part helper; " + SLEEP;
    return List.of("sh", "-c", "(setsid sh -c '" + helper + "' &); " + then);
  }

  private HostProcess start(LocalHost host, List<String> command, String name) throws IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    return host.start(Launch.foreign(ID, 1, command, own, new Readiness.Started(), true));
  }

  /** The helper, once it is the program that it stays. */
  private ProcessHandle helper() throws Exception {
    Path file = folder.resolve("server").resolve("helper");
    while (!Files.exists(file)) {
      Thread.sleep(10);
    }
    long pid = Long.parseLong(Files.readString(file).strip());
    ProcessHandle helper = ProcessHandle.of(pid).orElseThrow();
    helpers.add(helper);
    while (!proc.words(pid + "/cmdline").contains("sleep")) {
      Thread.sleep(10);
    }
    return helper;
  }

  private boolean lives(ProcessHandle one) {
    return proc.stat(one.pid()).filter(stat -> !stat.isZombie()).isPresent();
  }

  private static void awaitGone(HostProcess process) throws InterruptedException {
    while (!process.isGone()) {
      Thread.sleep(10);
    }
  }

  @Test
  void aServerThatIsAskedToStopTakesItsHelperWithIt() throws Exception {
    try (LocalHost host = LocalHost.open(Time.system())) {
      HostProcess server = start(host, server("", SLEEP), "server");
      ProcessHandle helper = helper();
      server.askToStop();
      awaitGone(server);

      assertFalse(lives(helper));
    }
  }

  @Test
  void aHelperThatDoesNotEndWhenAskedIsKilled() throws Exception {
    try (LocalHost host = LocalHost.open(Time.system())) {
      HostProcess server = start(host, server("trap \"\" TERM; ", SLEEP), "server");
      ProcessHandle helper = helper();
      server.askToStop();
      while (server.isAlive()) {
        Thread.sleep(10);
      }
      assertFalse(server.isGone(), "its helper lives");
      server.kill();
      awaitGone(server);

      assertFalse(lives(helper));
    }
  }

  @Test
  void whatAServerLeavesBehindThatHasEndedByItselfIsEnded() throws Exception {
    try (Processes processes =
        new Processes(LocalHost.open(Time.system()), Time.system(), () -> {})) {
      LabProcess server = processes.start(ID, 1, server("", "exit 0"), folder.resolve("server"));
      ProcessHandle helper = helper();
      while (server.isAlive()) {
        Thread.sleep(10);
      }
      processes.end(server);

      assertFalse(lives(helper));
    }
  }

  /** The trials of several JVMs have one id, and run at the same time. */
  @Test
  void neitherAnotherProcessWithTheSameIdNorAStrangerIsEnded() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try (LocalHost host = LocalHost.open(Time.system())) {
      HostProcess server = start(host, server("", SLEEP), "server");
      HostProcess other = start(host, List.of("sleep", "600"), "other");
      assertTrue(lives(helper()));
      server.askToStop();
      awaitGone(server);
      other.kill();
      awaitGone(other);

      // The first deadly signal decides the status.
      assertEquals(SIGKILL_STATUS, other.exitStatus());
    } finally {
      stranger.destroyForcibly();
    }
    assertEquals(SIGKILL_STATUS, stranger.waitFor());
  }

  @Test
  void noHelperOutlivesTheLab() throws Exception {
    ProcessHandle helper;
    try (LocalHost host = LocalHost.open(Time.system())) {
      HostProcess server = start(host, server("", SLEEP), "server");
      helper = helper();
      assertTrue(server.isAlive());
    }
    while (lives(helper)) {
      Thread.sleep(10);
    }

    assertFalse(lives(helper));
  }
}

package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60) // a mend that is missing leaves a process that sleeps for ten minutes
class GuardianTest {
  private static final int SIGTERM_STATUS = 128 + 15;
  private static final int SIGKILL_STATUS = 128 + 9;

  @TempDir private Path folder;
  private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private Process child;
  private long startTicks;

  @BeforeEach
  void startAChild() throws Exception {
    child = new ProcessBuilder(SetsidCommand.command(List.of("sleep", "600"))).start();
    startTicks = proc.startTicks(child.pid()).orElseThrow();
  }

  @AfterEach
  void endTheChild() {
    child.destroyForcibly();
  }

  @Test
  void endsWhatItWatchesWhenItsPipeCloses() throws Exception {
    try (Guardian guardian = Guardian.start()) {
      guardian.watch(child.pid(), startTicks);
    }

    assertEquals(SIGTERM_STATUS, child.waitFor());
  }

  /** A lab that is killed between the start of a process and the line that names it. */
  @Test
  void findsWhatWasStartedInTheLabsLastMoment() throws Exception {
    ProcessBuilder unnamed = new ProcessBuilder(SetsidCommand.command(List.of("sleep", "600")));
    Process own;
    try (Guardian guardian = Guardian.start()) {
      unnamed.environment().put(Guardian.OWNER_VARIABLE, guardian.owner());
      guardian.expect();
      own = unnamed.start();
    }

    try {
      assertEquals(SIGTERM_STATUS, own.waitFor());
    } finally {
      own.destroyForcibly();
    }
    assertEquals(SIGKILL_STATUS, child.destroyForcibly().waitFor(), "not the lab's");
  }

  /** What a server left behind in a session of its own: no line names it. */
  @Test
  void endsWhatCarriesItsMarkAndWasNeverNamed() throws Exception {
    Process helper;
    try (Guardian guardian = Guardian.start()) {
      helper = marked(guardian, List.of("sleep", "600"));
    }

    try {
      assertEquals(SIGTERM_STATUS, helper.waitFor());
    } finally {
      helper.destroyForcibly();
    }
    assertEquals(SIGKILL_STATUS, child.destroyForcibly().waitFor(), "not the lab's");
  }

  @Test
  void killsWhatCarriesItsMarkAndDoesNotEnd() throws Exception {
    Process helper;
    try (Guardian guardian = Guardian.start()) {
      helper = marked(guardian, List.of("sh", "-c", "trap '' TERM; exec sleep 600"));
    }

    try {
      assertEquals(SIGKILL_STATUS, helper.waitFor());
    } finally {
      helper.destroyForcibly();
    }
  }

  /** Returns when it has become {@code sleep}. */
  private Process marked(Guardian guardian, List<String> command) throws Exception {
    ProcessBuilder unnamed = new ProcessBuilder(SetsidCommand.command(command));
    unnamed.environment().put(Guardian.OWNER_VARIABLE, guardian.owner());
    Process process = unnamed.start();
    while (proc.words(process.pid() + "/cmdline").indexOf("sleep") != 0) {
      Thread.sleep(10);
    }
    return process;
  }

  @Test
  void removesTheControlGroupsOfWhatItHasEnded() throws Exception {
    Path run = Files.createDirectories(folder.resolve("run"));
    Files.createDirectories(run.resolve("server-1"));
    try (Guardian guardian = Guardian.start()) {
      guardian.watch(child.pid(), startTicks);
      guardian.ownCgroups(run);
    }

    assertFalse(Files.exists(run));
  }

  /** Beside a process of its own: with strangers alone it sends no signal at all. */
  @Test
  void leavesAStrangerAloneThatHasTheSamePid() throws Exception {
    Process stranger = new ProcessBuilder(SetsidCommand.command(List.of("sleep", "600"))).start();
    try {
      long strangersTicks = proc.startTicks(stranger.pid()).orElseThrow();
      try (Guardian guardian = Guardian.start()) {
        guardian.watch(stranger.pid(), strangersTicks + 1);
        guardian.watch(child.pid(), startTicks);
      }
      assertEquals(SIGTERM_STATUS, child.waitFor());
    } finally {
      stranger.destroyForcibly();
    }

    // The first deadly signal decides the status, however late the process gets to die of it.
    assertEquals(SIGKILL_STATUS, stranger.waitFor(), "nobody else has ended it");
  }

  @Test
  void sendsNothingWhereOnlyStrangersAreLeft() throws Exception {
    try (Guardian guardian = Guardian.start()) {
      guardian.watch(child.pid(), startTicks + 1);
    }

    assertEquals(SIGKILL_STATUS, child.destroyForcibly().waitFor());
  }
}

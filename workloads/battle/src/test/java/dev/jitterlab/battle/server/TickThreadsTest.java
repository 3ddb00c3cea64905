package dev.jitterlab.battle.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.tick.ThreadSettingReport;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TickThreadsTest {
  private static final List<String> WITHOUT_RIGHT =
      List.of("setpriv", "--bounding-set=-sys_nice", "--inh-caps=-sys_nice");

  @Test
  void tickBeforeAllOthersWhereThatIsAllowed() throws Exception {
    assumeTrue(
        succeeds(List.of("chrt", "--fifo", "1", "true")),
        "needs `chrt --fifo 1 true`: the right to SCHED_FIFO");
    try (TickScheduler scheduler =
        threads("--fifo=20").create(TickSchedulers.named("partitioned").threads(2))) {
      assertEquals(
          2,
          scheduler.threadSettings().stream()
              .filter(report -> report.setting().equals("SCHED_FIFO"))
              .filter(ThreadSettingReport::isAsAsked)
              .count());
    }
  }

  /** Whoever runs the tests: without the capability the right is gone, also for root. */
  @Test
  void endTheServerWithAStatusOfItsOwnWhereThatIsRefused() throws Exception {
    List<String> command = new ArrayList<>(WITHOUT_RIGHT);
    command.add("true");
    assumeTrue(succeeds(command), "needs `" + String.join(" ", command) + "`: util-linux");
    command.set(
        command.size() - 1, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BattleServer.class.getName(), "--scheduler=partitioned", "--fifo=20"));
    Process process = new ProcessBuilder(command).start();
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);

    assertEquals(69, process.waitFor(), said);
    assertTrue(said.contains("SCHED_FIFO is not in force: tick-"), said);
    assertTrue(said.contains("ulimit -r 20"), said);
  }

  @Test
  void refuseWhatMeansNothing() {
    assertThrows(
        IllegalArgumentException.class,
        () -> threads("--fifo=100").create(TickSchedulers.named("partitioned")));
    assertThrows(
        IllegalArgumentException.class,
        () -> threads("--fifo=1").create(TickSchedulers.named("thread-per-task")));
    assertThrows(
        IllegalArgumentException.class,
        () -> threads("--compiler-nice=20").create(TickSchedulers.named("partitioned")));
    assertThrows(
        IllegalArgumentException.class,
        () -> threads("--compiler-nice=10").create(TickSchedulers.named("thread-per-task")));
  }

  private static TickThreads threads(String... arguments) {
    return CommandLine.populateCommand(new TickThreads(), arguments);
  }

  private static boolean succeeds(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }
}

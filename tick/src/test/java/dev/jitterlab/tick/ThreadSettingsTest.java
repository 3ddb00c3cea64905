package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadSettingsTest {
  private static final int EPERM = 1;

  /** Grants everything but what a test forbids, and keeps what it granted. */
  private static class FakeOsThread implements OsThread {
    private final boolean mayRaisePriority;
    private long slackNs = 50_000;
    private int priority;
    private int compilerNice;
    private BitSet cpus = BitSet.valueOf(new long[] {0b1111});

    FakeOsThread(boolean mayRaisePriority) {
      this.mayRaisePriority = mayRaisePriority;
    }

    @Override
    public int setTimerSlackNs(long ns) {
      slackNs = ns;
      return 0;
    }

    @Override
    public long timerSlackNs() {
      return priority > 0 ? 0 : slackNs; // as Linux does
    }

    @Override
    public int setFifoPriority(int wanted) {
      if (!mayRaisePriority) {
        return EPERM;
      }
      priority = wanted;
      return 0;
    }

    @Override
    public int fifoPriority() {
      return priority;
    }

    @Override
    public int setCpus(BitSet wanted) {
      cpus = wanted;
      return 0;
    }

    @Override
    public BitSet cpus() {
      return cpus;
    }

    @Override
    public int setCompilerNice(int nice) {
      compilerNice = nice;
      return 0;
    }

    @Override
    public String compilerNice() {
      return Integer.toString(compilerNice);
    }
  }

  private static List<String> texts(List<ThreadSettingReport> reports) {
    return reports.stream()
        .map(report -> report.toString().replaceFirst("^[^:]*: ", ""))
        .collect(Collectors.toList());
  }

  @Test
  void reportsWhatIsInForceOnEachWorker() {
    ThreadSettings settings = ThreadSettings.defaults().fifoPriority(80).cpus(2, 3);

    assertEquals(
        List.of("timer slack 1 ns", "SCHED_FIFO priority 80", "CPU {3}"),
        texts(settings.apply(1, () -> new FakeOsThread(true))));
    assertEquals("CPU {2}", texts(settings.apply(2, () -> new FakeOsThread(true))).get(2));
  }

  @Test
  void theFirstWorkerAsksForAllCompilersAndTheOthersDoNot() {
    ThreadSettings settings = ThreadSettings.none().compilerNice(10);

    assertEquals(
        List.of("compilers' nice value 10"),
        texts(settings.apply(0, () -> new FakeOsThread(false))));
    assertEquals(List.of(), texts(settings.apply(1, () -> new FakeOsThread(false))));
  }

  @Test
  void findsTheCompilersOfThisJvmAndWhatTheyHave() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "needs `test -d /proc/self/task`");

    assertFalse(CompilerThreads.ids().isEmpty());
    assertTrue(CompilerThreads.niceValues().matches("-?\\d+"), CompilerThreads::niceValues);
  }

  /** Linux keeps 15 bytes of a name; these characters have two bytes each. */
  @Test
  void findsTheCompilersBesideAThreadWhoseNameIsCutInsideACharacter() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "needs `test -d /proc/self/task`");
    List<Integer> ids =
        CompletableFuture.supplyAsync(
                CompilerThreads::ids, task -> new Thread(task, "\u00fc".repeat(20)).start())
            .get(60, TimeUnit.SECONDS);

    assertFalse(ids.isEmpty());
  }

  /** Linux keeps 15 bytes of a name; those of these names end before {@code CompilerThread}. */
  @ParameterizedTest
  @ValueSource(strings = {"JVMCI CompilerThread0", "JVMCI-native CompilerThread0"})
  void findsTheThreadsOfGraalsCompiler(String name) throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "needs `test -d /proc/self/task`");
    boolean found =
        CompletableFuture.supplyAsync(
                () -> CompilerThreads.ids().contains(ownId()),
                task -> new Thread(task, name).start())
            .get(60, TimeUnit.SECONDS);

    assertTrue(found);
  }

  private static Integer ownId() {
    try {
      Path task = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return Integer.valueOf(task.getFileName().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void saysWhyAPriorityIsNotInForce() {
    List<ThreadSettingReport> reports =
        ThreadSettings.none().fifoPriority(80).apply(0, () -> new FakeOsThread(false));

    assertFalse(reports.get(0).isAsAsked());
    assertEquals(
        List.of(
            "SCHED_FIFO not SCHED_FIFO, not priority 80: not permitted (EPERM): a priority takes"
                + " CAP_SYS_NICE or a limit, as by ulimit -r"),
        texts(reports));
  }

  @Test
  void noticesASystemThatSaysYesAndDoesNothing() {
    FakeOsThread deaf =
        new FakeOsThread(true) {
          @Override
          public int setTimerSlackNs(long ns) {
            return 0;
          }
        };

    assertEquals(
        List.of("timer slack 50000 ns, not 1 ns: the system took the call and did something else"),
        texts(ThreadSettings.defaults().apply(0, () -> deaf)));
  }

  @Test
  void fallsBackAndSaysSoWhereTheSystemCannotBeReached() {
    assertEquals(
        List.of("timer slack unknown, not 1 ns: it needs Linux"),
        texts(
            ThreadSettings.defaults()
                .apply(
                    0,
                    () -> {
                      throw new IllegalStateException("it needs Linux");
                    })));
  }

  @Test
  void fallsBackAndSaysSoWhateverReachingTheSystemThrows() {
    assertEquals(
        "java.util.NoSuchElementException: prctl",
        whyNot(
            () -> {
              throw new NoSuchElementException("prctl");
            }));
    assertEquals(
        "java.lang.LinkageError: libc",
        whyNot(
            () -> {
              throw new LinkageError("libc");
            }));
    assertEquals(
        "java.lang.InternalError: prctl",
        whyNot(
            () -> {
              throw new InternalError("prctl");
            }));
  }

  private static String whyNot(Supplier<OsThread> finder) {
    ThreadSettingReport report = ThreadSettings.defaults().apply(0, finder).get(0);
    assertEquals("unknown", report.inForce());
    return report.whyNot();
  }

  @Test
  void asksForNothingWhenNothingIsWanted() {
    assertEquals(
        List.of(),
        ThreadSettings.none()
            .apply(
                0,
                () -> {
                  throw new AssertionError("asked");
                }));
  }

  /** On a thread of its own, which ends with the settings. */
  @Test
  void setsTheTimerSlackAndTheCpuOfARealThreadWhereTheJdkCan() throws Exception {
    List<ThreadSettingReport> reports =
        CompletableFuture.supplyAsync(
                () -> {
                  try {
                    OsThread os = OsThreads.find();
                    int cpu = os.cpus().nextSetBit(0);
                    return ThreadSettings.defaults().cpus(cpu).apply(0, () -> os);
                  } catch (IllegalStateException e) {
                    return ThreadSettings.defaults().cpus(0).apply(0, OsThreads::find);
                  }
                },
                task -> new Thread(task).start())
            .get(60, TimeUnit.SECONDS);

    boolean can =
        Runtime.version().feature() >= 22 && System.getProperty("os.name").equals("Linux");
    for (ThreadSettingReport report : reports) {
      assertEquals(can, report.isAsAsked(), report.toString());
      assertTrue(can || report.whyNot().contains("it needs"), report.toString());
    }
    assertEquals(2, reports.size());
  }

  @Test
  void refusesWhatNoSystemHas() {
    assertThrows(IllegalArgumentException.class, () -> ThreadSettings.none().timerSlackNs(0));
    assertThrows(IllegalArgumentException.class, () -> ThreadSettings.none().fifoPriority(100));
    assertThrows(IllegalArgumentException.class, () -> ThreadSettings.none().compilerNice(20));
    assertThrows(IllegalArgumentException.class, () -> ThreadSettings.none().cpus(-1));
  }
}

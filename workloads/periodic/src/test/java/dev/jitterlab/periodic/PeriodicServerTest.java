package dev.jitterlab.periodic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.tick.TickSchedulers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command as a process, as the lab and the bench run it. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class PeriodicServerTest {
  private static final int SIGTERM_STATUS = 143;
  private static final Pattern LOG_BEGAN = Pattern.compile("#\\[StartTime: ([0-9.]+) ");
  private static final Pattern TICKED = Pattern.compile("\njitterlab_ticks_total [1-9]");
  private static final String READY = "JITTERLAB READY metrics=";

  private final List<Process> processes = new ArrayList<>();

  @TempDir private Path folder;

  @AfterEach
  void killWhatIsLeft() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process run(String... arguments) throws IOException {
    return run(List.of(), arguments);
  }

  private Process run(List<String> prefix, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // start faster
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), PeriodicServer.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    processes.add(process);
    return process;
  }

  private static String readyMetrics(Process process) throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
    assertTrue(line != null && line.startsWith(READY), line);
    return line.substring(READY.length());
  }

  @ParameterizedTest
  @CsvSource({
    "--tick-us=100 --tick-steps=100, both say what a tick takes",
    "--long-one-in=10, belong together",
    "--log-once, 'give --tick-log, too'",
    "--program=c-loop --long-one-in=10 --long-us=5, ticks of one length"
  })
  void optionsThatMeanNothingAreRefused(String options, String words) throws Exception {
    Process process = run(options.split(" "));
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertTrue(said.contains(words), said);
    assertEquals(2, process.waitFor());
  }

  @Test
  void ticksUntilItIsTerminatedAndLeavesItsLog() throws Exception {
    Path log = folder.resolve("ticks.hlog");
    Process process = run("--tasks=20@50,2@200", "--tick-us=100", "--tick-log=" + log);
    String metrics = readyMetrics(process);
    assertTrue(read(metrics).contains("\njitterlab_ticks_overdue_total "));
    while (!TICKED.matcher(read(metrics)).find()) {
      assertTrue(process.isAlive());
    }
    process.destroy();

    assertEquals(SIGTERM_STATUS, process.waitFor());
    assertTrue(Files.readString(log).contains("Tag=drift,"), "the last interval is written");
  }

  private static String read(String uri) throws IOException {
    try (InputStream answer = URI.create(uri).toURL().openStream()) {
      return new String(answer.readAllBytes(), UTF_8);
    }
  }

  @Test
  void endsByItselfAfterItsDuration() throws Exception {
    Process process = run("--scheduler=thread-per-task", "--start=together", "--duration=1");
    readyMetrics(process);

    assertEquals(0, process.waitFor());
  }

  /** The causes of a warm-up are others: its compilers. */
  @Test
  void leavesTheWarmUpOutOfItsTrace() throws Exception {
    Path trace = folder.resolve("ticks.csv");
    Process process =
        run(
            "--tasks=1@200",
            "--warmup=1",
            "--settle=1",
            "--duration=2",
            "--tick-log=" + folder.resolve("ticks.hlog"),
            "--tick-trace=" + trace);
    readyMetrics(process);
    assertEquals(0, process.waitFor());

    List<String> lines = Files.readAllLines(trace);
    long from = Long.parseLong(lines.get(0).replaceAll("# from (-?\\d+),.*", "$1"));
    List<String> ticks = lines.subList(2, lines.size());
    assertTrue(!ticks.isEmpty());
    for (String tick : ticks) {
      assertTrue(Long.parseLong(tick.split(",", -1)[3]) - from >= 0, tick);
    }
  }

  @Test
  void leavesTheWarmUpOutOfItsLogAndSaysWhatItMissed() throws Exception {
    Path log = folder.resolve("ticks.hlog");
    double startedAtSeconds = System.currentTimeMillis() / 1e3;
    // Of a tick that takes two periods, every one but the first few is missed.
    Process process =
        run(
            "--tasks=1@100",
            "--tick-us=20000",
            "--warmup=1",
            "--duration=1",
            "--linger",
            "--tick-log=" + log);
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    assertTrue(out.readLine().startsWith(READY));
    String end = out.readLine();
    assertTrue(process.isAlive(), "it lingers");
    process.destroy();

    assertEquals(SIGTERM_STATUS, process.waitFor());
    assertTrue(
        end.matches("JITTERLAB END missed=[1-9]\\d* miss-rates=\\d[.]\\d+[.][.]\\d[.]\\d+"), end);
    Matcher began = LOG_BEGAN.matcher(Files.readString(log));
    assertTrue(began.find(), "the log says when it began");
    assertTrue(Double.parseDouble(began.group(1)) >= startedAtSeconds + 1, "after the warm-up");
  }

  /** To write takes a core from the ticks. */
  @Test
  void logsTheMeasuredTimeAsOneInterval() throws Exception {
    Path log = folder.resolve("ticks.hlog");
    Process process =
        run(
            "--tasks=1@200",
            "--warmup=2",
            "--settle=1",
            "--duration=3",
            "--log-once",
            "--tick-log=" + log);
    readyMetrics(process);
    assertEquals(0, process.waitFor());

    List<String> drifts =
        Files.readAllLines(log).stream()
            .filter(line -> line.startsWith("Tag=drift,"))
            .collect(Collectors.toList());
    assertEquals(1, drifts.size(), drifts.toString());
  }

  @Test
  void listsTheSchedulersOneALine() throws Exception {
    Process process = run("--list-schedulers");
    String listed = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertEquals(0, process.waitFor());
    assertTrue(listed.lines().count() >= 2, listed);
    assertTrue(TickSchedulers.names().containsAll(List.of(listed.split("\\R"))), listed);
  }

  /** Whoever runs the tests: without the capability the right is gone, also for root. */
  @Test
  void endsWithALineAndAStatusOfItsOwnWhereSchedFifoIsRefused() throws Exception {
    String withoutRight = "setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice";
    assumeTrue(succeeds(withoutRight + " true"), "needs `" + withoutRight + " true`: util-linux");
    for (String scheduler : List.of("partitioned", "scheduled-pool")) {
      Process process =
          run(List.of(withoutRight.split(" ")), "--scheduler=" + scheduler, "--fifo=20");
      String said = new String(process.getErrorStream().readAllBytes(), UTF_8);

      assertEquals(69, process.waitFor());
      assertTrue(said.contains("SCHED_FIFO is not in force: tick-"), said);
      assertTrue(said.contains("ulimit -r 20"), said);
    }
  }

  @Test
  void saysThatSchedFifoIsInForce() throws Exception {
    assumeTrue(
        succeeds("chrt --fifo 1 true"), "needs `chrt --fifo 1 true`: the right to SCHED_FIFO");
    Process process =
        run(
            "--scheduler=partitioned",
            "--waiting=park",
            "--fifo=20",
            "--threads=1",
            "--duration=1");
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertEquals(0, process.waitFor());
    assertTrue(said.contains("in force on tick-worker-0: SCHED_FIFO priority 20\n"), said);
  }

  /** A thread that compiles is slower to warm up; every other thread is as it was. */
  @Test
  void letsTheCompilersGiveWayAndNobodyElse() throws Exception {
    Process process = run("--scheduler=partitioned", "--compiler-nice=19", "--threads=1");
    try {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      assertEquals(
          "in force on tick-worker-0: compilers' nice value 19",
          lines.lines().filter(line -> line.contains("nice")).findFirst().orElse("not said"));

      String own = niceOf(Path.of("/proc/self/stat"));
      Map<Boolean, Set<String>> niceByCompiler = new HashMap<>();
      try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
        for (Path task : tasks.collect(Collectors.toList())) {
          boolean compiles = Files.readString(task.resolve("comm")).contains("CompilerTh");
          niceByCompiler
              .computeIfAbsent(compiles, unused -> new TreeSet<>())
              .add(niceOf(task.resolve("stat")));
        }
      }
      assertEquals(Map.of(true, Set.of("19"), false, Set.of(own)), niceByCompiler);
    } finally {
      process.destroy();
    }
  }

  private static String niceOf(Path stat) throws IOException {
    String text = Files.readString(stat);
    return text.substring(text.lastIndexOf(')') + 2).split(" ", -1)[16];
  }

  private static boolean succeeds(String command) throws Exception {
    try {
      return new ProcessBuilder(command.split(" ")).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--scheduler=scheduled, scheduled-pool",
    "--tasks=many, --tasks: expected",
    "--tick-us=-1, --tick-us is 0 to",
    "--start=later, spread",
    "--waiting=spin, does not wait itself",
    "--waiting=sleep --scheduler=partitioned, '--waiting is one of park, park-spin, spin'",
    "--fifo=100, --fifo is 1 to 99, not 100",
    "--fifo=1 --scheduler=thread-per-task, makes no settings for its threads",
    "--compiler-nice=20, --compiler-nice is 1 to 19, not 20",
    "--compiler-nice=1 --scheduler=thread-per-task, '--compiler-nice: thread-per-task makes no"
        + " settings'",
    "--allocate=-1, --allocate is 0 to",
    "--thraeds=2, --thraeds"
  })
  void refusesOptionsThatMeanNothing(String argument, String expected) throws Exception {
    Process process = run(argument.split(" "));
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);

    assertEquals(2, process.waitFor());
    assertTrue(said.toLowerCase(Locale.ROOT).contains(expected), said);
  }

  @Test
  void saysInOneLineWhatCannotBeOpened() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process process = run("--metrics-port=" + taken.getLocalPort());
      String said = new String(process.getErrorStream().readAllBytes(), UTF_8);

      assertEquals(3, process.waitFor());
      assertTrue(said.contains("TCP port " + taken.getLocalPort()), said);
    }
    Process process = run("--tick-log=" + folder.resolve("nowhere/ticks.hlog"));
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);

    assertEquals(3, process.waitFor());
    assertTrue(said.contains("cannot write the tick log"), said);
  }
}

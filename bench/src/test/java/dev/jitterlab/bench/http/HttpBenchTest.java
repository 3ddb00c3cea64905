package dev.jitterlab.bench.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.jdk.SystemPackages;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpBenchTest {
  private static final List<HttpContender> THREE =
      List.of(HttpContender.JITTERLAB, HttpContender.WRK, HttpContender.H2LOAD);
  private static final double LINE_SECONDS = 0.05;

  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();
  private final Map<HttpCell, HttpFigures> measured = new LinkedHashMap<>();

  private ServerSocket listening;

  @BeforeEach
  void open() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listening.close();
  }

  private final Progress progress =
      new Progress() {
        @Override
        public void update(Step step) {}

        @Override
        public void note(String line) {
          notes.add(line);
        }

        @Override
        public void close() {}
      };

  private static HttpBenchPlan plan(List<HttpContender> contenders, int rounds) {
    return new HttpBenchPlan(
        new HttpBenchChoice(64, OptionalInt.empty(), rounds, 0.3, 1), contenders, 0, 0);
  }

  private HttpPrograms programs(String java, String wrk, String h2load) throws IOException {
    return new HttpPrograms(
        script("java", java),
        Path.of("http.jar"),
        Map.of(
            HttpContender.WRK, script("wrk", wrk), HttpContender.H2LOAD, script("h2load", h2load)),
        Optional.empty(),
        Optional.empty(),
        Optional.of(SystemPackages.APT),
        List.of(0));
  }

  private Path script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text);
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  /** Stands for the server, whose port is the test's own, and for our generator. */
  private String java(int answersOfALine) throws IOException {
    Path lines = folder.resolve("lines");
    Files.writeString(lines, logLines(answersOfALine));
    return "case \"$*\" in *AnswerServer*) exec sleep 60;; esac\n"
        + "{ echo \"#[BaseTime: $(date +%s.%3N) (seconds since epoch)]\"; cat \""
        + lines
        + "\"; } > ticks.hlog\n"
        + "echo JITTERLAB READY metrics=http://127.0.0.1:1/metrics; exec sleep 60\n";
  }

  /** A log of ten seconds, as our generator would have written it: 2 ms each, of which late 1. */
  private static String logLines(int answers) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      line(lines, "execution", i, answers, 10_000);
      line(lines, "drift", i, answers, 1_000_000);
      line(lines, "response;target=server", i, answers, 2_000_000);
    }
    return lines.toString();
  }

  private static void line(StringBuilder lines, String tag, int number, int count, long ns) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(ns, count);
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    lines
        .append(
            "Tag=%s,%.3f,%.3f,%.3f,".formatted(tag, number * LINE_SECONDS, LINE_SECONDS, ns / 1e6))
        .append(Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)))
        .append('\n');
  }

  private static String wrk(double perSecond) {
    return BUSY
        + "printf '     50%%    1.00ms\\n     99%%    3.00ms\\nRequests/sec:   "
        + perSecond
        + "\\n'\n";
  }

  private static String h2load(double perSecond) {
    return BUSY
        + "case \"$*\" in *--log-file=*) printf '1\\t200\\t2050\\n' > requests.tsv;; esac\n"
        + "echo 'finished in 2.24s, "
        + perSecond
        + " req/s, 591.86KB/s'\n";
  }

  /** Takes some CPU time, which is measured in steps of 10 ms, and is seen by a look meanwhile. */
  private static final String BUSY =
      "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; sleep 0.4\n";

  @Test
  void loadsAtHalfOfWhatTheSlowestCarriesAndComparesEachRound() throws Exception {
    HttpBenchResult result =
        new HttpBench(
                plan(THREE, 1),
                programs(java(50), wrk(9_000), h2load(810)),
                folder.resolve("out"),
                progress,
                Time.system(),
                _ -> listening.getLocalPort())
            .run();

    assertEquals(400, result.setting().rate(), "of h2load, to two digits; wrk knows no rate");
    assertEquals(
        List.of("jitterlab", "wrk", "h2load", "jitterlab", "h2load"),
        result.rows().stream().map(HttpBenchResult.Row::generator).toList());
    HttpBenchResult.Row ours = result.rows().get(3);
    assertEquals(1_000, ours.requestsPerSecond(), 1, "50 in each twentieth of a second");
    assertEquals(0.002, ours.p50(), 1e-5);
    assertEquals(0.001, ours.latenessP99(), 1e-5);
    HttpBenchResult.Row other = result.rows().get(4);
    assertEquals(1.025, other.p50Ratio().median(), 1e-3);
    assertTrue(Files.exists(folder.resolve("out").resolve("bench.json")));
    String command = Files.readString(folder.resolve("out/half-load/1/h2load/process.json"));
    assertTrue(command.contains("--rps=6.2500"), "64 connections share the rate: " + command);
    assertTrue(command.contains("--log-file=requests.tsv"), command);
  }

  /** Its log costs a write() for each request, which no other generator pays. */
  @Test
  void h2loadLogsNoRequestsWhereItsCapacityIsMeasured() throws Exception {
    HttpBenchResult result =
        new HttpBench(
                plan(THREE, 1),
                programs(java(50), wrk(9_000), h2load(810)),
                folder.resolve("out"),
                progress,
                Time.system(),
                _ -> listening.getLocalPort())
            .run();

    String command = Files.readString(folder.resolve("out/closed/1/h2load/process.json"));
    assertFalse(command.contains("--log-file"), command);
    HttpBenchResult.Row closed = result.rows().get(2);
    assertEquals("h2load", closed.generator());
    assertEquals(810, closed.requestsPerSecond());
    assertNull(closed.p50(), "it was not asked for them");
    assertNull(closed.p99Ratio());
  }

  @Test
  void leavesOutWhatFailsAndSaysSo() throws Exception {
    HttpBenchResult result =
        new HttpBench(
                plan(THREE, 1),
                programs(java(50), "echo unable to connect; exit 1\n", h2load(810)),
                folder.resolve("out"),
                progress,
                Time.system(),
                _ -> listening.getLocalPort())
            .run();
    assertEquals(
        List.of(new HttpBenchResult.Failure("wrk", "closed", 1, "it ended without figures")),
        result.leftOut());
    assertEquals(1, notes.size(), notes::toString);
  }

  /** Half of what the others carry may be more than all that it carries. */
  @Test
  void aGeneratorWhoseCapacityIsUnknownDoesNotRunAtTheRateOfTheOthers() throws Exception {
    String failsClosed = "case \"$*\" in *--log-file=*) ;; *) echo no; exit 1;; esac\n";
    HttpBenchResult result =
        new HttpBench(
                plan(THREE, 1),
                programs(java(50), wrk(9_000), failsClosed + h2load(810)),
                folder.resolve("out"),
                progress,
                Time.system(),
                _ -> listening.getLocalPort())
            .run();
    assertEquals(
        List.of(
            new HttpBenchResult.Failure("h2load", "closed", 1, "it ended without figures"),
            new HttpBenchResult.Failure(
                "h2load",
                "half-load",
                1,
                "it failed in the closed part, so how much it carries is not known")),
        result.leftOut());
    assertEquals(
        List.of("jitterlab", "wrk", "jitterlab"),
        result.rows().stream().map(HttpBenchResult.Row::generator).toList());
  }

  @Test
  void sendsOneRequestOfEachConnectionAtOnceForTheBurstsOnly() throws Exception {
    HttpBenchPlan plan = plan(List.of(HttpContender.JITTERLAB, HttpContender.BURSTS), 1);
    HttpPrograms programs = programs("", "", "");
    List<List<String>> commands =
        plan.cells(LoadPart.HALF_LOAD, 1, folder).stream()
            .map(cell -> programs.generator(cell, plan, "server:1", 400))
            .toList();
    assertEquals(2, commands.size());
    assertEquals(1, commands.stream().filter(one -> one.contains("--burst=64")).count());
    assertEquals(
        List.of(HttpContender.JITTERLAB),
        plan.cells(LoadPart.CLOSED, 1, folder).stream().map(HttpCell::contender).toList());
  }

  @Test
  void oursMustRun() throws Exception {
    HttpBench bench =
        new HttpBench(
            plan(THREE, 1),
            programs(java(50).replace("echo JITTERLAB READY", "exit 3; echo"), wrk(1), h2load(1)),
            folder.resolve("out"),
            progress,
            Time.system(),
            _ -> listening.getLocalPort());
    assertThrows(LabException.class, bench::run);
  }

  @Test
  void namesWhatIsMissingInTheFirstLineWithTheCommandThatInstallsIt() throws Exception {
    HttpPrograms none =
        new HttpPrograms(
            Path.of("java"),
            Path.of("http.jar"),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(SystemPackages.APT),
            List.of(0, 1));
    assertEquals(
        List.of(HttpContender.JITTERLAB, HttpContender.AGAIN, HttpContender.BURSTS),
        none.contenders());
    assertFalse(none.pins(), "without taskset");
    put(LoadPart.CLOSED, HttpContender.JITTERLAB, 1, figures(30_000, 0.001, 0.003));
    put(LoadPart.HALF_LOAD, HttpContender.JITTERLAB, 1, figures(15_000, 0.001, 0.003));
    String text =
        render(result(1, new HttpBenchResult.Setting("java", false, 15_000, none.missing())));
    assertTrue(
        text.lines()
            .findFirst()
            .orElseThrow()
            .startsWith("Not on this machine: wrk (sudo apt-get install -y wrk), h2load (sudo"),
        text);
    assertTrue(text.contains("oha (cargo install oha)"), text);
    assertTrue(text.contains("nothing confirms Jitterlab's response times"), text);
  }

  private void put(LoadPart part, HttpContender contender, int round, HttpFigures figures) {
    measured.put(new HttpCell(part, contender, round, folder), figures);
  }

  private static HttpFigures figures(double perSecond, Double p50, Double p99) {
    return new HttpFigures(perSecond, p50, p99, 0.5, 0.95, 1e-6, 1e-4, null);
  }

  private HttpBenchResult result(int rounds, HttpBenchResult.Setting setting) {
    return HttpBenchResult.of(
        plan(List.of(HttpContender.JITTERLAB, HttpContender.BURSTS, HttpContender.H2LOAD), rounds),
        setting,
        measured,
        List.of(),
        new EnvironmentProbe(Path.of("/nowhere")).probe(Map.of()));
  }

  private static String render(HttpBenchResult result) {
    return HttpBenchTable.render(result, new Terminal(false, false, true, 200));
  }

  @Test
  void saysWhoWasTheBottleneckAndWhetherTheTargetIsReached() {
    for (int round = 1; round <= 5; round++) {
      put(LoadPart.CLOSED, HttpContender.JITTERLAB, round, figures(30_000, 0.001, 0.003));
      put(LoadPart.CLOSED, HttpContender.H2LOAD, round, figures(45_000, 0.001, 0.003));
      put(LoadPart.HALF_LOAD, HttpContender.JITTERLAB, round, figures(15_000, 0.001, 0.003));
      put(
          LoadPart.HALF_LOAD,
          HttpContender.H2LOAD,
          round,
          figures(15_000, 0.00102, 0.003 + 0.0005 * round));
      put(LoadPart.HALF_LOAD, HttpContender.BURSTS, round, figures(15_000, 0.0005, 0.003));
    }
    HttpBenchResult result =
        result(5, new HttpBenchResult.Setting("nginx", true, 15_000, List.of()));
    assertEquals(new HttpBenchResult.Target(30_000, true, "server"), result.target());
    assertEquals(
        List.of("h2load jitterlab agree differ", "h2load jitterlab-bursts differ differ"),
        result.agreements().stream()
            .map(one -> String.join(" ", one.generator(), one.reference(), one.p50(), one.p99()))
            .toList());
    assertEquals(60_000, result.rows().getFirst().perCore(), "half a core sent 30,000");
    String text = render(result);
    assertTrue(text.contains("The server is the bottleneck"), text);
    assertTrue(
        text.contains("h2load's p50 agrees with that of jitterlab: 1.02 ")
            && text.contains("h2load's p50 differs from that of jitterlab-bursts: 2.04 "),
        text);
    assertTrue(
        text.contains("1.5 (1.5–1.5)") || text.matches("(?s).*h2load +45 000 +90 000 +1.5 .*"),
        text);
  }

  @Test
  void aGeneratorThatFillsItsCoreIsTheBottleneck() {
    assertEquals("generator", busy(0.99, 0.6).bottleneck());
    assertEquals("server", busy(0.95, 0.97).bottleneck());
    assertEquals("none", busy(0.8, 0.6).bottleneck());
  }

  private static HttpFigures busy(double cores, double serverCores) {
    return new HttpFigures(1, 1.0, 1.0, cores, serverCores, null, null, null);
  }

  /** Its row is still in the table, of the rounds before. */
  @Test
  void saysFromWhichRoundOnAGeneratorIsLeftOut() {
    for (int round = 1; round <= 3; round++) {
      put(LoadPart.CLOSED, HttpContender.JITTERLAB, round, figures(30_000, 0.001, 0.003));
    }
    put(LoadPart.CLOSED, HttpContender.H2LOAD, 1, figures(45_000, 0.001, 0.003));
    put(LoadPart.HALF_LOAD, HttpContender.JITTERLAB, 1, figures(15_000, 0.001, 0.003));
    HttpBenchResult result =
        HttpBenchResult.of(
            plan(List.of(HttpContender.JITTERLAB, HttpContender.H2LOAD), 3),
            new HttpBenchResult.Setting("nginx", true, 15_000, List.of()),
            measured,
            List.of(
                new HttpBench.LeftOutLoad(
                    new HttpCell(LoadPart.CLOSED, HttpContender.H2LOAD, 2, folder),
                    Problem.in("h2load", "it ended without figures", "See below."))),
            new EnvironmentProbe(Path.of("/nowhere")).probe(Map.of()));

    String text = render(result);
    assertTrue(
        text.contains("Left out: h2load, closed from round 2 on: it ended without figures"), text);
    assertTrue(text.lines().anyMatch(line -> line.startsWith("h2load ")), text);
  }

  @Test
  void twoRoundsDecideNothing() {
    assertEquals(
        "undecided", HttpBenchResult.agreement(MedianInterval.of(List.of(1.0, 1.0)).orElseThrow()));
    assertEquals(
        "undecided",
        HttpBenchResult.agreement(
            MedianInterval.of(List.of(0.9, 1.0, 1.0, 1.0, 1.0)).orElseThrow()),
        "one end is beyond the margin");
    assertEquals(
        "differ",
        HttpBenchResult.agreement(
            MedianInterval.of(List.of(1.06, 1.1, 1.1, 1.2, 1.3)).orElseThrow()));
  }

  @Test
  void halfOfACapacityHasTwoDigits() {
    assertEquals(20_000, HttpBench.half(41_900));
    assertEquals(1, HttpBench.half(0.2));
  }

  @Test
  void everyRoundHasAnOrderOfItsOwnAndWrkKnowsNoRate() {
    HttpBenchPlan plan = plan(List.of(HttpContender.values()), 8);
    assertEquals(plan.cells(LoadPart.CLOSED, 1, folder), plan.cells(LoadPart.CLOSED, 1, folder));
    assertNotEquals(
        plan.cells(LoadPart.CLOSED, 1, folder).stream().map(HttpCell::contender).toList(),
        plan.cells(LoadPart.CLOSED, 3, folder).stream().map(HttpCell::contender).toList());
    assertFalse(plan.of(LoadPart.HALF_LOAD).contains(HttpContender.WRK));
  }

  @Test
  void keepsRatiosForTheLedger() {
    for (int round = 1; round <= 5; round++) {
      put(LoadPart.CLOSED, HttpContender.JITTERLAB, round, figures(30_000, 0.001, 0.003));
      put(LoadPart.CLOSED, HttpContender.H2LOAD, round, figures(45_000, 0.001, 0.003));
    }
    HttpBenchResult result =
        result(5, new HttpBenchResult.Setting("nginx", true, 15_000, List.of()));
    var kept = HttpBenchRecord.of(result, OptionalInt.empty());
    assertEquals("nginx-pinned-64", kept.content());
    var perCore = kept.comparisons().getFirst();
    assertEquals("closed.per-core", perCore.metric());
    assertEquals(1.5, perCore.ratio());
    assertEquals("higher", perCore.decision());
    assertEquals("undecided", kept.comparisons().get(1).decision());
  }

  /** At a rate of the user's the response times are others than at half of what is carried. */
  @Test
  void keepsTheFiguresOfEveryRoundAndARateThatWasAskedFor() {
    for (int round = 1; round <= 3; round++) {
      put(LoadPart.CLOSED, HttpContender.JITTERLAB, round, figures(30_000, 0.001, 0.003));
      put(LoadPart.HALF_LOAD, HttpContender.JITTERLAB, round, figures(500, 0.001 * round, 0.009));
    }
    HttpBenchResult result = result(3, new HttpBenchResult.Setting("nginx", true, 500, List.of()));

    var kept = HttpBenchRecord.of(result, OptionalInt.of(500));
    assertEquals("nginx-pinned-64-rate-500", kept.content());
    assertEquals(List.of(0.001, 0.002, 0.003), kept.values().get("jitterlab").get("half-load.p50"));
  }

  @Test
  void showsAndKeepsNoTimesOfAGeneratorThatHasNone() {
    put(LoadPart.CLOSED, HttpContender.JITTERLAB, 1, figures(30_000, 0.001, 0.003));
    put(LoadPart.CLOSED, HttpContender.H2LOAD, 1, figures(45_000, null, null));
    put(LoadPart.HALF_LOAD, HttpContender.JITTERLAB, 1, figures(15_000, 0.001, 0.003));
    HttpBenchResult result =
        result(1, new HttpBenchResult.Setting("nginx", true, 15_000, List.of()));

    String text = render(result);
    assertTrue(text.lines().anyMatch(line -> line.matches("h2load .* – +–.*")), text);
    var kept = HttpBenchRecord.of(result, OptionalInt.empty());
    assertEquals(
        List.of("closed.per-core"),
        kept.comparisons().stream().map(KeptRun.Comparison::metric).toList());
    assertEquals(Set.of("closed.per-core"), kept.values().get("h2load").keySet());
  }

  @Test
  void nginxTakesTheConfiguration() throws Exception {
    Optional<Path> nginx = SearchPath.find("nginx", Map.of("PATH", "/usr/sbin:/usr/bin"));
    assumeTrue(
        nginx.isPresent(),
        "needs `PATH=/usr/sbin:/usr/bin command -v nginx`: apt-get install nginx-light");
    Path configuration = folder.resolve("nginx.conf");
    Files.writeString(configuration, FastServer.configuration(folder, 18_080));
    Process process =
        new ProcessBuilder(
                nginx.get().toString(), "-t", "-c", configuration.toString(), "-e", "stderr")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("printed").toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> printed(folder.resolve("printed")));
  }

  private static String printed(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}

package dev.jitterlab.bench.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.lab.campaign.Ledger;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketBenchTest {
  @TempDir private Path folder;

  private final List<String> notes = new ArrayList<>();

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

  private static SocketBenchChoice choice(List<String> transports, List<String> tests) {
    return new SocketBenchChoice(
        true,
        tests,
        false,
        transports,
        false,
        List.of("free"),
        1,
        OptionalInt.of(2),
        0,
        1,
        false,
        1);
  }

  /** Stands for the program in C and for Java: prints what they would. */
  private SocketPrograms scripted(String java) throws IOException {
    Path c = script("c", server() + client(1_000, "c"));
    return new SocketPrograms(
        script("java", java), Path.of("sockets.jar"), c, Optional.empty(), List.of(0));
  }

  private static String server() {
    return "case \"$*\" in *server*|*SocketServer*)"
        + " echo JITTERLAB SERVES data=127.0.0.1:1 marks=127.0.0.1:2; exec sleep 60;; esac\n";
  }

  private static String client(int operations, String transport) {
    return "echo JITTERLAB RESULT ns=1000000000 operations="
        + operations
        + " client-cpu-ns=500000000 server-cpu-ns=500000000 transport="
        + transport
        + "; exec sleep 60\n";
  }

  private Path script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text);
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  private SocketBench bench(SocketBenchChoice choice, SocketPrograms programs) {
    return new SocketBench(
        SocketPlan.of(choice, 2), programs, folder.resolve("out"), progress, Time.system());
  }

  @Test
  void comparesEveryContenderWithCOfTheSameRound() throws Exception {
    SocketBenchResult result =
        bench(
                choice(List.of("nio"), List.of("TCP_RR_1", "UDP_RR_1")),
                scripted(server() + client(700, "Selector")))
            .run();

    assertEquals(List.of("c", "nio", "c", "nio"), names(result));
    SocketBenchResult.Row nio = result.rows().get(1);
    assertEquals(0.7, nio.ratioToC().median(), 1e-9);
    assertEquals("Selector", nio.transport());
    assertEquals(1_400, nio.scaledThroughput(), 1e-9);
    assertNull(result.rows().getFirst().ratioToC());
    assertTrue(result.overall().isEmpty(), "two of the four tests have no geometric mean");
    assertTrue(Files.exists(folder.resolve("out").resolve("bench.json")));
  }

  @Test
  void theFourTestsHaveAGeometricMean() throws Exception {
    String java =
        server()
            + "case \"$*\" in *kind=crr*) "
            + client(100, "x").replace('\n', ' ')
            + ";; *) "
            + client(1_000, "x").replace('\n', ' ')
            + ";; esac\n";
    SocketBenchResult result = bench(choice(List.of("nio"), List.of()), scripted(java)).run();

    assertEquals(1, result.overall().size());
    assertEquals(Math.pow(0.1, 0.25), result.overall().getFirst().ratioToC().median(), 1e-9);
    String text = SocketBenchTable.render(result, new Terminal(false, false, true, 120));
    assertTrue(text.contains("geometric mean of the four tests, free"), text);
    assertTrue(text.contains("0.562"), text);
  }

  @Test
  void keepsARecordThatTheLedgerReads() throws Exception {
    Path counting =
        script(
            "counting",
            "at=$(($(cat "
                + folder.resolve("turn")
                + " 2>/dev/null || echo 0) + 1)); echo $at > "
                + folder.resolve("turn")
                + "\n"
                + server()
                + client(1_000, "c").replace("operations=1000", "operations=$((1000 + at))"));
    SocketPrograms programs =
        new SocketPrograms(
            script("java", server() + client(900, "x")),
            Path.of("sockets.jar"),
            counting,
            Optional.empty(),
            List.of(0));
    SocketBenchResult result = bench(choice(List.of("blocking"), List.of()), programs).run();
    KeptRuns kept = new KeptRuns(folder.resolve("kept"));
    SocketRecord.of(result).keep(Instant.EPOCH, 12.5, kept);

    KeptRun run = kept.of(SocketRecord.NAME).getFirst();
    assertEquals(List.of(1_800.0, 1_800.0), run.values("blocking-free", "TCP_RR_1"));
    assertEquals(List.of(1_800.0, 1_800.0), run.values("blocking-free", SocketRecord.FOUR_TESTS));
    assertEquals(2, run.values("c-free", SocketRecord.FOUR_TESTS).size());
    String row =
        "| I7b | claim | `bench-sockets` `four_tests` blocking-free / c-free | %s | ? | ? | ? | ?"
            + " |";
    assertTrue(
        Ledger.of(row.formatted("< 0.95")).with(kept, folder).contains("| confirmed | ratio 0.8"));
    assertTrue(Ledger.of(row.formatted(">= 0.95")).with(kept, folder).contains("| contradicted |"));
  }

  /** A test that one contender lacks, or a round of it: then there is no mean of the four. */
  @Test
  void aRecordHasNoMeanOfThreeTests() throws Exception {
    SocketBenchResult result =
        bench(
                choice(List.of("nio"), List.of("TCP_RR_1", "UDP_RR_1", "CRR_64_8k")),
                scripted(server() + client(700, "Selector")))
            .run();

    KeptRun run = SocketRecord.of(result).run(Instant.EPOCH, 1, 1);
    assertEquals(List.of(1_400.0, 1_400.0), run.values("nio-free", "CRR_64_8k"));
    assertEquals(List.of(), run.values("nio-free", SocketRecord.FOUR_TESTS));
  }

  @Test
  void whatTheUserNamedMustRun() throws Exception {
    SocketBench bench =
        bench(
            choice(List.of("netty-io_uring"), List.of("TCP_RR_1")),
            scripted("echo socket-server: Netty has no io_uring here; exit 69"));

    LabException failure = assertThrows(LabException.class, bench::run);
    assertEquals(
        "socket-server: Netty has no io_uring here",
        SocketBench.reason(failure.problems().getFirst()));
  }

  @Test
  void whatNobodyNamedIsLeftOutWithItsReason() throws Exception {
    SocketBenchChoice all =
        new SocketBenchChoice(
            true,
            List.of("TCP_RR_1"),
            false,
            List.of(),
            false,
            List.of("free"),
            1,
            OptionalInt.of(1),
            0,
            1,
            false,
            1);
    SocketBenchResult result =
        bench(all, scripted("echo socket-server: no such thing here; exit 69")).run();

    assertEquals(List.of("c", "c-again"), names(result));
    assertEquals(7, result.leftOut().size());
    assertEquals("socket-server: no such thing here", result.leftOut().getFirst().reason());
    assertTrue(notes.getFirst().endsWith("is left out: socket-server: no such thing here"));
  }

  /** Its row is still in the table, of the rounds before. */
  @Test
  void saysFromWhichRoundOnAContenderIsLeftOut() {
    SocketPlan plan = SocketPlan.of(choice(List.of("nio"), List.of("TCP_RR_1")), 2);
    Map<SocketCell, SocketFigures> measured = new LinkedHashMap<>();
    plan.cells(1, folder)
        .forEach(cell -> measured.put(cell, new SocketFigures(1, 1_000, 0.5, 0.5, "x")));
    SocketCell failed =
        plan.cells(2, folder).stream()
            .filter(cell -> cell.contender().name().equals("nio"))
            .findFirst()
            .orElseThrow();
    SocketBenchResult result =
        SocketBenchResult.of(
            plan,
            measured,
            Map.of(),
            List.of(
                new SocketBench.LeftOutPair(failed, Problem.in("nio", "it died", "See below."))),
            new EnvironmentProbe(Path.of("/nowhere")).probe(Map.of()));

    assertEquals(List.of("c", "nio"), names(result));
    String text = SocketBenchTable.render(result, new Terminal(false, false, true, 120));
    assertTrue(text.contains("Left out: nio in TCP_RR_1 from round 2 on: it died"), text);
  }

  private static List<String> names(SocketBenchResult result) {
    return result.rows().stream().map(SocketBenchResult.Row::contender).toList();
  }

  @Test
  void everyRoundHasTheSameCellsInAnotherOrder() {
    SocketPlan plan = SocketPlan.of(choice(List.of(), List.of("TCP_RR_1", "CRR_64_8k")), 2);
    List<String> first = ids(plan.cells(1, folder));
    List<String> second = ids(plan.cells(2, folder));

    assertNotEquals(first, second);
    assertEquals(new HashSet<>(first), new HashSet<>(second));
    assertEquals(18, first.size());
  }

  private static List<String> ids(List<SocketCell> cells) {
    return cells.stream().map(cell -> cell.test().name() + " " + cell.contender().name()).toList();
  }

  @Test
  void detailsRunOnlyWhereTheyMatter() {
    SocketTest stream = test("TCP_Stream_8k");
    SocketTest datagrams = test("UDP_RR_1");
    SocketTest split = test("TCP_RR_2_split");

    assertFalse(contender("c-timed-poll").appliesTo(stream));
    assertTrue(contender("c-timed-poll").appliesTo(datagrams));
    assertTrue(contender("blocking-fresh-packets").appliesTo(datagrams));
    assertFalse(contender("blocking-fresh-packets").appliesTo(split), "it must not mix in TCP");
    assertTrue(contender("c-nagle").appliesTo(split));
    assertFalse(contender("c-nagle").appliesTo(datagrams));
  }

  private static SocketTest test(String name) {
    return SocketTest.ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private static SocketContender contender(String name) {
    return SocketContender.ALL.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void namesTheNearestOfAnUnknownName() {
    LabException error =
        assertThrows(
            LabException.class, () -> SocketPlan.of(choice(List.of("netty-epol"), List.of()), 2));
    assertTrue(error.getMessage().contains("netty-epoll"), error.getMessage());
  }

  private static SocketPlan byDefault(boolean full, int cpus) {
    return SocketPlan.of(
        new SocketBenchChoice(
            full,
            List.of(),
            false,
            List.of(),
            false,
            List.of(),
            1,
            OptionalInt.empty(),
            SocketBenchChoice.WARMUP_MS,
            SocketBenchChoice.MILLIS,
            full,
            1),
        cpus);
  }

  @Test
  void whatRunsByDefaultEndsInSixMinutes() {
    SocketPlan plan = byDefault(false, 2);

    assertTrue(plan.estimateSeconds() <= 360, () -> plan.estimateSeconds() + " s");
    assertTrue(plan.rounds() >= 3);
    assertEquals(List.of(PeerPlacement.APART), plan.placements());
    assertEquals(
        List.of("c", "c-again", "blocking", "channel", "virtual", "netty-epoll"),
        plan.contenders().stream().map(SocketContender::name).toList());
    assertEquals(List.of(PeerPlacement.FREE), byDefault(false, 1).placements());
    assertTrue(byDefault(false, 1).estimateSeconds() <= 360);
  }

  @Test
  void allOfItStandsBehindAFlag() {
    SocketPlan plan = byDefault(true, 2);

    assertEquals(List.of(PeerPlacement.APART, PeerPlacement.FREE), plan.placements());
    assertEquals(9, plan.contenders().size());
    assertEquals(4 * 8, plan.counted(folder).size(), "system calls of each but the control again");
  }

  @Test
  void apartNeedsTwoCpus() {
    SocketBenchChoice apart =
        new SocketBenchChoice(
            true,
            List.of(),
            false,
            List.of(),
            false,
            List.of("apart"),
            1,
            OptionalInt.empty(),
            1,
            1,
            false,
            1);
    LabException error = assertThrows(LabException.class, () -> SocketPlan.of(apart, 1));
    assertEquals(
        "Choose together or free, or give Jitterlab a second CPU.",
        error.problems().getFirst().remedy());
  }
}

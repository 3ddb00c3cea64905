package dev.jitterlab.lab.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeSearchTest {
  private static final long MB = 1 << 20;

  private static SizeQuestion question(int runs, String... limits) {
    return new SizeQuestion(
        4 * MB, 1024 * MB, runs, List.of(limits).stream().map(SizeLimit::parse).toList(), 1);
  }

  @ParameterizedTest
  @CsvSource({"56, 50", "20, 12", "300, 280", "5, 3"})
  void enclosesWhereAServerDies(double diesMb, double floorMb) {
    SimulatedServer server = new SimulatedServer(diesMb, floorMb, 0.02, 6, 0.05, 7);
    SizeAnswer answer = SizeAnswer.of(question(24), server.search(question(24)));

    assertTrue(answer.diesBytes() < diesMb * MB, answer::toString);
    assertTrue(answer.livesBytes() >= diesMb * MB, answer::toString);
    assertTrue(
        answer.livesBytes() <= 1.15 * answer.diesBytes()
            || answer.livesBytes() - answer.diesBytes() <= 2 * MB,
        answer::toString);
    assertEquals("OutOfMemoryError: Java heap space", answer.death());
  }

  /** A server that falls behind does not live: its figures do not count. */
  @ParameterizedTest
  @CsvSource({"20, 12, 40", "56, 50, 400", "0, 0, 60"})
  void enclosesWhereAServerBeginsToKeepUp(double diesMb, double floorMb, double behindBelowMb) {
    SimulatedServer server =
        new SimulatedServer(diesMb, floorMb, 0.02, 6, 0.05, 7).fallingBehindBelow(behindBelowMb);
    SizeAnswer answer = SizeAnswer.of(question(40), server.search(question(40)));

    assertTrue(answer.livesBytes() >= behindBelowMb * MB, answer::toString);
    assertTrue(answer.behindBytes() < behindBelowMb * MB, answer::toString);
    assertTrue(answer.livesBytes() <= 1.15 * answer.behindBytes(), answer::toString);
    assertEquals("it answered only 60 % of its load", answer.behind());
    assertEquals(diesMb > 0, answer.diesBytes() != null, answer::toString);
    assertEquals(diesMb > 0 ? "OutOfMemoryError: Java heap space" : "", answer.death());
  }

  @Test
  void enclosesWhereAServerBeginsToKeepUpBesideALimit() {
    SizeQuestion question = question(40, "cpu=99%");
    SimulatedServer server = new SimulatedServer(20, 12, 0.02, 6, 0.05, 7).fallingBehindBelow(40);
    SizeAnswer answer = SizeAnswer.of(question, server.search(question));

    assertTrue(answer.livesBytes() >= 40 * MB, answer::toString);
    assertTrue(answer.livesBytes() <= 1.25 * answer.behindBytes(), answer::toString);
    assertEquals(answer.livesBytes(), answer.limit().holdsBytes());
  }

  @Test
  void aServerThatDoesNotFallBehindHasNoSuchSize() {
    SizeAnswer answer =
        SizeAnswer.of(
            question(24), new SimulatedServer(56, 50, 0.02, 6, 0.05, 7).search(question(24)));

    assertNull(answer.behindBytes());
    assertEquals("", answer.behind());
  }

  @Test
  void aSizeBelowOneThatFellBehindIsNoAnswer() {
    SimulatedServer keepsUp = new SimulatedServer(20, 12, 0.02, 6, 0.05, 7);
    SimulatedServer fallsBehind =
        new SimulatedServer(20, 12, 0.02, 6, 0.05, 7).fallingBehindBelow(2_000);
    List<SizeProbe> probes =
        List.of(keepsUp.run(1, 1024 * MB), keepsUp.run(2, 64 * MB), fallsBehind.run(3, 256 * MB));
    SizeAnswer answer = SizeAnswer.of(question(24), probes);

    assertEquals(256 * MB, answer.behindBytes());
    assertEquals(1024 * MB, answer.livesBytes());
    assertTrue(
        answer.warnings().getFirst().startsWith("The server fell behind with a heap of a size"),
        answer.warnings()::toString);
  }

  @Test
  void aServerThatNeverDiesIsTriedDownToTheSmallest() {
    SizeAnswer answer =
        SizeAnswer.of(
            question(40), new SimulatedServer(0, 0, 0.02, 6, 0.05, 7).search(question(40)));

    assertNull(answer.diesBytes());
    assertEquals(4 * MB, answer.livesBytes());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void predictsWhatTheCollectorCostsAtSizesThatItDidNotTry(long seed) {
    SimulatedServer server = new SimulatedServer(56, 50, 0.02, 6, 0.05, seed);
    SizeAnswer answer = SizeAnswer.of(question(24), server.search(question(24)));

    int within = 0;
    for (SizeAnswer.CurvePoint point : answer.model().curve()) {
      double truth = server.gcCores(point.heapBytes() / (double) MB);
      assertEquals(truth, point.cores(), 0.15 * truth, point::toString);
      within += Math.abs(point.cores() / truth - 1) <= 0.10 ? 1 : 0;
    }
    assertTrue(within >= 0.9 * answer.model().curve().size(), within + " within 10 %");
    assertTrue(answer.model().heldOutErrorRatio() < 0.15, answer.model()::toString);
    assertEquals(0.8, answer.idealCpuCores(), 0.001);
  }

  /** Against a search that tries every size 10 % apart, three times each. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsTheSmallestHeapThatHoldsALimitInAQuarterOfTheRuns(long seed) {
    double limitSeconds = 0.012;
    double truthMb = 50 + 6 / ((limitSeconds - 0.005) / 0.05 - 0.02); // 100 MiB
    SizeQuestion question = question(100, "p99=12ms");
    SimulatedServer server = new SimulatedServer(56, 50, 0.02, 6, 0.04, seed);
    List<SizeProbe> probes = server.search(question);
    ExhaustiveSearch both = ExhaustiveSearch.of(question, probes, server.every(question, 3));

    assertEquals(truthMb * MB, (double) both.searchHoldsBytes(), 0.12 * truthMb * MB);
    assertEquals(truthMb * MB, (double) both.holdsBytes(), 0.12 * truthMb * MB);
    assertEquals(ExhaustiveSearch.servers(question, 3), both.runs());
    assertTrue(both.searchRuns() <= both.runs() / 4, both::toString);
    assertTrue(both.unseenSizes() > 10, both::toString);
    assertTrue(both.unseenErrorRatio() < 0.15, both::toString);
    assertTrue(both.unseenWithinTenth() > 0, both::toString);
    assertTrue(both.heldOutErrorRatio() < 0.10, both::toString);
    assertTrue(SizeSearch.limit(question, probes.subList(0, both.searchRuns())).isClosed(1.10));
  }

  /** Later runs can take an answer back. */
  @Test
  void theSearchKnewItsAnswerWhenNothingChangedItAnyMore() {
    SizeQuestion question = question(24, "cpu=30%");
    List<SizeProbe> probes = new ArrayList<>();
    for (double[] run :
        new double[][] {
          {1024, 0.1}, {100, 0.28}, {100, 0.28}, {92, 0.5}, {100, 0.32}, {100, 0.32}, {100, 0.32}
        }) {
      probes.add(probe((long) run[0], run[1]));
    }
    ExhaustiveSearch four = ExhaustiveSearch.of(question, probes.subList(0, 4), probes);
    assertEquals(100 * MB, four.searchHoldsBytes());
    assertEquals(4, four.searchRuns());
    ExhaustiveSearch all = ExhaustiveSearch.of(question, probes, probes);
    assertEquals(1024 * MB, all.searchHoldsBytes());
    assertEquals(7, all.searchRuns());
  }

  /** Response times can get worse with more heap, as a full collection of it takes longer. */
  @Test
  void saysThatASmallerHeapHeldWhatTheLargestDoesNot() {
    SizeQuestion question = question(24, "cpu=30%");
    List<SizeProbe> probes = List.of(probe(1024, 0.6), probe(256, 0.1), probe(128, 0.5));
    SizeAnswer answer = SizeAnswer.of(question, probes);

    assertNull(answer.limit().holdsBytes());
    assertTrue(
        answer.warnings().stream().anyMatch(one -> one.startsWith("With 256 MiB the server keeps")),
        answer.warnings()::toString);
    List<SizeProbe> usual = List.of(probe(1024, 0.1), probe(256, 0.1), probe(128, 0.5));
    assertFalse(
        SizeAnswer.of(question, usual).warnings().stream()
            .anyMatch(one -> one.contains("larger heap is not always better")));
  }

  private static SizeProbe probe(long heapMb, double cpu) {
    return new SizeProbe(
        1,
        heapMb * MB,
        SizeProbe.Fate.LIVED,
        "",
        "p",
        Map.of(SizeProbe.CPU, cpu, SizeAnswer.CORES, 2.0),
        "G1");
  }

  @Test
  void everySizeIsATenthBelowTheNextAndNoneIsLeftOut() {
    SizeQuestion question = new SizeQuestion(64 * MB, 128 * MB, 24, List.of(), 1);
    List<Long> sizes = ExhaustiveSearch.sizes(question);

    assertEquals(List.of(128L, 116L, 106L, 96L, 88L, 80L, 72L, 66L), inMb(sizes));
    List<SizeProbe> seen = new SimulatedServer(56, 50, 0.02, 6, 0.04, 1).every(question, 2);
    List<Long> tried = seen.stream().map(SizeProbe::heapBytes).toList();
    assertEquals(sizes.size() * 2, tried.size());
    List<Long> first = tried.subList(0, sizes.size());
    List<Long> second = tried.subList(sizes.size(), tried.size());
    assertEquals(Set.copyOf(sizes), Set.copyOf(first));
    assertEquals(Set.copyOf(sizes), Set.copyOf(second));
    assertNotEquals(first, second, "in another order");
    assertTrue(ExhaustiveSearch.next(question, 0, List.of()).isEmpty(), "none was asked for");
  }

  /** Else a machine that slows down would look like an error of one of them. */
  @Test
  void bothSearchesMeetTheSameMinutes() {
    SimulatedServer server = new SimulatedServer(56, 50, 0.02, 6, 0.04, 1);
    SizeQuestion question = question(14, "p99=12ms");
    SizeState state = new SizeState("c", "t", "l", "e", 1, question, List.of(), 3, List.of());
    int servers = ExhaustiveSearch.servers(question, 3);
    Optional<SizeSearch.Next> every = state.every();
    for (Optional<SizeSearch.Next> next = every.or(state::search);
        next.isPresent();
        next = every.or(state::search)) {
      SizeProbe probe = server.run(1, next.orElseThrow().heapBytes());
      boolean wasSearching = state.search().isPresent();
      state = every.isPresent() ? state.withExhaustive(probe) : state.with(probe);
      if (wasSearching) {
        double apart = state.exhaustive().size() / (double) servers - state.probes().size() / 14.0;
        assertEquals(0, apart, 1 / 14.0 + 1e-9);
      }
      every = state.every();
    }
    assertEquals(servers, state.exhaustive().size());
    assertTrue(state.probes().size() > 4);
    assertTrue(state.search().isEmpty());
  }

  /** Two of three runs decide; a smaller heap that holds below one that does not is no answer. */
  @Test
  void anExhaustiveSearchAnswersWithTheSmallestHeapAboveAllThatFail() {
    SizeQuestion question = question(24, "cpu=30%");
    SimulatedServer cheap = new SimulatedServer(0, 0, 0.02, 0, 0, 1);
    SimulatedServer dear = new SimulatedServer(0, 0, 1, 0, 0, 1);
    List<SizeProbe> seen = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      seen.add(cheap.run(1, 120 * MB));
      seen.add((round == 0 ? dear : cheap).run(1, 110 * MB));
      seen.add((round == 0 ? cheap : dear).run(1, 100 * MB));
      seen.add(cheap.run(1, 90 * MB));
    }
    ExhaustiveSearch found = ExhaustiveSearch.of(question, List.of(cheap.run(1, 120 * MB)), seen);
    assertEquals(110 * MB, found.holdsBytes());
    assertEquals(120 / 110.0, found.ratio(), 1e-9);
    assertEquals(0, found.unseenSizes(), "one run makes no model");
    assertNull(found.unseenErrorRatio());
  }

  private static List<Long> inMb(List<Long> bytes) {
    return bytes.stream().map(one -> one / MB).toList();
  }

  @Test
  void aLimitThatNoHeapHoldsHasNoHeap() {
    SizeQuestion question = question(24, "p99=1ms");
    SizeAnswer answer =
        SizeAnswer.of(question, new SimulatedServer(56, 50, 0.02, 6, 0.05, 1).search(question));

    assertNull(answer.limit().holdsBytes());
    assertEquals(1024 * MB, answer.limit().failsBytes());
  }

  @Test
  void aLimitThatEveryHeapHoldsHasTheSmallestThatLives() {
    SizeQuestion question = question(24, "cpu=99%");
    SizeAnswer answer =
        SizeAnswer.of(question, new SimulatedServer(56, 50, 0.02, 6, 0.05, 1).search(question));

    assertEquals(answer.livesBytes(), answer.limit().holdsBytes());
  }

  /** Where the costs fall steeply, the runs of all sizes leave little room for the answer. */
  @Test
  void theIntervalOfTheSmallestHeapHoldsTheTrueOne() {
    SizeQuestion question = question(14, "p99=12ms"); // the true one is 100 MiB
    int held = 0;
    int narrow = 0;
    for (int seed = 0; seed < 40; seed++) {
      SimulatedServer server = new SimulatedServer(56, 50, 0.02, 6, 0.04, seed);
      SizeAnswer.Limit limit = SizeAnswer.of(question, server.search(question)).limit();
      held += limit.fromBytes() <= 100 * MB && limit.toBytes() >= 98 * MB ? 1 : 0;
      narrow += limit.toBytes() <= 1.35 * limit.fromBytes() ? 1 : 0;
    }

    assertTrue(held >= 36, held + " of 40 hold it");
    assertTrue(narrow >= 36, narrow + " of 40 are narrow");
  }

  /** There chance decides which size the search finds, and the interval says so. */
  @Test
  void theIntervalIsWideWhereTheCostsHardlyFall() {
    SizeQuestion question = question(14, "p99=12ms");
    SimulatedServer flat = new SimulatedServer(56, 50, 0.13, 0.5, 0.05, 3);
    SizeAnswer.Limit limit = SizeAnswer.of(question, flat.search(question)).limit();

    assertTrue(limit.fromBytes() <= 100 * MB, limit::toString);
    assertTrue(limit.toBytes() == null || limit.toBytes() > 2 * limit.fromBytes(), limit::toString);
  }

  /** The server dies with 96 MiB in one of two runs; the other one alone looks good enough. */
  @Test
  void theIntervalLiesAboveEverySizeAtWhichTheServerDied() {
    List<SizeProbe> probes = new ArrayList<>(aroundTwentyMilliseconds());
    probes.add(died(64));
    probes.add(timed(96, SimulatedServer.P99, 0.019));
    probes.add(died(96));
    SizeAnswer.Limit limit = SizeAnswer.of(question(24, "p99=20ms"), probes).limit();

    assertTrue(limit.fromBytes() > 96 * MB, limit::toString);
    assertTrue(limit.fromBytes() <= 120 * MB, limit::toString);
  }

  /** The models know nothing of a run that has only a bound. */
  @Test
  void theIntervalLiesAboveASizeOfWhichOnlyABoundBeyondTheLimitIsKnown() {
    List<SizeProbe> probes = new ArrayList<>(aroundTwentyMilliseconds());
    probes.add(timed(100, SizeProbe.atLeast(SimulatedServer.P99), 0.030));
    SizeAnswer.Limit limit = SizeAnswer.of(question(24, "p99=20ms"), probes).limit();

    assertTrue(limit.fromBytes() > 100 * MB, limit::toString);
    assertTrue(limit.fromBytes() <= 120 * MB, limit::toString);
  }

  private static List<SizeProbe> aroundTwentyMilliseconds() {
    return List.of(
        timed(80, SimulatedServer.P99, 0.022),
        timed(120, SimulatedServer.P99, 0.015),
        timed(160, SimulatedServer.P99, 0.012),
        timed(1024, SimulatedServer.P99, 0.008));
  }

  private static SizeProbe timed(long heapMb, String key, double seconds) {
    return new SizeProbe(1, heapMb * MB, SizeProbe.Fate.LIVED, "", "p", Map.of(key, seconds), "G1");
  }

  private static SizeProbe died(long heapMb) {
    return new SizeProbe(1, heapMb * MB, SizeProbe.Fate.DIED, "killed", "p", Map.of(), "G1");
  }

  @Test
  void tooFewRunsHaveNoInterval() {
    SizeQuestion question = question(3, "p99=12ms");
    SimulatedServer server = new SimulatedServer(56, 50, 0.02, 6, 0.04, 1);
    SizeAnswer.Limit limit = SizeAnswer.of(question, server.search(question)).limit();

    assertNull(limit.fromBytes());
    assertNull(limit.toBytes());
  }

  @Test
  void endsWhereTheLargestHeapIsTooSmall() {
    List<SizeProbe> probes = new SimulatedServer(2_000, 1_900, 0, 6, 0, 1).search(question(24));

    assertEquals(1, probes.size());
  }

  @Test
  void neverStartsMoreServersThanItMay() {
    List<SizeProbe> probes = new SimulatedServer(56, 50, 0.02, 6, 0.3, 1).search(question(9));

    assertEquals(9, probes.size());
    SizeAnswer answer = SizeAnswer.of(question(9), probes);
    assertTrue(
        answer.warnings().stream().anyMatch(one -> one.contains("give more --runs")),
        answer.warnings()::toString);
  }

  /** A function of what was seen: an interrupted search makes the same choices. */
  @Test
  void goesOnAsIfItHadNotBeenInterrupted() {
    List<SizeProbe> whole = new SimulatedServer(56, 50, 0.02, 6, 0.05, 3).search(question(15));
    for (int seen = 0; seen < whole.size(); seen++) {
      assertEquals(
          whole.get(seen).heapBytes(),
          SizeSearch.next(question(15), whole.subList(0, seen)).orElseThrow().heapBytes());
    }
  }

  @Test
  void saysThatTheCollectorHardlyRan() {
    SizeAnswer answer =
        SizeAnswer.of(
            question(12), new SimulatedServer(56, 50, 0, 0, 0.05, 1).search(question(12)));

    assertNull(answer.model());
    assertTrue(answer.warnings().getFirst().startsWith("The collector hardly ran"));
    assertFalse(answer.sizes().isEmpty());
    assertNotNull(answer.idealCpuCores());
  }

  /** As the parallel collector does: up to 100 MiB nothing but full collections, at ten times. */
  @Test
  void enclosesWhereTheCollectorChangesItsWay() {
    SizeQuestion question = question(30);
    SimulatedServer server = new SimulatedServer(56, 50, 0.02, 2, 0.02, 3).jumpingBelow(100);
    List<SizeProbe> probes = server.search(question);
    HeapCostModel.Switch found =
        HeapCostModel.change(SizeSearch.runs(SizeProbe.GC_CPU, 1, probes)).orElseThrow();

    assertTrue(found.fullBytes() < 100 * MB && found.otherBytes() >= 100 * MB, found::toString);
    assertTrue(found.otherBytes() <= 1.15 * found.fullBytes(), found::toString);
    SizeAnswer answer = SizeAnswer.of(question, probes);
    assertEquals(found.fullBytes(), answer.model().fullBytes());
    for (SizeAnswer.CurvePoint point : answer.model().curve()) {
      if (point.heapBytes() <= found.fullBytes() || point.heapBytes() >= found.otherBytes()) {
        double truth = server.gcCores(point.heapBytes() / (double) MB);
        assertEquals(truth, point.cores(), 0.15 * truth, point::toString);
      }
    }
  }
}

package dev.jitterlab.heap.rebuilt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RebuiltHeapTest {
  private static final long KB = 1 << 10;
  private static final int LOCAL = 128;
  private static final int PIECES = 200;
  private static final int PIECE = 100;
  private static final int LARGE = 1 + PIECES * PIECE;
  private long nowNs;

  private RebuiltHeap heap(RebuiltSettings settings) {
    return new RebuiltHeap(settings, () -> nowNs += 10);
  }

  private static RebuiltSettings settings(Lists lists, SweepWay sweep, int compactEvery) {
    return new RebuiltSettings()
        .size(256 * KB, 256 * KB)
        .lists(lists, 1024, false)
        .collection(sweep, compactEvery, 0.05);
  }

  /** Keeps a third of the heap alive in slots, each with a chain, and allocates a lot more. */
  private static void work(RebuiltHeap heap, RebuiltMutator mutator, int requests, long seed) {
    Random random = new Random(seed);
    mutator.enter();
    try {
      for (int i = 0; i < requests; i++) {
        int size = random.nextInt(100) == 0 ? 65 + random.nextInt(200) : 4 + random.nextInt(12);
        int at = mutator.allocate(size, 2);
        assertNotEquals(0, at, "full after " + i);
        if (random.nextInt(4) == 0) {
          int slot = random.nextInt(500);
          mutator.setReference(at, 0, mutator.root((slot + 1) % 500));
          mutator.setRoot(slot, at);
          mutator.setRoot((slot + 1) % 500, 0);
        }
        if (i % 200 == 0) {
          heap.verify();
        }
      }
    } finally {
      mutator.leave();
    }
  }

  private static Stream<Arguments> kinds() {
    List<Arguments> kinds = new ArrayList<>();
    for (Lists lists : Lists.values()) {
      for (SweepWay sweep : SweepWay.values()) {
        for (int compactEvery : new int[] {0, 2}) {
          kinds.add(Arguments.of(lists, sweep, compactEvery));
        }
      }
    }
    return kinds.stream();
  }

  /** A sound collector of any kind never touches what lives. */
  @ParameterizedTest
  @MethodSource("kinds")
  void nothingThatLivesIsHarmed(Lists lists, SweepWay sweep, int compactEvery) {
    RebuiltHeap heap = heap(settings(lists, sweep, compactEvery));
    RebuiltMutator mutator = heap.mutator(500);
    work(heap, mutator, 20_000, 1);

    RebuiltFigures figures = heap.figures();
    assertEquals(20_000, figures.requests);
    assertTrue(figures.collections > 3, "collections " + figures.collections);
    assertEquals(0, figures.exhausted);
    assertTrue(figures.liveBytes > 0 && figures.liveBytes < 256 * KB, "live " + figures.liveBytes);
    assertTrue(compactEvery == 0 || figures.compactions > 1);
    assertTrue(figures.compactionsForLarge <= figures.compactions);
    mutator.enter();
    heap.verify();
    mutator.leave();
  }

  /** The longest of all may have been before anybody measured. */
  @Test
  void aCompactionIsRecentForAWhile() {
    RebuiltHeap heap = heap(settings(Lists.ONE, SweepWay.BITS, 1));
    work(heap, heap.mutator(500), 20_000, 1);
    assertEquals(1e-8, heap.figures().recentCompactionSeconds, 1e-12, "a reading of the clock");

    nowNs += TimeUnit.SECONDS.toNanos(2);
    assertEquals(1e-8, heap.figures().recentCompactionSeconds, 1e-12);

    nowNs += TimeUnit.SECONDS.toNanos(2);
    assertEquals(0.0, heap.figures().recentCompactionSeconds, 1e-12);
    assertEquals(1e-8, heap.figures().longestCompactionSeconds, 1e-12);
  }

  /** What was just shown would be worth nothing if harm were not seen. */
  @Test
  void harmIsSeen() {
    RebuiltHeap heap = heap(settings(Lists.ONE, SweepWay.OBJECTS, 0));
    RebuiltMutator mutator = heap.mutator(2);
    mutator.enter();
    int at = mutator.allocate(8, 1);
    mutator.setRoot(0, at);
    mutator.setReference(at, 6, 1);
    IllegalStateException harmed = null;
    try {
      heap.verify();
    } catch (IllegalStateException e) {
      harmed = e;
    }
    mutator.leave();
    assertEquals("the object at word 1 was harmed", harmed.getMessage());
  }

  /** Both ways of sweeping leave the same live set; that by bits only drops small pieces. */
  @ParameterizedTest
  @EnumSource(SweepWay.class)
  void theSweepFreesWhatIsDead(SweepWay sweep) {
    RebuiltHeap heap = heap(settings(Lists.BY_SIZE, sweep, 0));
    RebuiltMutator mutator = heap.mutator(1);
    mutator.enter();
    for (int i = 0; i < 50_000; i++) {
      mutator.setRoot(0, mutator.allocate(16, 0));
    }
    mutator.leave();

    RebuiltFigures figures = heap.figures();
    assertEquals(16L * Long.BYTES, figures.liveBytes);
    assertEquals(0, figures.compactions, "nothing is fragmented");
    double perCollection = 256.0 * KB / (16 * Long.BYTES);
    assertEquals(50_000 / perCollection, (double) figures.collections, 3);
  }

  /** Every second object dies: all free pieces are too small for a large request. */
  @Test
  void movesObjectsOnlyWhenNoPieceIsLargeEnough() {
    RebuiltHeap heap =
        heap(
            new RebuiltSettings()
                .size(256 * KB, 256 * KB)
                .lists(Lists.BY_SIZE, 0, false)
                .collection(SweepWay.OBJECTS, 0, 0));
    RebuiltMutator mutator = heap.mutator(2_000);
    mutator.enter();
    for (int i = 0; i < 2_000; i++) {
      mutator.setRoot(i, mutator.allocate(16, 0));
    }
    for (int i = 0; i < 2_000; i += 2) {
      mutator.setRoot(i, 0);
    }
    int large = mutator.allocate(1_000, 0);
    heap.verify();
    mutator.leave();

    assertNotEquals(0, large);
    RebuiltFigures figures = heap.figures();
    assertEquals(1, figures.compactions);
    assertEquals(1, figures.compactionsForLarge);
    assertEquals(1_000L * 16 * Long.BYTES, figures.liveBytes);
  }

  @Test
  void theReserveServesALargeRequestWithoutACollection() {
    for (double reserve : new double[] {0, 0.05}) {
      RebuiltHeap heap =
          heap(
              new RebuiltSettings()
                  .size(256 * KB, 256 * KB)
                  .lists(Lists.VARIABLE, 1024, false)
                  .collection(SweepWay.BITS, 0, reserve));
      RebuiltMutator mutator = heap.mutator(2);
      mutator.enter();
      mutator.setRoot(0, mutator.allocate(31_000, 0)); // of 32,768; then hardly anything is free
      mutator.setRoot(1, mutator.allocate(900, 0));
      mutator.allocate(900, 0);
      mutator.leave();
      assertEquals(reserve > 0, heap.figures().fromReserve > 0);
    }
  }

  @Test
  void aThreadLocalHeapTakesTheLockOnceARefill() {
    RebuiltHeap heap = heap(settings(Lists.EXACT, SweepWay.BITS, 0));
    RebuiltMutator mutator = heap.mutator(1);
    mutator.enter();
    for (int i = 0; i < 1_600; i++) {
      mutator.setRoot(0, mutator.allocate(8, 0));
    }
    mutator.leave();

    RebuiltFigures figures = heap.figures();
    assertEquals(100, figures.refills, "16 objects of 64 bytes in 1 KiB");
    assertEquals(figures.refills, figures.searches);
    assertEquals(
        figures.refills + 1, figures.chunksVisited, "no search, but for what was carved once");
    assertEquals(100 * KB, figures.refilledBytes);
  }

  /** A refill that finds nothing before a collection is none. */
  @Test
  void countsTheRequestsPastAThreadLocalHeap() {
    RebuiltHeap heap = heap(settings(Lists.EXACT, SweepWay.BITS, 0));
    RebuiltMutator mutator = heap.mutator(1);
    mutator.enter();
    while (heap.collections() < 3) {
      assertNotEquals(0, mutator.allocate(8, 0));
    }
    RebuiltFigures small = heap.figures();
    assertNotEquals(0, mutator.allocate(100, 0));
    mutator.leave();

    assertTrue(small.searches > small.refills, "some in vain");
    assertEquals(0, small.directRequests);
    assertEquals(1, heap.figures().directRequests);
  }

  /** Pieces that are too small for a refill, in front of one that is large enough for 250. */
  private static FreeChunks manyPiecesAndALargeOne(Lists lists) {
    RebuiltSettings settings =
        new RebuiltSettings().size(1024 * KB, 1024 * KB).lists(lists, 1024, false);
    FreeChunks chunks = new FreeChunks(new Words(settings.words, settings.words), settings);
    for (int i = 0; i < PIECES; i++) {
      chunks.append(1 + i * PIECE, PIECE);
    }
    chunks.append(LARGE, 250 * LOCAL);
    return chunks;
  }

  @Test
  void aDryListOfExactChunksIsFilledFromOneLargeChunk() {
    FreeChunks chunks = manyPiecesAndALargeOne(Lists.EXACT);
    long freeWords = chunks.freeWords();
    for (int i = 0; i < 250; i++) {
      assertEquals(LARGE + i * LOCAL, chunks.takeLocal(8));
      assertEquals(LOCAL, chunks.foundWords());
      assertEquals(i + 1, chunks.searches());
      assertEquals(i + 1 + (i / FreeChunks.MOST_CARVED + 1), chunks.visited(), "refill " + i);
    }
    assertEquals(freeWords - 250 * LOCAL, chunks.freeWords());
    assertEquals(0, chunks.takeLocal(8), "the pieces are no refills");
    assertEquals(freeWords - 250 * LOCAL, chunks.freeWords());
  }

  /** What fits none of the lists' sizes exactly. */
  @Test
  void whatIsLeftOfACarvedChunkIsKept() {
    RebuiltSettings settings =
        new RebuiltSettings().size(64 * KB, 64 * KB).lists(Lists.EXACT, 1024, false);
    for (int rest : new int[] {0, 1, 2, 64, 65, 127}) {
      Words words = new Words(settings.words, settings.words);
      FreeChunks chunks = new FreeChunks(words, settings);
      chunks.append(1, 2 * LOCAL + rest);
      assertEquals(1, chunks.takeLocal(8));
      assertEquals(1 + LOCAL, chunks.takeLocal(8));
      assertEquals(0, chunks.takeLocal(8));
      assertEquals(rest < 2 ? 0 : rest, chunks.freeWords());
      if (rest >= 2) {
        assertEquals(1 + 2 * LOCAL, chunks.take(rest));
      }
    }
  }

  /** A chunk of each list serves the requests of its sizes. */
  @Test
  void requestsAbove512BytesHaveAListBelowTheLocalSizeAndOneAbove() {
    FreeChunks chunks = manyPiecesAndALargeOne(Lists.EXACT);
    assertEquals(1, chunks.take(PIECE - 10));
    assertEquals(1, chunks.visited(), "the first piece");
    assertEquals(LARGE, chunks.take(LOCAL + 1));
    assertEquals(2, chunks.visited(), "no piece was looked at");
    assertEquals(LARGE + LOCAL + 1, chunks.take(LOCAL - 1));
    assertEquals(2 + PIECES - 1 + 1, chunks.visited(), "no piece was large enough");
  }

  /** The same pieces, which the lists before it made a refill look at. */
  @Test
  void withoutAListOfExactChunksARefillLooksAtAllSmallerPieces() {
    FreeChunks chunks = manyPiecesAndALargeOne(Lists.BY_SIZE);
    assertEquals(LARGE, chunks.takeLocal(8));
    assertEquals(PIECES + 1, chunks.visited());
    assertEquals(LARGE + LOCAL, chunks.takeLocal(8));
    assertEquals(2 * (PIECES + 1), chunks.visited());
  }

  /** The same twenty pieces; what is left of one keeps its place. */
  @Test
  void placesByAddressOrAllOverTheHeap() {
    List<Integer> byAddress = places(ChunkOrder.ADDRESS);
    List<Integer> scattered = places(ChunkOrder.SCATTERED);
    for (int i = 0; i < 20; i++) {
      assertEquals(1 + 300 * i, byAddress.get(i));
    }
    assertNotEquals(byAddress, scattered);
    assertEquals(byAddress, List.copyOf(new TreeSet<>(scattered)), "none is lost");
  }

  private static List<Integer> places(ChunkOrder order) {
    RebuiltSettings settings =
        new RebuiltSettings()
            .size(64 * KB, 64 * KB)
            .lists(Lists.VARIABLE, 1024, false)
            .placement(order);
    FreeChunks chunks = new FreeChunks(new Words(settings.words, settings.words), settings);
    for (int i = 0; i < 20; i++) {
      chunks.append(1 + 300 * i, 200);
    }
    chunks.swept();
    List<Integer> places = new ArrayList<>();
    for (int at = chunks.take(200); at != 0; at = chunks.take(200)) {
      places.add(at);
    }
    return places;
  }

  /** A small live set and much garbage: a free-space goal sees no reason to grow. */
  @Test
  void growthByTimeSeesABusyCollectorAndGrowthToAGoalDoesNot() {
    for (Growth growth : new Growth[] {Growth.FREE_SPACE, Growth.GC_TIME}) {
      RebuiltHeap heap =
          heap(
              new RebuiltSettings()
                  .size(64 * KB, 1024 * KB)
                  .lists(Lists.VARIABLE, 1024, false)
                  .collection(SweepWay.BITS, 0, 0)
                  .growth(growth, 0.001, 0.17));
      RebuiltMutator mutator = heap.mutator(4);
      mutator.enter();
      for (int i = 0; i < 50_000; i++) {
        mutator.setRoot(i % 4, mutator.allocate(8, 0));
      }
      mutator.leave();
      RebuiltFigures figures = heap.figures();
      if (growth == Growth.GC_TIME) {
        assertTrue(figures.sizeBytes > 128 * KB, "size " + figures.sizeBytes);
      } else {
        assertEquals(64 * KB, figures.sizeBytes);
        assertEquals(0, figures.growthSteps);
      }
    }
  }

  /** The collector of a small heap that may grow must not work for the largest one. */
  @Test
  void clearsTheMarksOfTheHeapThatThereIs() {
    Words words = new Words(1_024, 1_024);
    words.object(100, 4, 0);
    words.object(1_000, 4, 0);
    Marks marks = new Marks(1_024);
    assertEquals(8, marks.mark(words, List.of(new int[] {100, 1_000})));

    marks.clear(101);

    assertFalse(marks.isSet(100));
    assertTrue(marks.isSet(1_000), "there is no heap");
  }

  /** The old reserve is in the middle then. */
  @Test
  void aHeapThatGrewUsesItsOldReserveToo() {
    RebuiltHeap heap =
        heap(
            new RebuiltSettings()
                .size(64 * KB, 1024 * KB)
                .lists(Lists.BY_SIZE, 0, false)
                .collection(SweepWay.BITS, 0, 0.05)
                .growth(Growth.GC_TIME, 1e-6, 0.17));
    RebuiltMutator mutator = heap.mutator(1);
    mutator.enter();
    while (heap.collections() == 0) {
      assertNotEquals(0, mutator.allocate(8, 0));
    }
    long words = heap.figures().sizeBytes / Long.BYTES;
    assertEquals(1, heap.figures().growthSteps);
    long taken = 8; // by the request that had it collected
    while (heap.collections() == 1) {
      assertNotEquals(0, mutator.allocate(8, 0));
      taken += 8;
    }
    mutator.leave();
    assertTrue(taken > 0.98 * words, taken + " of " + words + " words");
  }

  /** A live set that grows: both keep room, the goal in many small steps. */
  @Test
  void aGoalGrowsInMoreAndSmallerSteps() {
    Map<Growth, Long> steps = new EnumMap<>(Growth.class);
    for (Growth growth : new Growth[] {Growth.FREE_SPACE, Growth.GC_TIME}) {
      RebuiltHeap heap =
          heap(
              new RebuiltSettings()
                  .size(64 * KB, 1024 * KB)
                  .lists(Lists.VARIABLE, 1024, false)
                  .collection(SweepWay.BITS, 0, 0)
                  .growth(growth, 1e9, 0.5));
      RebuiltMutator mutator = heap.mutator(8_000);
      mutator.enter();
      for (int i = 0; i < 8_000; i++) {
        for (int n = 0; n < 4; n++) {
          assertNotEquals(0, mutator.allocate(8, 0));
        }
        mutator.setRoot(i, mutator.allocate(8, 0));
      }
      heap.verify();
      mutator.leave();
      steps.put(growth, heap.figures().growthSteps);
    }
    assertTrue(steps.get(Growth.FREE_SPACE) > steps.get(Growth.GC_TIME), steps::toString);
  }
}

package dev.jitterlab.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.heap.rebuilt.Growth;
import dev.jitterlab.heap.rebuilt.Lists;
import dev.jitterlab.heap.rebuilt.RebuiltFigures;
import dev.jitterlab.heap.rebuilt.RebuiltSettings;
import dev.jitterlab.heap.rebuilt.SweepWay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class RebuiltWorkTest {
  private static final long MIB = 1 << 20;

  private static RebuiltWork.Shape shape(double liveMib) {
    RebuiltWork.Shape shape = new RebuiltWork.Shape();
    shape.threads = 3;
    shape.liveBytes = Math.round(liveMib * MIB);
    shape.largeBytes = 20_000;
    shape.largeOneIn = 5_000;
    return shape;
  }

  private static RebuiltFigures collecting(RebuiltWork work, long collections) throws Exception {
    return collecting(work, collections, 0);
  }

  /** At least so many collections, and until so much lives: a thread may get little CPU time. */
  private static RebuiltFigures collecting(RebuiltWork work, long collections, double liveMib)
      throws Exception {
    work.start();
    RebuiltFigures figures = work.figures();
    while (work.failure() == null
        && (figures.collections < collections || figures.liveBytes < liveMib * MIB)) {
      Thread.sleep(1);
      figures = work.figures();
    }
    work.end();
    return work.figures();
  }

  @ParameterizedTest
  @EnumSource(Lists.class)
  void threadsShareAHeapAndKeepTheirLiveSet(Lists lists) throws Exception {
    RebuiltWork work =
        new RebuiltWork(
            new RebuiltSettings()
                .size(8 * MIB, 8 * MIB)
                .lists(lists, 1024, false)
                .collection(SweepWay.BITS, 3, 0.05),
            shape(3));
    RebuiltFigures figures = collecting(work, 20, 0.96 * 3);

    assertNull(work.failure());
    assertEquals(0, figures.exhausted);
    assertEquals(
        3.0, figures.liveBytes / (double) MIB, 0.05 * 3, "what only chains reach lives as well");
    assertEquals(0.99, figures.smallRequests / (double) figures.requests, 0.01);
    assertTrue(figures.compactions >= 6, "compactions " + figures.compactions);
  }

  /** What was replaced dies although its chain referred to it, and no large object stays. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void theLiveSetDoesNotGrow(Order order) throws Exception {
    RebuiltWork.Shape shape = shape(2);
    shape.threads = 1;
    shape.order = order;
    shape.largeOneIn = 200;
    RebuiltWork work =
        new RebuiltWork(
            new RebuiltSettings()
                .size(4 * MIB, 4 * MIB)
                .lists(Lists.VARIABLE, 1024, false)
                .collection(SweepWay.BITS, 1, 0.05),
            shape);
    RebuiltFigures figures = collecting(work, 200);

    assertNull(work.failure());
    assertEquals(2.0, figures.liveBytes / (double) MIB, 0.05 * 2);
    assertEquals(
        1 / 200.0 + 1 / 200.0,
        (figures.requests - figures.smallRequests) / (double) figures.requests,
        0.002);
  }

  /** The smallest sizes of large objects are those of others, too. */
  @Test
  void noLargeObjectStaysHoweverSmallItIs() throws Exception {
    RebuiltWork.Shape shape = shape(2);
    shape.threads = 1;
    shape.largeBytes = 1 << 10;
    shape.largeOneIn = 2;
    RebuiltWork work =
        new RebuiltWork(
            new RebuiltSettings()
                .size(4 * MIB, 4 * MIB)
                .lists(Lists.VARIABLE, 1024, false)
                .collection(SweepWay.BITS, 1, 0.05),
            shape);
    RebuiltFigures figures = collecting(work, 200);

    assertNull(work.failure());
    assertEquals(2.0, figures.liveBytes / (double) MIB, 0.1 * 2, "with them it would be 16 MiB");
  }

  @Test
  void largeObjectsWithoutBytesAreRefused() {
    RebuiltWork.Shape shape = shape(2);
    shape.largeBytes = 0;
    String refused =
        assertThrows(
                IllegalArgumentException.class,
                () -> new RebuiltWork(new RebuiltSettings().size(4 * MIB, 4 * MIB), shape))
            .getMessage();

    assertTrue(refused.contains("set --large-kb to 1 or more"), refused);
  }

  @Test
  void aLiveSetThatDoesNotFitIsSaid() throws Exception {
    RebuiltWork work =
        new RebuiltWork(
            new RebuiltSettings()
                .size(1 * MIB, 4 * MIB)
                .lists(Lists.VARIABLE, 1024, false)
                .growth(Growth.GC_TIME, 0.13, 0.17),
            shape(6));
    RebuiltFigures figures = collecting(work, Long.MAX_VALUE);

    assertTrue(work.failure().getMessage().startsWith("the rebuilt heap is full"));
    assertEquals(4 * MIB, figures.sizeBytes, "it grew as far as it may");
  }
}

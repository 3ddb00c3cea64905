package dev.jitterlab.business.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.TransactionKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
  private final LoadFigures figures = new LoadFigures();
  private final List<String> lines = new ArrayList<>();
  private final CapacitySearch.Rules rules = new CapacitySearch.Rules(99, 1_000, 14, 1, 1, 1);

  /** A server that keeps 1 µs up to a rate; one of its levels is spoilt by the machine. */
  private static final class Server implements CapacitySearch.Stage {
    private final double keepsUpTo;
    private final int spoilt;
    private int levels;

    Server(double keepsUpTo, int spoilt) {
      this.keepsUpTo = keepsUpTo;
      this.spoilt = spoilt;
    }

    @Override
    public double maximum(long warmNs, long holdNs) {
      return 1600;
    }

    @Override
    public CapacitySearch.Level level(double perSecond, long settleNs, long holdNs) {
      boolean isKept = perSecond <= keepsUpTo && levels++ != spoilt;
      return new CapacitySearch.Level(100, 100, 0, 0, isKept ? 900 : 1_100);
    }
  }

  private double capacity(CapacitySearch.Stage server) throws Exception {
    new CapacitySearch(server, rules, figures, lines::add).run();
    return figures.all().get(LoadFigures.CAPACITY);
  }

  @Test
  void findsTheGreatestRateThatKeepsTheObjective() throws Exception {
    for (double keepsUpTo : new double[] {200, 555, 900, 1400}) {
      assertEquals(keepsUpTo, capacity(new Server(keepsUpTo, -1)), keepsUpTo * 0.04);
    }
    assertEquals(1600, figures.all().get(LoadFigures.MAXIMUM));
  }

  /** Halving alone would never look above a level that the machine spoilt. */
  @Test
  void oneSpoiltLevelDoesNotDecide() throws Exception {
    assertTrue(capacity(new Server(900, 2)) > 900 * 0.75, lines.toString());
  }

  @Test
  void withoutALevelThatKeptItThereIsNoCapacity() throws Exception {
    new CapacitySearch(new Server(1, -1), rules, figures, lines::add).run();
    assertFalse(figures.all().containsKey(LoadFigures.CAPACITY));
    assertEquals("JITTERLAB CAPACITY none: all levels ended alike", lines.get(lines.size() - 1));
  }

  @Test
  void aLevelMustBeQuickAndMadeAndLeaveNothingOut() {
    assertTrue(rules.isKept(new CapacitySearch.Level(100, 96, 0, 0, 1_000)));
    assertFalse(rules.isKept(new CapacitySearch.Level(100, 96, 0, 0, 1_001)), "too slow");
    assertFalse(rules.isKept(new CapacitySearch.Level(100, 94, 0, 0, 1_000)), "too few");
    assertFalse(rules.isKept(new CapacitySearch.Level(100, 96, 0, 1, 1_000)), "one left out");
  }

  @Test
  void aFailureCountsAsSlowerThanTheObjective() {
    TransactionTimes times = new TransactionTimes();
    times.failed(TransactionKind.PAYMENT);
    times.beginLevel();
    for (int i = 0; i < 98; i++) {
      times.ended(TransactionKind.PAYMENT, ReceiptResult.DONE, 900);
    }
    times.failed(TransactionKind.PAYMENT);
    times.failed(TransactionKind.ORDER);

    assertEquals(3, times.failures());
    long quantileNs = times.endLevel().getValueAtPercentile(99);
    assertFalse(rules.isKept(new CapacitySearch.Level(100, 98, 2, 0, quantileNs)));
  }

  @Test
  void saysHowManyOfALevelFailed() throws Exception {
    new CapacitySearch(
            new CapacitySearch.Stage() {
              @Override
              public double maximum(long warmNs, long holdNs) {
                return 1600;
              }

              @Override
              public CapacitySearch.Level level(double perSecond, long settleNs, long holdNs) {
                return new CapacitySearch.Level(100, 98, 2, 0, 900);
              }
            },
            rules,
            figures,
            lines::add)
        .run();
    assertTrue(
        lines.get(1).contains(" planned=100 completed=98 failed=2 overflow=0 "), lines.toString());
  }

  /** A plan goes on while nobody gets to it. */
  @Test
  void whatIsDueCountsByThePlanAlone() {
    assertEquals(3, TransactionPlan.due(every(10), 20, 50), "at 20, 30 and 40");
    assertEquals(0, TransactionPlan.due(every(10), 0, 10));
    assertEquals(1, TransactionPlan.due(every(10), 0, 11));
  }

  private static Arrivals every(long gapNs) {
    return new Arrivals() {
      private long lastNs;

      @Override
      public long nextNs() {
        lastNs += gapNs;
        return lastNs;
      }
    };
  }
}

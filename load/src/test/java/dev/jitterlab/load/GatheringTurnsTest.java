package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatheringTurnsTest {
  private static final long APART_NS = 1_000;

  private final List<Long> rests = new ArrayList<>();
  private long nowNs = -7;
  private int looks;
  private int ready;
  private final GatheringTurns turns =
      new GatheringTurns(
          APART_NS,
          () -> nowNs,
          restNs -> {
            rests.add(restNs);
            nowNs += restNs;
          });
  private final IntSupplier look =
      () -> {
        looks++;
        return ready;
      };

  @Test
  void waitsAtOnceWhereNothingCameForAWhile() throws Exception {
    assertEquals(SelectStrategy.SELECT, turns.calculateStrategy(look, false));
    nowNs += APART_NS;
    assertEquals(SelectStrategy.SELECT, turns.calculateStrategy(look, false));
    assertEquals(List.of(), rests);
    assertEquals(0, looks);
  }

  @Test
  void looksWithoutWaitingWhereThereAreTasks() throws Exception {
    assertEquals(0, turns.calculateStrategy(look, true));
    assertEquals(1, looks);
    assertEquals(List.of(), rests);
  }

  /** However long each turn works, they begin as far apart as was said. */
  @Test
  void restsUntilTheTurnBeforeIsLongEnoughAgo() throws Exception {
    ready = 3;
    assertEquals(SelectStrategy.SELECT, turns.calculateStrategy(look, false));
    nowNs += 300;
    assertEquals(3, turns.calculateStrategy(look, false));
    nowNs += 999;
    assertEquals(3, turns.calculateStrategy(look, false));
    assertEquals(List.of(700L, 1L), rests);
    assertEquals(2, looks);
  }

  /** A task that came during the rest wrote no wake-up; the loop asks for tasks before it waits. */
  @Test
  void waitsAfterARestThatBroughtNothing() throws Exception {
    turns.calculateStrategy(look, false);
    assertEquals(SelectStrategy.SELECT, turns.calculateStrategy(look, false));
    assertEquals(List.of(APART_NS), rests);
  }

  @Test
  void runsTheTasksAfterARestThatBroughtNothingElse() throws Exception {
    turns.calculateStrategy(look, false);
    assertEquals(0, turns.calculateStrategy(look, true));
    assertEquals(List.of(APART_NS), rests);
  }

  /** A sleep may end late; the next turn is as far from this one, and not closer to make up. */
  @Test
  void countsFromWhenARestReallyEnded() throws Exception {
    turns.calculateStrategy(look, false);
    turns.calculateStrategy(look, false);
    nowNs += 5 * APART_NS;
    turns.calculateStrategy(look, false);
    turns.calculateStrategy(look, false);
    assertEquals(List.of(APART_NS, APART_NS), rests);
  }
}

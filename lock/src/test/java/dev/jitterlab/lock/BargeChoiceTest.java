package dev.jitterlab.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BargeChoiceTest {
  private long nowNs;
  private final BargeChoice choice = new BargeChoice(1000, () -> nowNs);

  @Test
  void sharesAHandOverOfFiftyMicrosecondsAmongSectionsOfTen() {
    // 10 acquisitions of 10 µs would share 50 µs: a third. 45 make it a tenth.
    assertEquals(44, after(20, 10_000, 50_000, 10));
  }

  @Test
  void letsOneBargeInWhereHandingOverIsCheap() {
    assertEquals(1, after(20, 1_000_000, 10_000, 1));
  }

  @Test
  void staysBelowItsLimit() {
    assertEquals(1000, after(20, 100, 50_000, 10));
  }

  @Test
  void followsWhatChanges() {
    int many = after(20, 10_000, 50_000, 10);
    int few = after(60, 200_000, 50_000, many);

    assertEquals(44, many);
    assertEquals(2, few);
  }

  @Test
  void learnsNothingWhereNobodyWaited() {
    nowNs = 5;
    assertEquals(1, choice.takenInTurn(0));
    nowNs = 1_000_000_000;
    assertEquals(1, choice.takenInTurn(3));
  }

  /** The waiter that the lock was free for has given up; a day later another thread takes it. */
  @Test
  void learnsNothingFromAWaiterThatGaveUp() {
    int before = after(20, 10_000, 50_000, 10);
    nowNs += 100_000;
    choice.handingOver();
    nowNs += 86_400_000_000_000L;
    choice.nobodyWaits();

    assertEquals(before, choice.takenInTurn(10));
    nowNs += 1_000_000;
    assertEquals(before, choice.takenInTurn(10), "nor from the time until the next");
  }

  private int after(int turns, long sectionNs, long handOverNs, int barges) {
    int k = 0;
    for (int turn = 0; turn < turns; turn++) {
      nowNs += (barges + 1) * sectionNs;
      choice.handingOver();
      nowNs += handOverNs;
      k = choice.takenInTurn(barges);
    }
    return k;
  }
}

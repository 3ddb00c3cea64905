package dev.jitterlab.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConvoyFinderTest {
  private final ConvoyFinder finder = new ConvoyFinder(2);

  private List<ConvoyFinder.Convoy> window(long acquisitions, long switches, double... waiting) {
    return finder.window(0.5, acquisitions, switches, waiting);
  }

  @Test
  void namesTheLockAndSaysHowLongItLastedAndHowItWas() {
    assertEquals(List.of(), window(1_000, 10, 0.1, 0.1));
    assertEquals(List.of(), window(1_000, 400, 0.1, 2));
    assertEquals(List.of(), window(2_000, 1_100, 0.2, 4));
    List<ConvoyFinder.Convoy> ended = window(1_000, 10, 0.1, 0.1);

    assertEquals(
        "[lock=2 from_seconds=0.5 lasted_seconds=1.0 waiting_threads=3.00"
            + " switches_per_acquisition=0.500 acquisitions_per_second=3000]",
        ended.toString());
    assertEquals(0, finder.convoys(0));
    assertEquals(1, finder.convoys(1));
    assertEquals(1.0, finder.convoySeconds(1));
    assertEquals(0.1, finder.waiting(1), "of the last window");
  }

  @Test
  void takesNoConvoyFromManyWaitersThatDoNotSleep() {
    window(1_000, 249, 3, 3);

    assertEquals(0, finder.found(), "as of locks at which threads spin");
  }

  @Test
  void takesNoConvoyFromThreadsThatSleepElsewhere() {
    window(1_000, 1_000, 0.49, 0.1);

    assertEquals(0, finder.found());
  }

  @Test
  void aStretchWithoutAcquisitionsIsNone() {
    window(0, 0, 3, 3);

    assertEquals(0, finder.found(), "nobody was served: that is a lost lock");
  }

  @Test
  void countsTwoLocksInOneTimeOnceInTheTimeOfAny() {
    window(1_000, 500, 1, 1);
    window(1_000, 500, 1, 0);

    assertEquals(1.0, finder.anySeconds());
    assertEquals(1.0, finder.convoySeconds(0));
    assertEquals(0.5, finder.convoySeconds(1));
    assertEquals(2, finder.found());
    assertEquals(1, finder.end().size(), "the other had ended");
    assertEquals(List.of(), finder.end());
  }
}

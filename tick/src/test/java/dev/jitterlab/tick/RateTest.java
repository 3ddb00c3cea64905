package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RateTest {
  @Test
  void gives128HzItsExactPeriod() {
    assertEquals(7_812_500, Rate.hz(128).periodNs());
    assertEquals(1_000_000_000, Rate.hz(128).offsetNs(128));
  }

  @Test
  void doesNotCreepAtARateWhosePeriodIsNoWholeNanosecond() {
    assertEquals(3_600_000_000_000L, Rate.hz(60).offsetNs(60 * 3600));
  }

  @Property
  void computesEveryOffsetFromTheExactRatio(
      @ForAll @IntRange(min = 1, max = 1_000_000) int ticks,
      @ForAll @IntRange(min = 1, max = 1_000) int seconds,
      @ForAll @LongRange(min = 0, max = 1_000_000) long index) {
    BigInteger exact =
        BigInteger.valueOf(index)
            .multiply(BigInteger.valueOf(seconds))
            .multiply(BigInteger.valueOf(1_000_000_000))
            .divide(BigInteger.valueOf(ticks));

    assertEquals(exact.longValueExact(), Rate.of(ticks, seconds).offsetNs(index));
  }

  @Property
  void findsTheLastIndexThatIsDue(
      @ForAll @IntRange(min = 1, max = 1_000_000) int ticks,
      @ForAll @IntRange(min = 1, max = 9_000) int seconds,
      @ForAll @LongRange(min = -1_000_000_000_000L, max = Long.MAX_VALUE / 2) long elapsedNs) {
    Rate rate = Rate.of(ticks, seconds); // up to 146 years of uptime
    long index = rate.indexAt(elapsedNs);

    assertTrue(rate.offsetNs(index) <= elapsedNs);
    assertTrue(rate.offsetNs(index + 1) > elapsedNs);
  }

  @Property
  void staysExactAfterYearsOfUptime(@ForAll @IntRange(min = 1, max = 100) int years) {
    long secondsOfUptime = years * 31_556_952L;

    assertEquals(secondsOfUptime * 1_000_000_000, Rate.hz(128).offsetNs(secondsOfUptime * 128));
  }

  @Test
  void refusesRatesThatAreNone() {
    assertThrows(IllegalArgumentException.class, () -> Rate.hz(0));
    assertThrows(IllegalArgumentException.class, () -> Rate.of(1, 0));
    assertThrows(IllegalArgumentException.class, () -> Rate.hz(1_000_001));
    assertThrows(IllegalArgumentException.class, () -> Rate.of(1_000_000, 9_001));
  }

  @Test
  void comparesByValue() {
    assertEquals(Rate.hz(20), Rate.of(40, 2));
    assertEquals(Rate.hz(20).hashCode(), Rate.of(40, 2).hashCode());
  }
}

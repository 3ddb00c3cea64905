package dev.jitterlab.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "65e-6, 65 µs",
    "65.04e-6, 65 µs",
    "0.00102, 1.02 ms",
    "0.0009996, 1 ms",
    "0.0009994, 999 µs",
    "3.4e-8, 34 ns",
    "-12.34e-6, -12.3 µs",
    "0, 0 s",
    "0.9999, 1 s",
    "28, 28 s",
    "600, 10 min",
  })
  void timesKeepThreeDigitsAndTheShortestUnit(double seconds, String expected) {
    assertEquals(expected, Units.seconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"0.25, 250 ms", "45, 45 s", "225, 3 min 45 s", "600, 10 min", "3605.2, 1 h 5 s"})
  void durationsAreWholeSecondsFromAMinuteOn(double seconds, String expected) {
    assertEquals(expected, Units.duration(seconds));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.00214, 0.214 %",
    "1, 100 %",
    "0.0000001, 0.00001 %",
    "0.9994, 99.9 %",
    "0.9996, 99.96 %",
    "0.999996, 99.9996 %",
    "0.99999999, 99.999999 %",
    "0.9999999999999999, 100 %",
    "1.0004, 100.04 %"
  })
  void sharesSayZeroOnlyForZeroAndHundredOnlyForAll(double ratio, String expected) {
    assertEquals(expected, Units.share(ratio));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0.0 %",
    "0.0004, 1, 0.04 %",
    "0.9996, 1, 99.96 %",
    "1, 1, 100.0 %",
    "0.985, 1, 98.5 %",
    "0.004, 0, 0.4 %",
    "0.996, 0, 99.6 %",
    "0.125, 0, 13 %",
    "1, 0, 100 %"
  })
  void fixedDecimalsHideNoRest(double ratio, int decimals, String expected) {
    assertEquals(expected, Units.share(ratio, decimals));
  }

  @ParameterizedTest
  @CsvSource({
    "999, 999 B",
    "1023, 0.999 KiB",
    "1024, 1 KiB",
    "325058560, 310 MiB",
    "8589934592, 8 GiB"
  })
  void sizesAreBinary(long bytes, String expected) {
    assertEquals(expected, Units.bytes(bytes));
  }

  @ParameterizedTest
  @CsvSource({"0.0651, 0.0651", "1234.5, 1230", "1e-12, 0.000000000001", "NaN, –", "2, 2"})
  void numbersAreNeverInScientificNotation(double value, String expected) {
    assertEquals(expected, Units.number(value));
  }

  @ParameterizedTest
  @CsvSource({
    "0.0651, 0.0651",
    "1.00123, 1.0012",
    "0.99968, 0.99968",
    "1.0049, 1.0049",
    "1.0062, 1.01",
    "1, 1",
    "1.0000000000000002, 1",
    "NaN, –"
  })
  void aRatioReadsAsOneOnlyIfItIsOne(double value, String expected) {
    assertEquals(expected, Units.ratio(value));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "999, 999", "28000, 28 000", "1234567, 1 234 567"})
  void countsHaveSpacesBetweenThousands(long count, String expected) {
    assertEquals(expected, Units.count(count));
  }

  @ParameterizedTest
  @CsvSource({"0, 0 runs", "1, 1 run", "28000, 28 000 runs"})
  void oneOfThemIsNoPlural(long count, String expected) {
    assertEquals(expected, Units.count(count, "run"));
  }
}

package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListedEventsTest {
  /** A run of 25 overloaded servers once ended without a result: it listed 125,000 events. */
  @ParameterizedTest
  @CsvSource({"0, 5000", "1, 5000", "8, 5000", "25, 1600", "1000, 40"})
  void theMoreServersTheFewerEventsOfEachAreListed(int servers, int events) {
    assertEquals(events, Listing.FOR_READERS.mostOfAServer(servers));
  }

  /** A run of 12 servers with faults had 27,886 late events, and 24,950 were listed. */
  @ParameterizedTest
  @CsvSource({"0, 10000", "4, 10000", "12, 5000", "1000, 60"})
  void whereEachIsScoredMoreAreListed(int servers, int events) {
    assertEquals(events, Listing.FOR_SCORES.mostOfAServer(servers));
  }
}

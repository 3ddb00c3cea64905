package dev.jitterlab.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartsTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void closesInTheOppositeOrderAndEachOnce() {
    Parts parts = new Parts();
    parts.add(() -> closed.add("log"));
    parts.add(() -> closed.add("server"));

    parts.close();
    parts.close();

    assertEquals(List.of("server", "log"), closed);
  }

  @Test
  void aPartThatCannotBeClosedDoesNotKeepTheOthersFromIt() {
    Parts parts = new Parts();
    parts.add(() -> closed.add("log"));
    parts.add(
        () -> {
          throw new IllegalStateException("on purpose");
        });

    parts.close();

    assertEquals(List.of("log"), closed);
  }

  @Test
  void whatCannotBeOpenedWholeIsClosedAndTheFailureTold() throws IOException {
    AutoCloseable whole = () -> closed.add("whole");
    assertSame(whole, Parts.open(whole, opened -> closed.add("opened")));
    assertEquals(List.of("opened"), closed);

    IOException failure = new IOException("on purpose");
    assertSame(failure, assertThrows(IOException.class, () -> Parts.open(whole, failing(failure))));
    assertEquals(List.of("opened", "whole"), closed);
  }

  @Test
  void aFailureToCloseIsToldBesideTheFailureToOpen() {
    IllegalStateException closing = new IllegalStateException("cannot be closed");
    AutoCloseable whole =
        () -> {
          throw closing;
        };
    IOException failure = new IOException("cannot be opened");
    IOException told = assertThrows(IOException.class, () -> Parts.open(whole, failing(failure)));

    assertSame(failure, told);
    assertArrayEquals(new Throwable[] {closing}, told.getSuppressed());
  }

  private static Parts.Opening<AutoCloseable> failing(IOException failure) {
    return whole -> {
      throw failure;
    };
  }

  @ParameterizedTest
  @CsvSource({"40ms, 40000000", "0.5us, 500", "2s, 2000000000"})
  void readsDurations(String text, long nanos) {
    assertEquals(nanos, DurationOption.nanos("--wait", text));
  }

  @ParameterizedTest
  @CsvSource({"40", "ms", "-1s", "1h", "1e3s"})
  void refusesWhatIsNoDurationWithTheOptionsName(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> DurationOption.nanos("--wait", text));
    assertEquals(
        "--wait is a number with us, ms or s, such as 40ms, not '" + text + "'", e.getMessage());
  }
}

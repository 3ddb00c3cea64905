package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CompilerRestTest {
  private static final long MS = 1_000_000;

  private long compiledMs = 3_000;
  private final CompilerRest rest = new CompilerRest(() -> compiledMs, 0);

  @Test
  void isReachedAfterHalfASecondWithoutCompiling() {
    assertFalse(rest.isReached(499 * MS));
    assertTrue(rest.isReached(500 * MS));
  }

  @Test
  void beginsAnewWhileTheyWork() {
    for (int at = 100; at <= 2_000; at += 100) {
      compiledMs += 50;
      assertFalse(rest.isReached(at * MS));
    }
    assertFalse(rest.isReached(2_499 * MS));
    assertTrue(rest.isReached(2_500 * MS));
  }

  @Test
  void aLongCompilationIsSeenWhenItEnds() {
    assertFalse(rest.isReached(400 * MS));
    compiledMs += 400;
    assertFalse(rest.isReached(450 * MS));
    assertFalse(rest.isReached(949 * MS), "half a second from there");
    assertTrue(rest.isReached(950 * MS));
  }

  @Test
  void smallMethodsNowAndThenAreRest() {
    compiledMs += 10;
    assertFalse(rest.isReached(200 * MS));
    compiledMs += 10;
    assertTrue(rest.isReached(500 * MS));
  }
}

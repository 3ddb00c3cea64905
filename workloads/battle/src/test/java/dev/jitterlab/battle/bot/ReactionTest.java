package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReactionTest {
  private static final long MS = 1_000_000;

  @Test
  void eachBotHasATimeOfItsOwnAndTheSameInEveryRun() {
    Reaction reaction = Reaction.parse("150ms-350ms");
    long[] times = LongStream.range(0, 1_000).map(reaction::ofBotNs).toArray();
    assertTrue(LongStream.of(times).allMatch(ns -> ns >= 150 * MS && ns <= 350 * MS));
    assertTrue(LongStream.of(times).distinct().count() > 500);
    assertEquals(250 * MS, LongStream.of(times).average().orElseThrow(), 10 * MS);
    assertEquals(times[7], Reaction.parse("150ms-350ms").ofBotNs(7));
    assertEquals(200 * MS, Reaction.parse("200ms").ofBotNs(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "150", "150ms-", "350ms-150ms", "1ms-2ms-3ms", "1.5s", "-1ms"})
  void refusesWhatIsNoReaction(String text) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Reaction.parse(text));
    assertTrue(refusal.getMessage().startsWith("--reaction is"), refusal.getMessage());
  }
}

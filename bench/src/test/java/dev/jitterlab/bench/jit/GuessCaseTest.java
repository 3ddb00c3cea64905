package dev.jitterlab.bench.jit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Against lines that JDK 11 and JDK 25 printed. */
class GuessCaseTest {
  private static final String OF_25 =
      """
      # case if:0:20
      # warm 0
      # warm 240
       121    b  3       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)
      # warm 5360
       198    b  4       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)
       121       3       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)   made not entrant: not used
      # rare 1
       198       4       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)   made not entrant: uncommon trap
      # rare 2
      # again 0
      # again 96
       217    b  3       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)
      # again 5088
       220    b  4       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)
       217       3       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)   made not entrant: not used
      # end
      # case split:0:1
      # warm 5360
       414    b  4       dev.jitterlab.idioms.jit.SplitGuess::call (50 bytes)
       415    b  4       dev.jitterlab.idioms.jit.SplitGuess::part3 (40 bytes)
       416 %  b  4       dev.jitterlab.idioms.jit.GuessProbe::run @ 154 (206 bytes)
      # rare 1
       415       4       dev.jitterlab.idioms.jit.SplitGuess::part3 (40 bytes)   made not entrant: uncommon trap
      # again 0
      # end
      # sum 17
      """;

  @Test
  void findsTheStepInWhichCodeWasMadeAndThrownAway() {
    GuessCase guess = GuessCase.parse(OF_25.lines()).get("if:0:20");
    assertEquals(OptionalInt.of(240), guess.callsToTier(3));
    assertEquals(OptionalInt.of(5360), guess.callsToTier(4));
    assertTrue(guess.isOptimised());
    assertEquals(OptionalInt.of(1), guess.discardedByCall());
    assertEquals(OptionalInt.of(3), guess.tierAfterwards());
    assertEquals(OptionalInt.of(5088), guess.callsUntilOptimised());
  }

  @Test
  void aPartWithCodeOfItsOwnCostsTheCallerNothing() {
    GuessCase split = GuessCase.parse(OF_25.lines()).get("split:0:1");
    assertEquals(OptionalInt.empty(), split.discardedByCall());
    assertTrue(split.hasLostAny());
    assertEquals(OptionalInt.empty(), split.callsToTier(3));
  }

  @Test
  void codeOfALowerTierThatIsReplacedIsNoGuess() {
    String replaced =
        """
        # case if:1:1
        # warm 5360
         385    b  4       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)
        # rare 1
         363       3       dev.jitterlab.idioms.jit.IfGuess::call (25 bytes)   made not entrant
        # end
        """;
    GuessCase guess = GuessCase.parse(replaced.lines()).get("if:1:1");
    assertEquals(OptionalInt.empty(), guess.discardedByCall());
    assertFalse(guess.hasLostAny());
  }

  @Test
  void readsTheLinesOfOldAndNewJdks() {
    assertEquals(
        Optional.of(new CompileLine(false, 4, "a.B", "call", true)),
        CompileLine.parse(" 341       4       a.B::call (25 bytes)   made not entrant"));
    assertEquals(
        Optional.of(new CompileLine(true, 3, "a.B", "run", false)),
        CompileLine.parse("  12 %  b  3       a.B::run @ 40 (96 bytes)"));
    assertEquals(
        Optional.of(new CompileLine(false, 3, "a.B", "put", false)),
        CompileLine.parse("   7   !b  3       a.B::put (9 bytes)"));
    assertEquals(
        Optional.empty(), CompileLine.parse("   1     n 0       a.B::enter (native)   (static)"));
    assertEquals(Optional.empty(), CompileLine.parse("# warm 16"));
  }

  @Test
  void aTimeCountsOnlyOfCodeOfThatTier() {
    List<String> kept =
        List.of(
            "  61    b  3       dev.jitterlab.idioms.jit.TierProbe::work (102 bytes)",
            "  62 %  b  4       dev.jitterlab.idioms.jit.TierProbe::work @ 4 (102 bytes)",
            "# timing",
            "# ns 612.5",
            "# sum 4");
    assertEquals(OptionalDouble.of(612.5e-9), JitPrograms.time(kept, 3));
    assertEquals(OptionalDouble.empty(), JitPrograms.time(kept, 2));
    assertEquals(OptionalDouble.empty(), JitPrograms.time(kept, 0));
    List<String> compiledLater =
        List.of(
            "# timing",
            "  61    b  3       dev.jitterlab.idioms.jit.TierProbe::work (102 bytes)",
            "# ns 612.5");
    assertEquals(OptionalDouble.empty(), JitPrograms.time(compiledLater, 3));
    assertEquals(OptionalDouble.of(6e-6), JitPrograms.time(List.of("# timing", "# ns 6000.0"), 0));
  }
}

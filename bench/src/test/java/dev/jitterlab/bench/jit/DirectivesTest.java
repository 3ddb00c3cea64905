package dev.jitterlab.bench.jit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DirectivesTest {
  private static final String PRINTED =
      """
      Directive: (default)
       matching: *.*
       c1 directives:
        inline: -
        Enable:true OnlyOfC1:false MaxNodeLimit:80000

       c2 directives:
        inline: -
        Enable:true BreakAtExecute:false Vectorize:false DisableIntrinsic: ControlIntrinsic: RepeatCompilation:0

      openjdk version "25.0.3" 2026-04-21 LTS
      """;

  @Test
  void readsTheSwitchesOfC2() {
    Directives directives = Directives.parse(PRINTED);
    assertEquals(List.of("Enable", "Vectorize"), List.copyOf(directives.switches().keySet()));
    assertTrue(directives.switches().get("Enable"));
    assertEquals(
        Set.of("DisableIntrinsic", "ControlIntrinsic", "RepeatCompilation"),
        directives.others().keySet());
  }

  @Test
  void turnsOneTheOtherWayRound() {
    assertEquals(
        "[{ match: \"*Guess.*\", c2: { Vectorize: true } }]",
        Directives.flipped("Vectorize", false, "*Guess").strip());
  }

  @Test
  void knowsItsOwnFigures() {
    assertTrue(JitRecord.hasFigure("25", "branch_kept_from.if"));
    assertTrue(JitRecord.hasFigure("tier-3-11", "time"));
    assertTrue(JitRecord.hasFigure("c++", "time"));
    assertFalse(JitRecord.hasFigure("25", "time"));
    assertFalse(JitRecord.hasFigure("tier-5-11", "time"));
  }
}

package dev.jitterlab.lab.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SpellingTest {
  @Test
  void countsInsertedDeletedReplacedAndSwappedLetters() {
    assertEquals(0, Spelling.distance("scheduler", "scheduler"));
    assertEquals(1, Spelling.distance("scheduller", "scheduler"));
    assertEquals(1, Spelling.distance("shceduler", "scheduler"));
    assertEquals(3, Spelling.distance("kitten", "sitting"));
    assertEquals(4, Spelling.distance("", "four"));
  }

  @Test
  void findsTheNearestWordAndNothingFarAway() {
    List<String> known = List.of("warmup", "duration", "seed");
    assertEquals(Optional.of("duration"), Spelling.nearest("durration", known));
    assertEquals(Optional.empty(), Spelling.nearest("frequency", known));
    assertEquals(Optional.empty(), Spelling.nearest("xy", List.of("ab")));
  }

  @Property
  void distanceIsTheSameBothWaysAndBounded(
      @ForAll @AlphaChars @StringLength(max = 12) String a,
      @ForAll @AlphaChars @StringLength(max = 12) String b) {
    int distance = Spelling.distance(a, b);
    assertEquals(distance, Spelling.distance(b, a));
    assertTrue(distance >= Math.abs(a.length() - b.length()));
    assertTrue(distance <= Math.max(a.length(), b.length()));
    assertEquals(a.equals(b), distance == 0);
  }
}

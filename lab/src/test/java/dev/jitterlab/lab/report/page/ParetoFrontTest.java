package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.report.page.ParetoFront.Option;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ParetoFrontTest {
  @Test
  void theFrontIsWhatNoOtherBeatsInBoth() {
    Option cheap = new Option("cheap", 1, 0.5);
    Option good = new Option("good", 3, 0.1);
    Option same = new Option("same", 3, 0.1);
    List<Option> options =
        List.of(good, same, cheap, new Option("bad", 2, 0.6), new Option("dear", 4, 0.1));
    assertEquals(List.of(cheap, good, same), ParetoFront.of(options));
  }

  @Property
  void everyOptionIsOnTheFrontOrBeatenByOneThatIs(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 35) Integer> cells) {
    List<Option> options =
        IntStream.range(0, cells.size())
            .mapToObj(i -> new Option("o" + i, 1 + cells.get(i) / 6, cells.get(i) % 6))
            .toList();
    List<Option> front = ParetoFront.of(options);
    for (Option option : options) {
      assertTrue(front.contains(option) ^ front.stream().anyMatch(best -> best.beats(option)));
    }
  }
}

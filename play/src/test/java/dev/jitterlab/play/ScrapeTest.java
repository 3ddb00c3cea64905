package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.ExpositionParser;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ScrapeTest {
  private static Scrape of(String text) throws Exception {
    return new Scrape(ExpositionParser.parse(text));
  }

  @Test
  void addsUpWhatHasTheNameAndTheLabel() throws Exception {
    Scrape scrape = of("late{threshold=\"1.1\"} 3\nlate{threshold=\"2\"} 1\nlater 9\n");

    assertEquals(OptionalDouble.of(4), scrape.sum("late"));
    assertEquals(OptionalDouble.of(3), scrape.sum("late", "threshold=\"1.1\""));
    assertEquals(OptionalDouble.empty(), scrape.sum("none"));
  }

  @Test
  void findsQuantilesInTheHistogramsOfAllServersTogether() throws Exception {
    Scrape fast =
        of("d_bucket{le=\"0.1\"} 98\nd_bucket{le=\"1.0\"} 98\nd_bucket{le=\"+Inf\"} 98\n");
    Scrape slow = of("d_bucket{le=\"0.1\"} 0\nd_bucket{le=\"1.0\"} 1\nd_bucket{le=\"+Inf\"} 2\n");
    Scrape together = Scrape.together(List.of(fast, slow));

    assertEquals(OptionalDouble.of(0.1), together.quantileBound("d", 0.98));
    assertEquals(OptionalDouble.of(1.0), together.quantileBound("d", 0.99));
    assertEquals(OptionalDouble.of(Double.POSITIVE_INFINITY), together.quantileBound("d", 1));
    assertEquals(OptionalDouble.empty(), Scrape.NONE.quantileBound("d", 0.5));
  }
}

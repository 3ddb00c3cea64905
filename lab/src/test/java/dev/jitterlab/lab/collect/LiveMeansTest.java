package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.jitterlab.lab.run.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveMeansTest {
  private final LiveMeans means = new LiveMeans("x_seconds");

  private void scrape(double at, double sum, double count) {
    means.update(
        List.of(
            new Sample(at, "pool/1", "x_seconds_sum", "", sum),
            new Sample(at, "pool/1", "x_seconds_count", "", count),
            new Sample(at, "pool/1", "x_seconds_bucket", "le=\"1\"", 99)));
  }

  @Test
  void dividesTheIncreases() {
    scrape(0, 10, 100);
    scrape(1, 12, 110);
    scrape(2, 17, 120);

    assertArrayEquals(new double[] {0.2, 0.5}, means.of("pool/1"), 1e-12);
    assertArrayEquals(new double[0], means.of("pool/2"));
  }

  @Test
  void coversTheTimeOfScrapesThatFailedOrSawNothing() {
    scrape(0, 10, 100);
    means.update(List.of(new Sample(1, "pool/1", "lab_scrape_failed_total", "", 1)));
    scrape(2, 10, 100);
    scrape(3, 12, 110);
    scrape(3.1, 13, 111);
    scrape(4, 14, 120);

    assertArrayEquals(new double[] {0.2, 0.2}, means.of("pool/1"), 1e-12);
  }

  @Test
  void addsUpLabelSets() {
    for (int round = 0; round < 2; round++) {
      means.update(
          List.of(
              new Sample(round, "a", "x_seconds_sum", "k=\"1\"", 2 * round),
              new Sample(round, "a", "x_seconds_count", "k=\"1\"", 10 * round),
              new Sample(round, "a", "x_seconds_sum", "k=\"2\"", 4 * round),
              new Sample(round, "a", "x_seconds_count", "k=\"2\"", 10 * round)));
    }

    assertArrayEquals(new double[] {0.3}, means.of("a"), 1e-12);
  }
}

package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Made campaigns whose parts are known. The seed is fixed. */
class KeptSpreadTest {
  private static final int CAMPAIGNS = 400;
  private static final SplittableRandom RANDOM = new SplittableRandom(20_261_128);

  /** Of runs that differ by 0.5, of which each group has 0.2 for itself. */
  private static KeptRun run(String content, int instances) {
    double run = 0.5 * RANDOM.nextGaussian();
    double[] rounds = RANDOM.doubles(instances).map(_ -> 0.4 * RANDOM.nextGaussian()).toArray();
    return kept(content, Map.of("old", figures(run, rounds), "new", figures(1 + run, rounds)));
  }

  private static List<Double> figures(double mean, double[] rounds) {
    double group = mean + 0.2 * RANDOM.nextGaussian();
    return IntStream.range(0, rounds.length)
        .mapToObj(i -> Math.exp(group + rounds[i] + 0.3 * RANDOM.nextGaussian()))
        .toList();
  }

  private static KeptRun kept(String content, Map<String, List<Double>> figures) {
    return new KeptRun(
        "one",
        content,
        1,
        "2026-11-28T10:00:00Z",
        null,
        null,
        null,
        null,
        null,
        null,
        "valid",
        null,
        "",
        "old",
        "cpu_load",
        null,
        Map.of(
            "old", Map.of("cpu_load", figures.get("old")),
            "new", Map.of("cpu_load", figures.get("new"))),
        null,
        null,
        null,
        null);
  }

  @Test
  void findsThePartsOfWhichCampaignsWereMade() {
    double run = 0;
    double group = 0;
    double round = 0;
    double instance = 0;
    for (int i = 0; i < CAMPAIGNS; i++) {
      List<KeptRun> runs = new ArrayList<>();
      for (int r = 0; r < 20; r++) {
        runs.add(run("a", 5));
      }
      List<KeptSpread> spreads = KeptSpread.of(runs);
      assertEquals(1, spreads.size());
      KeptSpread spread = spreads.getFirst();
      assertEquals("cpu_load", spread.metric());
      assertEquals(List.of(20, 2, 5), List.of(spread.runs(), spread.groups(), spread.instances()));
      run += spread.run() / CAMPAIGNS;
      group += spread.group() / CAMPAIGNS;
      round += spread.round() / CAMPAIGNS;
      instance += spread.instance() / CAMPAIGNS;
    }
    assertEquals(0.25, run, 0.02);
    assertEquals(0.04, group, 0.004);
    assertEquals(0.16, round, 0.016);
    assertEquals(0.09, instance, 0.004);
  }

  /** Of a ratio of means of five instances. */
  @Test
  void saysHowMuchOfARatiosVarianceLiesBetweenRuns() {
    KeptSpread spread = new KeptSpread("one", "m", 3, 2, 5, 9, 0.02, 9, 0.3);

    assertEquals(0.02 / (0.02 + 0.3 / 5), spread.ofRuns(), 1e-12);
    assertTrue(
        KeptSpread.table(List.of(spread)).lines().toList().getLast().endsWith(" | 25 % |"),
        KeptSpread.table(List.of(spread)));
  }

  /** Runs of another content asked something else, and two runs have one difference. */
  @Test
  void takesThreeRunsOfOneContent() {
    List<KeptRun> runs = List.of(run("a", 5), run("a", 5), run("b", 5));
    assertEquals(List.of(), KeptSpread.of(runs));

    List<KeptRun> lacking = List.of(run("a", 4), run("a", 5), run("a", 5));
    assertEquals(List.of(), KeptSpread.of(lacking));

    List<KeptRun> whole = List.of(run("a", 4), run("a", 5), run("b", 5), run("a", 5), run("a", 5));
    assertEquals(3, KeptSpread.of(whole).getFirst().runs());
  }
}

package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.lab.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CampaignTallyTest {
  /** As `--format json` prints it; docs/experiments.md explains the keys. */
  @Test
  void keepsTheKeysThatScriptsRead() throws Exception {
    CampaignTally.Pair pair =
        new CampaignTally.Pair("cpu_load", "new", "old", 1, 0, 0, 0, 0, List.of(0.5));
    JsonNode tally =
        Json.parse(Json.write(new CampaignTally("one", 1, 0, 0, 0, List.of(pair))), JsonNode.class);

    assertEquals(Set.of("experiment", "valid", "weak", "invalid", "failed", "pairs"), keys(tally));
    assertEquals(
        Set.of(
            "metric",
            "group",
            "baseline",
            "lower",
            "higher",
            "equivalent",
            "undecided",
            "failed",
            "ratios",
            "reversed"),
        keys(tally.path("pairs").get(0)));
  }

  private static KeptRun run(String validity, String why, String baseline, String... decisions) {
    List<KeptRun.Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < decisions.length; i++) {
      comparisons.add(
          new KeptRun.Comparison(
              "cpu_load", "new" + i, baseline, 0.5, 0.4, 0.6, 0.01, decisions[i]));
    }
    return run(
        validity,
        why == null ? List.of() : List.of(new KeptRun.Reason("run_complete", "failed", why)),
        baseline,
        comparisons);
  }

  private static KeptRun run(
      String validity,
      List<KeptRun.Reason> reasons,
      String baseline,
      List<KeptRun.Comparison> comparisons) {
    return new KeptRun(
        "one",
        "content",
        1,
        "2026-11-30T10:00:00Z",
        null,
        null,
        null,
        null,
        null,
        null,
        validity,
        reasons,
        "",
        baseline,
        "cpu_load",
        comparisons,
        null,
        null,
        null,
        null,
        null);
  }

  /** A server that crashes in every second run would win by a new draw. */
  @Test
  void aRunThatAServerEndedCountsAgainstItsPairs() {
    KeptRun lower = run("valid", null, "old", "lower", "lower");
    KeptRun died = run(KeptRun.FAILED, "new1/2: the process ended", "old");
    CampaignTally tally = CampaignTally.of("one", List.of(lower, died, lower, lower));

    assertEquals(0, tally.pairs().getFirst().failed());
    assertEquals(1, tally.pairs().getLast().failed());
    assertEquals(0, tally.agreeing());
    assertTrue(tally.text().contains("in 1 more a server failed"), tally.text());
    assertEquals(3, CampaignTally.of("one", List.of(lower, lower, lower)).agreeing());
  }

  /** Its books do not agree in every second run: the run ends, and its figures do not count. */
  @Test
  void aRunThatIsInvalidBecauseOfAServerCountsAgainstItsPairs() {
    KeptRun lower = run("valid", null, "old", "lower", "lower");
    String why = "new1/2 said at its end that its figures cannot be used (status 3)";
    KeptRun worthless =
        run(
            "invalid",
            List.of(new KeptRun.Reason("process_exits", "invalid", why)),
            "old",
            List.of());
    KeptRun stolen =
        run(
            "invalid",
            List.of(
                new KeptRun.Reason("machine_steal_ratio", "invalid", "the hypervisor took 8 %"),
                new KeptRun.Reason("process_exits", "weak", "new0/1 did not end on request")),
            "old",
            List.of());
    CampaignTally tally = CampaignTally.of("one", List.of(lower, worthless, stolen, lower));

    assertEquals(0, tally.pairs().getFirst().failed());
    assertEquals(1, tally.pairs().getLast().failed());
    assertEquals(0, tally.agreeing());
    assertEquals(2, tally.invalid());
  }

  /** Two servers did not become ready in time, and a third one had to be killed at the end. */
  @Test
  void aRunFailsForEachServerThatEndedItAndForNoOther() {
    KeptRun run =
        run(
            KeptRun.FAILED,
            List.of(
                new KeptRun.Reason("run_complete", "failed", "a/1: not ready; b-2/1: not ready"),
                new KeptRun.Reason("process_exits", "invalid", "c/1 died with status 1; d/2 died"),
                new KeptRun.Reason("load_imbalance_ratio", "invalid", "e/3 should have got 8"),
                new KeptRun.Reason("process_exits", "weak", "f/1 did not end on request")),
            "old",
            List.of());

    assertEquals(
        List.of("a", "b-2", "c", "d"),
        Stream.of("a", "b-2", "2", "b", "c", "d", "e", "f").filter(run::hasFailedFor).toList());
  }

  /** A page may quote any of them. */
  @Test
  void runsAgreeWhenTheyDoOnEachPairThatOneOfThemDecides() {
    KeptRun one = run("valid", null, "old", "lower", "higher");
    KeptRun other = run("valid", null, "old", "lower", "undecided");

    assertEquals(1, CampaignTally.of("one", List.of(one, other, other)).agreeing());
    assertEquals(3, CampaignTally.of("one", List.of(other, other, other)).agreeing());
  }

  /** A machine that cannot run the baseline compares with another group. */
  @Test
  void keepsPairsWithOtherBaselinesApart() {
    CampaignTally tally =
        CampaignTally.of(
            "one", List.of(run("valid", null, "a", "lower"), run("valid", null, "b", "higher")));

    assertEquals(2, tally.pairs().size());
    assertEquals(1, tally.agreeing());
  }

  private static Set<String> keys(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }
}

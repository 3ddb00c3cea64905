package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.lab.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

  private static Set<String> keys(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }
}

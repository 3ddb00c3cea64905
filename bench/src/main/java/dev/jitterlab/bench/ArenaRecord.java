package dev.jitterlab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.run.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of {@code bench arena} for the ledger of claims. A group is a twin. {@code clients}
 * is how many times the clients of the main loop it serves at an equal response, {@code
 * share_of_ideal} the same by what all cores together could if they did twice the work of one,
 * {@code share_of_machine} its updates by those of separate worlds that share nothing, and {@code
 * cache_line_ns} how long a cache line took between cores before it. Stateless.
 */
public final class ArenaRecord {
  /** How questions of the ledger name the bench. */
  public static final String NAME = "bench-arena";

  /** Its metrics, as the arena's program writes them. */
  public static final List<String> METRICS =
      List.of(
          "updates_per_second", "clients", "share_of_ideal", "share_of_machine", "cache_line_ns");

  private ArenaRecord() {}

  /**
   * Reads what the arena's program has left.
   *
   * @param environment the machine, before the bench began
   */
  public static BenchRecord read(Path figures, Environment environment) {
    JsonNode bench = Json.read(figures, JsonNode.class);
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    bench
        .path("twins")
        .properties()
        .forEach(
            twin -> {
              Map<String, List<Double>> ofTwin = new LinkedHashMap<>();
              for (String metric : METRICS) {
                List<Double> rounds = new ArrayList<>();
                twin.getValue()
                    .path(metric)
                    .forEach(round -> rounds.add(BenchRecord.rounded(round.asDouble())));
                ofTwin.put(metric, rounds);
              }
              values.put(twin.getKey(), ofTwin);
            });
    return new BenchRecord(
        NAME,
        BenchRecord.fingerprint(bench.path("asked").asText()),
        environment,
        Map.of(),
        List.of(),
        values);
  }
}

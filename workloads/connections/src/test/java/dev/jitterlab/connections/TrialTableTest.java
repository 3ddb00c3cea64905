package dev.jitterlab.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTableTest {
  private static TrialTable.Server server(Map<String, Double> metrics) {
    return begin -> metrics.getOrDefault(begin, 0.0);
  }

  private static List<String> words(String line) {
    return List.of(line.trim().split(" +"));
  }

  @Test
  void addsConnectionsUpAndNamesTheSlowestServer() {
    List<String> lines =
        TrialTable.of(
            List.of(
                server(
                    Map.of(
                        "jitterlab_connections ", 100.0,
                        "jitterlab_connection_bytes{part=\"heap\"}", 800.0,
                        "jitterlab_connection_bytes_low{part=\"heap\"}", 790.0,
                        "jitterlab_connection_bytes_high{part=\"heap\"}", 810.0,
                        "jitterlab_connection_bytes{part=\"kernel\"}", 9_000.0,
                        "jitterlab_connections_accepted_per_second ", 50.0,
                        "jitterlab_connections_accepted_per_second_without_measuring ", 80.0,
                        "jitterlab_broadcast_seconds{quantile=\"0.99\"}", 0.2,
                        "jitterlab_connections_refused_total{", 1.0,
                        "jitterlab_connections_closed_total{", 2.0)),
                server(
                    Map.of(
                        "jitterlab_connections ", 101.0,
                        "jitterlab_connection_bytes{part=\"heap\"}", 900.0,
                        "jitterlab_connection_bytes_low{part=\"heap\"}", 880.0,
                        "jitterlab_connection_bytes_high{part=\"heap\"}", 920.0,
                        "jitterlab_broadcast_seconds{quantile=\"0.99\"}", 0.5))));

    assertEquals(
        List.of("1", "100", "800", "790", "810", "0", "9000", "50", "80", "0.200", "3"),
        words(lines.get(1)));
    assertEquals(
        List.of("all", "201", "850", "790", "920", "0", "4500", "25", "40", "0.500", "3"),
        words(lines.get(3)));
  }

  @Test
  void figuresEndBelowTheirTitles() {
    List<String> lines = TrialTable.of(List.of(server(Map.of("jitterlab_connections ", 15_000.0))));

    assertEquals(
        lines.get(0).indexOf("connections") + "connections".length(),
        lines.get(1).indexOf("15000") + "15000".length());
    assertEquals(lines.get(0).length(), lines.get(1).length());
    assertEquals(5, lines.size(), "a title, a server, three lines that explain, and no sum");
  }
}

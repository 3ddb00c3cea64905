package dev.jitterlab.lab.metric;

import java.util.List;

/** What a game server served, in the mean. */
public final class Served implements MetricProvider {
  /** How many players. */
  public static final Metric PLAYERS =
      Metric.of("players", "Players", Unit.NUMBER)
          .optional()
          .read(Pooling.mean(server -> server.mean("jitterlab_players")));

  /** How many battles. */
  public static final Metric BATTLES =
      Metric.of("battles", "Battles", Unit.NUMBER)
          .optional()
          .read(Pooling.mean(server -> server.mean("jitterlab_battles")));

  @Override
  public List<Metric> metrics() {
    return List.of(PLAYERS, BATTLES);
  }
}

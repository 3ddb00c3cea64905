package dev.jitterlab.play;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What was played, as {@code --format json} prints it. Absent: what no process has shown.
 *
 * @param secondsPlayed from when all services were up
 * @param battlesPlayed to their end, on all servers
 * @param playersServed how often a player was given a battle
 * @param lateTicksRatio of all ticks, those later than 1.1 periods
 * @param longestWaitSeconds bound of what a player waited for a battle at most
 * @param resultsStored battles whose result is kept
 * @param recovery of the players whose server fell silent
 * @param versions the battle servers by version
 * @param servers every battle server
 * @param died processes that ended although nobody asked them to, once for each time
 * @param givenUp of these, who ended again and again, and was not started any more
 * @param kills processes that were killed on purpose, by {@code --chaos}
 * @param restarts processes that were started again and were ready
 * @param upgrade how far the servers were replaced; absent without {@code --upgrade}
 * @param audit what the bots saw, compared with what the cluster has kept; absent without {@code
 *     --chaos} and {@code --upgrade}
 */
public record PlayResult(
    double secondsPlayed,
    long battlesPlayed,
    Long playersServed,
    Double lateTicksRatio,
    Double longestWaitSeconds,
    Long resultsStored,
    Recovery recovery,
    List<VersionResult> versions,
    List<ServerResult> servers,
    List<String> died,
    List<String> givenUp,
    long kills,
    long restarts,
    Upgrade upgrade,
    AuditResult audit) {
  /**
   * The players whose server fell silent while they were in a battle, or on their way into one.
   *
   * @param playersRecovered how often one was in another battle
   * @param playersLost who were not, when the play ended
   * @param longestSeconds bound of the time that it took at most, from the last packet of the one
   *     server to the first state of the other
   */
  public record Recovery(long playersRecovered, long playersLost, Double longestSeconds) {}

  /**
   * The battle servers of one version, taken together.
   *
   * @param driftP99Seconds bound of the drift that 99 of 100 ticks have at most
   */
  public record VersionResult(
      String version,
      int servers,
      long battlesPlayed,
      long ticks,
      long lateTicks,
      Double lateTicksRatio,
      Double driftP99Seconds) {}

  /** One battle server. */
  public record ServerResult(
      String id, String version, boolean alive, long battlesPlayed, long ticks, long lateTicks) {}

  /** Of so many servers of the one version, how many were replaced by servers of the other. */
  public record Upgrade(String from, String to, int replaced, int servers) {}

  /** Who was killed or died, and who came back. */
  record Survival(long kills, long restarts, List<String> died, List<String> givenUp) {}

  /** Whether every process that died could be started again, and no result was lost. */
  public boolean isSound() {
    return givenUp.isEmpty() && (audit == null || audit.isSound());
  }

  static PlayResult of(
      double secondsPlayed,
      List<VersionResult> versions,
      OptionalLong playersServed,
      OptionalDouble longestWaitSeconds,
      OptionalLong resultsStored,
      Recovery recovery,
      List<PlayState.Server> servers,
      Survival survival,
      Upgrade upgrade,
      AuditResult audit) {
    long ticks = versions.stream().mapToLong(VersionResult::ticks).sum();
    long lateTicks = versions.stream().mapToLong(VersionResult::lateTicks).sum();
    return new PlayResult(
        secondsPlayed,
        versions.stream().mapToLong(VersionResult::battlesPlayed).sum(),
        playersServed.isPresent() ? playersServed.getAsLong() : null,
        ratio(lateTicks, ticks),
        finite(longestWaitSeconds),
        resultsStored.isPresent() ? resultsStored.getAsLong() : null,
        recovery,
        versions,
        servers.stream()
            .map(
                server ->
                    new ServerResult(
                        server.id(),
                        server.version(),
                        server.isUp(),
                        server.battlesFinished(),
                        server.ticks(),
                        server.lateTicks()))
            .toList(),
        survival.died(),
        survival.givenUp(),
        survival.kills(),
        survival.restarts(),
        upgrade,
        audit);
  }

  static Double ratio(long part, long whole) {
    return whole == 0 ? null : (double) part / whole;
  }

  /** JSON has no infinity: a value above a histogram's last bound is not known. */
  static Double finite(OptionalDouble value) {
    return value.isPresent() && Double.isFinite(value.getAsDouble()) ? value.getAsDouble() : null;
  }
}

package dev.jitterlab.play;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a play is going. What no process has shown yet is empty.
 *
 * @param secondsPlayed since all services were up
 * @param services names of those that are up, battle servers left out
 * @param servers every battle server that was started
 * @param queued players who wait for a battle
 * @param medianWaitSeconds bound of the time that half of the players waited at most
 * @param resultsStored battles whose result is kept
 * @param bots how many were asked for
 * @param botsPlaying of these, who are in a battle
 */
record PlayState(
    double secondsPlayed,
    List<String> services,
    List<Server> servers,
    OptionalLong queued,
    OptionalDouble medianWaitSeconds,
    OptionalLong resultsStored,
    int bots,
    OptionalLong botsPlaying) {
  /**
   * A battle server.
   *
   * @param lateTicks later than 1.1 periods
   * @param driftP99Seconds bound of the drift that 99 of 100 ticks have at most
   */
  record Server(
      String id,
      String version,
      boolean isUp,
      long battles,
      long players,
      long battlesFinished,
      long ticks,
      long lateTicks,
      OptionalDouble driftP99Seconds) {}

  /** Battle servers that are up. */
  long serversUp() {
    return servers.stream().filter(Server::isUp).count();
  }
}

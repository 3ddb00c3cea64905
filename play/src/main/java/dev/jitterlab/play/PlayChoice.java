package dev.jitterlab.play;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a user asks of a play.
 *
 * @param bots how many play
 * @param servers how many battle servers; empty: as the cluster's description says
 * @param versions as written, each {@code label=jdk} or {@code label=flags}; none: one version
 * @param modeMix the game modes of new battles and their shares
 * @param battleSeconds how long a battle lasts at most
 * @param seconds how long it plays once all is up; empty: until it is interrupted
 * @param port of the page to watch; 0 for any
 * @param killServerAfterSeconds when a battle server is killed; empty: never
 * @param chaosSeconds how often a process is killed by lot; empty: never
 * @param upgradeAfterSeconds when the battle servers of the first version begin to be replaced by
 *     those of the second, one by one; empty: never
 * @param leavesPerMinute how often a bot leaves its battle or the queue
 * @param data where key, players and results are kept; empty: nowhere after the play
 * @param database of players and results, {@code jdbc:…}; empty: a file with the other data
 * @param me whether the user plays too, in a browser
 */
public record PlayChoice(
    int bots,
    OptionalInt servers,
    List<String> versions,
    String modeMix,
    int battleSeconds,
    OptionalInt seconds,
    int port,
    OptionalInt killServerAfterSeconds,
    OptionalInt chaosSeconds,
    OptionalInt upgradeAfterSeconds,
    double leavesPerMinute,
    Optional<Path> data,
    Optional<String> database,
    boolean me) {
  /**
   * Whether the play ends with a comparison of what the bots saw with what the cluster has kept.
   */
  boolean isAudited() {
    return chaosSeconds.isPresent() || upgradeAfterSeconds.isPresent();
  }
}

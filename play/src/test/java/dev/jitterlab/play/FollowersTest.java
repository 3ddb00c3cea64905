package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.play.ClusterFile.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** With a cluster in which nothing runs: every old server has ended. */
class FollowersTest {
  private static final int SERVERS = 2;
  private static final Path JAVA = Path.of("java");
  private static final Version OLD = new Version("old", JAVA, List.of());
  private static final Version NEXT = new Version("new", JAVA, List.of());

  private final Supervision supervision = new Supervision();
  private final Set<String> restarting = new HashSet<>();
  private final List<String> notes = new ArrayList<>();
  private final Cluster cluster =
      new Cluster(
          new ClusterFile(
              Path.of("cluster.yaml"),
              Path.of("it.jar"),
              List.of(new Service("battle", "a.Server", List.of(), SERVERS, false))),
          SERVERS,
          List.of(OLD),
          JAVA,
          null,
          null);
  private final Followers followers =
      new Followers(cluster, SERVERS, NEXT, supervision, restarting, new Notes());

  private final class Notes implements PlayView {
    @Override
    public void starting(String service) {}

    @Override
    public void show(PlayState state, String watchUrl) {}

    @Override
    public void note(String text) {
      notes.add(text);
    }

    @Override
    public void close() {}
  }

  @Test
  void aServerThatHasEndedIsRetiredAndNeverStartedAgain() {
    assertTrue(supervision.died("battle-1", 0));
    restarting.add("battle-1");

    followers.retire(1);

    assertTrue(followers.isGone(1));
    assertTrue(supervision.isIdle());
    assertEquals(Set.of(), restarting);
    assertEquals(1, notes.size());
    assertTrue(notes.get(0).endsWith("the server has ended already"), notes::toString);
  }

  @Test
  void aFollowerThatDiesAgainAndAgainIsGivenUp() {
    for (int i = 0; i <= Supervision.MOST_IN_A_ROW; i++) {
      assertFalse(followers.isFollowerGivenUp(1));
      boolean isStartedAgain = supervision.died("battle-3", 0);
      assertEquals(i < Supervision.MOST_IN_A_ROW, isStartedAgain);
    }

    assertTrue(followers.isFollowerGivenUp(1));
    assertFalse(followers.isFollowerGivenUp(2));
    assertFalse(followers.isFollowerReady(1));
  }
}

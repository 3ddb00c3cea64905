package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without processes: each thing that is asked of the servers happens when the test says so. */
class RollingUpgradeTest {
  private static final int SERVERS = 2;

  private final List<String> asked = new ArrayList<>();
  private boolean ready;
  private boolean gone;
  private boolean givenUp;
  private final RollingUpgrade upgrade =
      new RollingUpgrade(
          new RollingUpgrade.Servers() {
            @Override
            public void startFollower(int server) {
              asked.add("start after " + server);
            }

            @Override
            public boolean isFollowerReady(int server) {
              return ready;
            }

            @Override
            public boolean isFollowerGivenUp(int server) {
              return givenUp;
            }

            @Override
            public void retire(int server) {
              asked.add("retire " + server);
            }

            @Override
            public boolean isGone(int server) {
              return gone;
            }
          },
          SERVERS);

  private void look() {
    for (int i = 0; i < 5; i++) {
      upgrade.look();
    }
  }

  @Test
  void noServerEndsBeforeItsFollowerIsReadyNorTheNextBeforeItIsGone() {
    look();
    assertEquals(List.of("start after 1"), asked);
    ready = true;
    upgrade.look();
    ready = false;
    look();
    assertEquals(List.of("start after 1", "retire 1"), asked);
    assertEquals(0, upgrade.replaced());
    gone = true;
    upgrade.look();
    gone = false;
    look();
    assertEquals(List.of("start after 1", "retire 1", "start after 2"), asked);
    assertEquals(1, upgrade.replaced());
    assertFalse(upgrade.isDone());
  }

  @Test
  void endsWhenAllAreReplaced() {
    ready = true;
    gone = true;
    for (int i = 0; i < 20; i++) {
      upgrade.look();
    }
    assertEquals(List.of("start after 1", "retire 1", "start after 2", "retire 2"), asked);
    assertTrue(upgrade.isDone());
  }

  @Test
  void stopsWhenAFollowerIsGivenUpAndKeepsTheServersThatAreLeft() {
    ready = true;
    gone = true;
    for (int i = 0; i < 3; i++) {
      upgrade.look();
    }
    assertEquals(1, upgrade.replaced());
    ready = false;
    look();
    assertFalse(upgrade.isStopped());
    givenUp = true;
    look();

    assertTrue(upgrade.isStopped());
    assertFalse(upgrade.isDone());
    assertEquals(1, upgrade.replaced());
    assertEquals(List.of("start after 1", "retire 1", "start after 2"), asked);
  }
}

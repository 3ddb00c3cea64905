package dev.jitterlab.battle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QueuePlacesTest {
  private static final ClusterKey KEY = new ClusterKey(new byte[32], () -> 0);

  private long nowMillis = 1_000_000;

  @Test
  void theNextMatchmakerBelievesHowLongSomebodyHasWaited() {
    String place = places(KEY).issue(7, 20_000);
    nowMillis += 3_000;
    QueuePlaces next = places(KEY);
    nowMillis += 2_000;
    assertEquals(25_000, next.waitedMillis(7, place));
    assertEquals(0, next.waitedMillis(8, place), "it is another player's");
    nowMillis += 120_000;
    assertEquals(0, next.waitedMillis(7, place), "whoever waited has come by now");
  }

  @Test
  void nobodyWaitsOnceAndComesFirstEverAfter() {
    QueuePlaces places = places(KEY);
    String place = places.issue(7, 0);
    nowMillis += 60_000;
    assertEquals(0, places.waitedMillis(7, place));
  }

  @Test
  void whatIsNotSignedSaysNothing() {
    String place =
        places(
                new ClusterKey(
                    new byte[] {
                      1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6,
                      7, 8, 9, 0, 1, 2
                    },
                    () -> 0))
            .issue(7, 20_000);
    nowMillis += 1_000;
    QueuePlaces next = places(KEY);
    assertEquals(0, next.waitedMillis(7, place));
    assertEquals(0, next.waitedMillis(7, "A"));
    assertEquals(0, next.waitedMillis(7, "no base64!"));
  }

  private QueuePlaces places(ClusterKey key) {
    return new QueuePlaces(key, () -> nowMillis);
  }
}

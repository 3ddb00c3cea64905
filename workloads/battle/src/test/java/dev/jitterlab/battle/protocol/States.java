package dev.jitterlab.battle.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Compares what two states show. */
final class States {
  private States() {}

  static void assertSame(State expected, State actual) {
    assertEquals(expected.tick(), actual.tick());
    assertEquals(expected.battle(), actual.battle());
    assertEquals(expected.you(), actual.you());
    assertEquals(expected.ticksLeft(), actual.ticksLeft());
    assertEquals(expected.ticksPerSecond(), actual.ticksPerSecond());
    assertEquals(expected.arena(), actual.arena());
    assertEquals(expected.mode(), actual.mode());
    assertEquals(expected.players(), actual.players());
    assertEquals(expected.gone, actual.gone);
    assertEquals(expected.packs, actual.packs);
    assertSame(expected.objective(), actual.objective());
    assertEquals(expected.fighters.sight, actual.fighters.sight);
    for (int i = 0; i < expected.players(); i++) {
      if (expected.fighters().isInSight(i)) {
        assertSameBody(expected.fighters, actual.fighters, i);
        assertEquals(expected.fighters().aim(i), actual.fighters().aim(i));
        assertEquals(expected.fighters().health(i), actual.fighters().health(i));
        assertEquals(expected.fighters().isShielded(i), actual.fighters().isShielded(i));
        assertEquals(expected.fighters().kills(i), actual.fighters().kills(i));
      }
    }
    assertEquals(expected.npcs.count(), actual.npcs.count());
    assertEquals(expected.npcs.sight, actual.npcs.sight);
    for (int i = 0; i < expected.npcs.count(); i++) {
      if (expected.npcs.isInSight(i)) {
        assertSameBody(expected.npcs, actual.npcs, i);
        assertEquals(expected.npcs.kind(i), actual.npcs.kind(i));
        assertEquals(expected.npcs.health(i), actual.npcs.health(i));
      }
    }
    assertEquals(expected.props.count(), actual.props.count());
    assertEquals(expected.props.sight, actual.props.sight);
    for (int i = 0; i < expected.props.count(); i++) {
      if (expected.props.isInSight(i)) {
        assertEquals(expected.props.kind(i), actual.props.kind(i));
        assertEquals(expected.props.carrier(i), actual.props.carrier(i));
        assertEquals(expected.props.x(i), actual.props.x(i));
        assertEquals(expected.props.y(i), actual.props.y(i));
      }
    }
    assertEquals(expected.projectiles().count(), actual.projectiles().count());
    for (int i = 0; i < expected.projectiles().count(); i++) {
      assertEquals(expected.projectiles().x(i), actual.projectiles().x(i));
      assertEquals(expected.projectiles().y(i), actual.projectiles().y(i));
      assertEquals(expected.projectiles().direction(i), actual.projectiles().direction(i));
      assertEquals(expected.projectiles().owner(i), actual.projectiles().owner(i));
      assertEquals(expected.projectiles().weapon(i), actual.projectiles().weapon(i));
    }
  }

  private static void assertSame(StateObjective expected, StateObjective actual) {
    assertEquals(expected.circleX(), actual.circleX());
    assertEquals(expected.circleY(), actual.circleY());
    assertEquals(expected.circleRadius(), actual.circleRadius());
    assertEquals(expected.score(0), actual.score(0));
    assertEquals(expected.score(1), actual.score(1));
    assertEquals(expected.countdownEnd(), actual.countdownEnd());
    assertEquals(expected.side(), actual.side());
  }

  private static void assertSameBody(StateMotions expected, StateMotions actual, int i) {
    assertEquals(expected.x(i), actual.x(i));
    assertEquals(expected.y(i), actual.y(i));
    assertEquals(expected.velocityX(i), actual.velocityX(i));
    assertEquals(expected.velocityY(i), actual.velocityY(i));
  }
}

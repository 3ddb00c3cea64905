package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A person's hands, without a person. */
class BotHandsTest {
  private final BotHands hands = new BotHands();

  @Test
  void aTriggerThatWasLetGoBeforeTheNextPacketWasPressed() {
    hands.act(1, -2, 3, 1);
    hands.act(4, -5, 6, 0);
    hands.decide(null);
    assertEquals(1, hands.buttons());
    assertEquals(4, hands.moveX());
    assertEquals(-5, hands.moveY());
    assertEquals(6, hands.aim());
    hands.decide(null);
    assertEquals(0, hands.buttons(), "once");
  }

  @Test
  void aTriggerThatIsHeldStaysPressed() {
    hands.act(0, 0, 0, 2);
    hands.decide(null);
    hands.decide(null);
    assertEquals(2, hands.buttons());
  }

  @Test
  void whoHasLeftDoesNothing() {
    hands.act(127, 0, 0, 1);
    hands.decide(null);
    hands.belongTo(null);
    hands.decide(null);
    assertEquals(0, hands.moveX());
    hands.decide(null);
    assertEquals(0, hands.buttons());
  }
}

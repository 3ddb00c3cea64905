package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.rules.BattleEnding;

/** Does what a person says, and shows the person what comes back. Thread-safe. */
final class BotHands implements BotMind {
  private volatile People.Screen screen; // null for nobody
  private int wantedX;
  private int wantedY;
  private int wantedAim;
  private int held;
  private int pressed; // since the last decision
  private int moveX;
  private int moveY;
  private int aim;
  private int buttons;

  /** Gives the hands to the person at that screen; null for nobody. */
  synchronized void belongTo(People.Screen newScreen) {
    act(0, 0, 0, 0);
    pressed = 0;
    screen = newScreen;
  }

  synchronized void act(int x, int y, int newAim, int newButtons) {
    wantedX = x;
    wantedY = y;
    wantedAim = newAim;
    held = newButtons;
    pressed |= newButtons;
  }

  @Override
  public synchronized void decide(State seen) {
    moveX = wantedX;
    moveY = wantedY;
    aim = wantedAim;
    buttons = held | pressed;
    pressed = 0;
  }

  @Override
  public synchronized int moveX() {
    return moveX;
  }

  @Override
  public synchronized int moveY() {
    return moveY;
  }

  @Override
  public synchronized int aim() {
    return aim;
  }

  @Override
  public synchronized int buttons() {
    return buttons;
  }

  @Override
  public void saw(State latest) {
    People.Screen current = screen;
    if (current != null) {
      current.saw(latest);
    }
  }

  @Override
  public void over(BattleEnding ending, boolean won) {
    People.Screen current = screen;
    if (current != null) {
      current.over(ending.label(), won);
    }
  }
}

package dev.jitterlab.tick;

/** Sleeps as long as it is told plus an overshoot, half of that at least, and counts. */
final class FakeParker implements Parker {
  private final ManualClock clock;
  long overshootNs;
  long parks;
  long spins;

  FakeParker(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public void park(long ns) {
    parks++;
    clock.advance(Math.max((ns + 1) / 2, ns + overshootNs));
  }

  @Override
  public void spin() {
    spins++;
    clock.advance(50);
  }
}

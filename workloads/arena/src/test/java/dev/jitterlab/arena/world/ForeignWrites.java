package dev.jitterlab.arena.world;

import dev.jitterlab.arena.twin.ExecutionModel;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.tick.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Plays until enough hits and trades, or until a foreign write is found, and says which. */
public final class ForeignWrites {
  private static final int FIGHTERS = 12;
  private static final Rate RATE = Rate.hz(200);

  private ForeignWrites() {}

  /** The argument says whose state another object is to write: fighter, bolt, or nobody. */
  public static void main(String[] arguments) throws InterruptedException {
    ConcurrentLinkedQueue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
    World world =
        new World(
            new WorldRules(10, 1, RATE.periodNs()),
            System::nanoTime,
            tick -> {},
            (object, failure) -> failures.add(failure));
    try (ExecutionModel execution = Twin.LOCKLESS.execute(3, System::nanoTime)) {
      world.changeTo(Twin.LOCKLESS.meeting(), execution);
      List<Fighter> fighters = new ArrayList<>();
      for (int i = 0; i < FIGHTERS; i++) {
        fighters.add(
            world.join("p", Goods.ofANewFighter(), 2_000 + 15 * i, 2_000, RATE, ClientView.NONE));
      }
      boolean isWrong = !arguments[0].equals("nobody");
      if (isWrong) {
        world.start(new Wrong(world, fighters.get(0), arguments[0].equals("bolt")), 50_000_000);
      }
      int number = 0;
      while (failures.isEmpty() && (isWrong || world.hits() < 30 || world.trades() < 3)) {
        for (Fighter fighter : fighters) {
          boolean unused =
              fighter
                  .contact()
                  .input(new ClientInput(++number, ClientInput.ALL_KEYS, number * 4_099));
        }
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }
    System.out.println(failures.isEmpty() ? "no foreign write" : failures.peek().getMessage());
  }

  /** What no object may do. */
  private static final class Wrong extends ActiveObject {
    private final Fighter other;
    private final boolean writesBolts;

    Wrong(World world, Fighter other, boolean writesBolts) {
      super(world, "wrong");
      this.other = other;
      this.writesBolts = writesBolts;
    }

    @Override
    long update(long nowNs) {
      if (!writesBolts) {
        other.place(1, 1);
        return ENDS;
      }
      for (int i = 0; i < Fighter.attackPlaces(); i++) {
        ActiveObject attack = other.attack(i);
        if (attack instanceof Bolt) {
          long unused = ((Bolt) attack).act(nowNs);
        }
      }
      return RATE.periodNs(); // until one flies
    }
  }
}

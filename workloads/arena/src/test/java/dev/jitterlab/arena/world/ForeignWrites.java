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

  /** The argument says whether an object is to write another one's state. */
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
      if (Boolean.parseBoolean(arguments[0])) {
        world.start(new Wrong(world, fighters.get(0)), 50_000_000);
      }
      int number = 0;
      boolean isWrong = Boolean.parseBoolean(arguments[0]);
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

    Wrong(World world, Fighter other) {
      super(world, "wrong");
      this.other = other;
    }

    @Override
    long update(long nowNs) {
      other.place(1, 1);
      return ENDS;
    }
  }
}

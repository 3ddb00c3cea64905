package dev.jitterlab.battle.rules;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The thesis's mode change (section 6.1) without network and processes: many battles at 20 Hz on
 * one thread, whose mode changes all at once. Prints a line a second; the JVM's unified log {@code
 * -Xlog:jit+compilation=debug} names what was made not entrant.
 */
final class ModeChangeStorm {
  private static final int TICKS_PER_SECOND = 20;
  private static final long PERIOD_NS = 1_000_000_000L / TICKS_PER_SECOND;

  private ModeChangeStorm() {}

  /** Arguments: form of the logic, number of battles, seconds per mode, modes in their order. */
  public static void main(String[] arguments) throws InterruptedException {
    Logic logic = Logic.labelled(arguments[0]);
    int battles = Integer.parseInt(arguments[1]);
    int seconds = Integer.parseInt(arguments[2]);
    long startNs = System.nanoTime();
    int second = 0;
    for (int phase = 3; phase < arguments.length; phase++) {
      ModeMix mix = ModeMix.parse(arguments[phase]);
      System.out.println("-- " + arguments[phase]);
      List<Battle> running = new ArrayList<>();
      List<RandomPlayers> people = new ArrayList<>();
      for (int i = 0; i < battles; i++) {
        running.add(battle(mix, logic, i));
        people.add(new RandomPlayers(i, 10));
      }
      for (int i = 0; i < seconds; i++, second++) {
        print(second, startNs, play(mix, logic, running, people, startNs, second));
      }
    }
  }

  private static Battle battle(ModeMix mix, Logic logic, long seed) {
    BattleRules rules = new BattleRules(TICKS_PER_SECOND, 10 * TICKS_PER_SECOND, 20);
    return new Battle(mix.modeOf(seed), logic, rules, 10, seed);
  }

  private static long play(
      ModeMix mix,
      Logic logic,
      List<Battle> running,
      List<RandomPlayers> people,
      long startNs,
      int second)
      throws InterruptedException {
    long executionNs = 0;
    for (int tick = 0; tick < TICKS_PER_SECOND; tick++) {
      long dueNs = startNs + (second * (long) TICKS_PER_SECOND + tick) * PERIOD_NS;
      long waitNs = dueNs - System.nanoTime();
      if (waitNs > 0) {
        Thread.sleep(waitNs / 1_000_000, (int) (waitNs % 1_000_000));
      }
      for (int i = 0; i < running.size(); i++) {
        if (running.get(i).ending() != null) {
          running.set(i, battle(mix, logic, (second * 20L + tick) * 1_000 + i));
        }
        people.get(i).act(running.get(i));
        long beforeNs = System.nanoTime();
        running.get(i).step(people.get(i).inputs());
        executionNs += System.nanoTime() - beforeNs;
      }
    }
    return executionNs / TICKS_PER_SECOND / running.size();
  }

  private static void print(int second, long startNs, long stepNs) {
    long driftNs = System.nanoTime() - startNs - (second + 1) * 1_000_000_000L;
    System.out.printf(
        Locale.ROOT,
        "%3d s: step %7.2f us, drift %7.1f ms, JIT %6d ms%n",
        second,
        stepNs / 1e3,
        Math.max(0, driftNs) / 1e6,
        ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
  }
}

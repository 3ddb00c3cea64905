package dev.jitterlab.benchmarks;

import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a tick of a battle of ten costs: the game alone as the control, with taking down and
 * looking, and with the states of all players, whose acks are one or two ticks old.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class StateEncodeBenchmark {
  private static final int PLAYERS = 10;
  private static final BattleRules RULES = new BattleRules(20, 1_200, 1_000_000);

  private final BattleInputs inputs = new BattleInputs();
  private final DeterministicRandom random = new DeterministicRandom(1);
  private final byte[] body = new byte[StateEncoder.MAX_BYTES];
  private Battle battle;
  private StateEncoder encoder;

  /** The mode of the game. */
  @Param({"DEATHMATCH", "ESCORT", "BOSS"})
  private GameMode mode;

  /** How players are kept up to date. */
  @Param({"FULL", "DIFFERENTIAL", "HYBRID"})
  private StateUpdates updates;

  /** Starts a battle; another follows when it ends. */
  @Setup
  public void startBattle() {
    battle = new Battle(mode, Logic.SPLIT, RULES, PLAYERS, random.nextLong());
    encoder = new StateEncoder(1, battle, updates, true);
  }

  /** The control: the game. */
  @Benchmark
  public long play() {
    if (battle.ending() != null) {
      startBattle();
    }
    for (int i = 0; i < PLAYERS; i++) {
      if (random.nextInt(8) == 0) {
        int aim = random.nextInt(65_536);
        inputs.add(i, random.between(-127, 127), random.between(-127, 127), aim, 1);
      }
    }
    battle.step(inputs);
    return battle.tick();
  }

  /** The game, its state, and who sees what. */
  @Benchmark
  public long playAndCapture() {
    long tick = play();
    encoder.capture();
    return tick;
  }

  /** All that a tick does but the hand-over. */
  @Benchmark
  public long playAndEncode() {
    int tick = (int) playAndCapture();
    long bytes = 0;
    for (int i = 0; i < PLAYERS; i++) {
      bytes += encoder.encode(i, tick - 1 - (i & 1), body);
    }
    return bytes;
  }
}

package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.battle.recording.BattleRecorder;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.lab.jdk.Jdk;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Battles recorded by this JDK reach the same state on each JDK that an experiment may name. */
class RecordedBattleOnEveryJdkTest {
  private static final long SEED = 2026;

  @TempDir private static Path folder;

  @BeforeAll
  static void record() throws IOException {
    for (GameMode mode : GameMode.values()) {
      record(mode, folder.resolve(mode.label()));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jitterlab.lab.TestedJdks#features")
  void reachesTheRecordedStates(int feature) throws IOException, InterruptedException {
    Jdk jdk = TestedJdks.ofFeature(feature);
    List<String> command =
        new ArrayList<>(
            List.of(
                jdk.home().resolve("bin/java").toString(),
                "-cp",
                Jitterlab.HOME.resolve("workloads/battle/target/jitterlab-battle.jar").toString(),
                "dev.jitterlab.battle.recording.ReplayBattle"));
    Stream.of(GameMode.values())
        .map(mode -> folder.resolve(mode.label()).toString())
        .forEach(command::add);
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> read(output));
    assertEquals(
        Logic.values().length * GameMode.values().length,
        read(output).lines().filter(line -> line.endsWith(", as recorded")).toList().size(),
        () -> read(output));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void record(GameMode mode, Path file) throws IOException {
    BattleRules rules = new BattleRules(20, 1_200, 1_000).physicsEvery(2);
    Battle battle = new Battle(mode, Logic.SPLIT, rules, 10, SEED);
    DeterministicRandom random = new DeterministicRandom(SEED);
    BattleInputs inputs = new BattleInputs();
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      BattleRecorder recorder = new BattleRecorder(out, battle, SEED);
      while (battle.ending() == null) {
        inputs.nextTick();
        for (int i = 0; i < 10; i++) {
          int move = random.between(-127, 127);
          int aim = random.nextInt(65_536);
          inputs.add(i, move, -move, aim, random.nextInt(4), random.nextInt(65_536));
        }
        recorder.beforeStep(inputs);
        battle.step(inputs);
      }
      recorder.end();
    }
  }
}

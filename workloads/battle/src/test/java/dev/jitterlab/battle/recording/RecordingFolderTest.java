package dev.jitterlab.battle.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RecordingFolderTest {
  /** The ticks between two waits fill a quarter of a buffer. */
  private static final int TICKS_BETWEEN_WAITS = 100;

  @TempDir private Path parent;

  @Test
  void writesBattlesThatTheCommandPlaysToTheSameState() throws IOException {
    Path folder;
    try (RecordingFolder recordings = RecordingFolder.in(parent.resolve("new/one"), 10)) {
      folder = recordings.folder;
      play(recordings, 1, 2_000, true);
      play(recordings, 2, 50, true);
      play(recordings, 3, 50, false);
    }
    assertEquals(List.of("battle-1.jbb", "battle-2.jbb"), names(folder));
    assertTrue(Files.size(folder.resolve("battle-1.jbb")) > 100_000, "more than the buffers hold");

    String output = replay(0, "--every=500", folder.resolve("battle-1.jbb").toString());
    assertEquals(2, output.lines().filter(line -> line.endsWith("as recorded")).count(), output);
    assertTrue(output.contains("monolith 1500: "), output);

    byte[] changed = Files.readAllBytes(folder.resolve("battle-2.jbb"));
    changed[changed.length - 1] ^= 1;
    Path other = Files.write(parent.resolve("changed.jbb"), changed);
    assertTrue(replay(1, other.toString()).contains("not as recorded"));
  }

  private static String replay(int status, String... arguments) {
    StringWriter output = new StringWriter();
    CommandLine command = new CommandLine(new ReplayBattle()).setOut(new PrintWriter(output, true));
    assertEquals(status, command.execute(arguments), output::toString);
    return output.toString();
  }

  @Test
  void recordsNoMoreBattlesThanItMay() throws IOException {
    try (RecordingFolder recordings = RecordingFolder.in(parent, 1)) {
      play(recordings, 1, 10, true);
      Battle battle = battle(1);
      assertSame(BattleRecording.NONE, recordings.begin(2, battle, 1));
      assertEquals(1, recordings.count(RecordingOutcome.SKIPPED));
    }
    assertThrows(IllegalArgumentException.class, () -> RecordingFolder.in(parent, 0));
  }

  @Test
  void saysWhichFolderCannotBeWritten() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));
    IOException refusal =
        assertThrows(IOException.class, () -> RecordingFolder.in(file.resolve("below"), 1));
    assertTrue(refusal.getMessage().contains(file.toString()), refusal.getMessage());
  }

  @Test
  void anErrorOfTheDiskEndsTheRecordingAndNotTheBattle() throws IOException {
    RecordingFolder recordings = RecordingFolder.in(parent, 100);
    Files.delete(recordings.folder);
    play(recordings, 1, 2_000, true);
    recordings.close();
    assertTrue(recordings.isFailed());
    assertEquals(1, recordings.count(RecordingOutcome.FAILED));
    assertEquals(0, recordings.count(RecordingOutcome.WRITTEN));
    assertSame(BattleRecording.NONE, recordings.begin(2, battle(1), 1));
  }

  private static Battle battle(long seed) {
    return new Battle(
        GameMode.BOSS, Logic.SPLIT, new BattleRules(20, 100_000, 1_000_000), 10, seed);
  }

  private static void play(RecordingFolder recordings, int number, int ticks, boolean ends) {
    Battle battle = battle(number);
    BattleRecording recording = recordings.begin(number, battle, number);
    DeterministicRandom random = new DeterministicRandom(number);
    BattleInputs inputs = new BattleInputs();
    for (int i = 0; i < ticks; i++) {
      inputs.nextTick();
      for (int j = 0; j < 10; j++) {
        int aim = random.nextInt(65_536);
        inputs.add(j, i % 100, j, aim, random.nextInt(4), random.nextInt(65_536));
      }
      recording.beforeStep(inputs);
      battle.step(inputs);
      if (i % TICKS_BETWEEN_WAITS == 0) {
        awaitWriter(recordings);
      }
    }
    assertFalse(battle.tick() == 0, "it was played");
    if (ends) {
      recording.end();
    }
  }

  /** Has what was handed over so far written, as the time between ticks does for a server. */
  private static void awaitWriter(RecordingFolder recordings) {
    CountDownLatch written = new CountDownLatch(1);
    assertTrue(recordings.execute(written::countDown));
    try {
      assertTrue(written.await(60, TimeUnit.SECONDS), "the writer works");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }
}

package dev.jitterlab.lab.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a /proc of the test's own, and a JVM that answers what the test says. */
class OutsideRecordingTest {
  private static final long PID = 4711;
  private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

  @TempDir Path proc;

  private final List<String> commands = new ArrayList<>();
  private final Map<String, DiagnosticCommands.Answer> answers = new TreeMap<>();
  private long ownUser;

  @BeforeEach
  void aJvmOfThisUser() throws IOException {
    ownUser = ((Integer) Files.getAttribute(proc, "unix:uid")).longValue();
    process("self", ownUser);
    process(Long.toString(PID), ownUser);
    answer("VM.version", "4711:\nOpenJDK 64-Bit Server VM version 17.0.9+9\nJDK 17.0.9\n");
    answer("JFR.check", "4711:\nNo available recordings.\n");
    answer("JFR.start", "4711:\nStarted recording 1. No limit specified.\n");
    answer("JFR.stop", "4711:\nStopped recording.\n");
  }

  private void process(String name, long user) throws IOException {
    Path at = Files.createDirectories(proc.resolve(name));
    Files.createDirectories(at.resolve("ns"));
    for (String namespace : List.of("mnt", "pid")) {
      Path link = at.resolve("ns").resolve(namespace);
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, Path.of(namespace + ":[1]"));
    }
    Files.writeString(
        at.resolve("status"),
        "Name:\tjava\nState:\tS (sleeping)\nTgid:\t%s\nUid:\t%d\t%d\t%d\t%d\n"
            .formatted(name.equals("self") ? "1" : name, user, user, user, user));
    Files.writeString(at.resolve("maps"), "7f00-7f01 r-xp 0 08:01 1  /jdk/lib/server/libjvm.so\n");
  }

  private void answer(String command, String text) {
    answers.put(command, new DiagnosticCommands.Answer(true, text));
  }

  private DiagnosticCommands.Answer send(long pid, String... words) {
    assertEquals(PID, pid);
    commands.add(String.join(" ", words));
    for (String word : words) {
      if (words[0].equals("JFR.stop") && word.startsWith("filename=")) {
        write(Path.of(word.substring("filename=".length()).replace("\"", "")));
      }
    }
    return answers.get(words[0]);
  }

  private static void write(Path file) {
    try {
      Files.writeString(file, "recorded");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private OutsideRecording start() throws InterruptedException {
    return start(_ -> {});
  }

  private OutsideRecording start(Consumer<Runnable> closers) throws InterruptedException {
    return OutsideRecording.start(proc, PID, HALF_A_MINUTE, this::send, closers);
  }

  private String refused() {
    LabException refused = assertThrows(LabException.class, this::start);
    assertTrue(commands.stream().noneMatch(one -> one.startsWith("JFR.start")), commands::toString);
    return refused.problems().getFirst().what();
  }

  /** Time that passes as it is asked for. */
  private static Time byHand() {
    return new Time() {
      private long nowNs;

      @Override
      public long nanoTime() {
        return nowNs;
      }

      @Override
      public double epochSeconds() {
        return 0;
      }

      @Override
      public void sleepUntil(long deadlineNs) {
        nowNs = Math.max(nowNs, deadlineNs);
      }
    };
  }

  @Test
  void recordsWithTheLabsSettingsAndLeavesNothing() throws Exception {
    Time time = byHand();
    Path folder;
    try (OutsideRecording recording = start()) {
      Path file = recording.finish(HALF_A_MINUTE, time);
      assertEquals("recorded", Files.readString(file));
      folder = file.getParent();
      assertTrue(Files.readString(folder.resolve("flight.jfc")).contains("jdk.SafepointEnd"));
    }
    assertEquals(HALF_A_MINUTE.toNanos(), time.nanoTime());
    assertFalse(Files.exists(folder));
    assertEquals(4, commands.size(), commands::toString);
    String start = commands.get(2);
    assertTrue(start.startsWith("JFR.start name=jitterlab-"), start);
    assertTrue(start.contains(" settings=default settings=\"" + folder + "/flight.jfc\""), start);
    assertTrue(start.endsWith(" duration=90s"), "it ends by itself: " + start);
    assertTrue(start.contains(" filename=\"" + folder + "/"), "not where the server is: " + start);
    assertTrue(commands.get(3).startsWith("JFR.stop name=jitterlab-"), commands::toString);
  }

  @Test
  void recordsAJvmWhoseFilesAnUpdateHasReplaced() throws Exception {
    Files.writeString(
        proc.resolve(Long.toString(PID)).resolve("maps"),
        "7f00-7f01 r-xp 0 08:01 1  /jdk/lib/server/libjvm.so (deleted)\n");
    try (OutsideRecording recording = start()) {
      assertEquals(
          "recorded", Files.readString(recording.finish(HALF_A_MINUTE, byHand())), "as any other");
    }
  }

  @Test
  void endsTheRecordingWhenItIsClosedBefore() throws Exception {
    OutsideRecording recording = start();
    recording.close();
    recording.close();
    assertEquals(4, commands.size(), commands::toString);
    assertFalse(commands.get(3).contains("filename"), commands::toString);
  }

  /** Ctrl-C may come while the JVM begins to record, which takes it a second. */
  @Test
  void canBeClosedByOthersBeforeTheJvmHasBegun() throws Exception {
    List<Runnable> closers = new ArrayList<>();
    List<String> before = new ArrayList<>();
    OutsideRecording recording =
        start(
            closer -> {
              closers.add(closer);
              before.addAll(commands);
            });
    assertEquals(List.of("VM.version", "JFR.check"), before);
    assertTrue(commands.get(2).startsWith("JFR.start "), commands::toString);
    String settings = commands.get(2).replaceFirst(".* settings=\"([^\"]+)\".*", "$1");
    assertTrue(Files.exists(Path.of(settings)), settings);
    closers.getFirst().run();
    assertTrue(commands.get(3).startsWith("JFR.stop name="), commands::toString);
    assertFalse(Files.exists(Path.of(settings).getParent()), settings);
    recording.close();
    assertEquals(4, commands.size(), commands::toString);
  }

  @Test
  void doesNotBeginIfItIsClosedBefore() throws Exception {
    start(Runnable::run).close();
    assertTrue(commands.stream().noneMatch(one -> one.startsWith("JFR.start")), commands::toString);
  }

  @Test
  void aRecordingThatWasNotWrittenIsOneErrorAndIsCleared() throws Exception {
    answers.put("JFR.stop", new DiagnosticCommands.Answer(false, "com.sun.tools.attach: gone"));
    OutsideRecording recording = start();
    LabException failed =
        assertThrows(LabException.class, () -> recording.finish(HALF_A_MINUTE, byHand()));
    assertTrue(failed.getMessage().contains("may have ended meanwhile"), failed.getMessage());
    recording.close();
  }

  @Test
  void saysWhatIsWrongBeforeItSendsAnything() throws Exception {
    Path at = proc.resolve(Long.toString(PID));
    Files.writeString(at.resolve("maps"), "7f00-7f01 r-xp 0 08:01 1  /usr/bin/sleep\n");
    assertTrue(refused().contains("not a Java VM"));
    Files.delete(at.resolve("ns/mnt"));
    Files.createSymbolicLink(at.resolve("ns/mnt"), Path.of("mnt:[2]"));
    assertTrue(refused().contains("container"));
    Files.writeString(at.resolve("status"), "State:\tZ (zombie)\nTgid:\t4711\nUid:\t0\t0\n");
    assertTrue(refused().contains("has ended"));
    Files.writeString(at.resolve("status"), "State:\tS\nTgid:\t4700\nUid:\t0\t0\n");
    assertTrue(refused().contains("thread of process 4700"));
    Files.delete(at.resolve("status"));
    assertTrue(refused().contains("no such process"));
    process(Long.toString(PID), ownUser + 1);
    process("self", ownUser + 2);
    assertTrue(refused().contains("belongs to user " + (ownUser + 1)));
    assertEquals(List.of(), commands);
  }

  @Test
  void saysWhatTheJvmLacks() {
    answer("VM.version", "4711:\nOpenJDK 64-Bit Server VM version 25.362-b09\nJDK 8.0_362\n");
    assertTrue(refused().contains("JDK 11 or later"));
    answer("VM.version", "4711:\nOpenJDK 64-Bit Server VM version 21.0.1\nJDK 21.0.1\n");
    answers.put("JFR.check", new DiagnosticCommands.Answer(false, "Unknown diagnostic command"));
    assertTrue(refused().contains("no Flight Recorder"));
    answers.put("VM.version", new DiagnosticCommands.Answer(false, "attach is disabled"));
    assertTrue(refused().contains("accepts no commands"));
  }
}

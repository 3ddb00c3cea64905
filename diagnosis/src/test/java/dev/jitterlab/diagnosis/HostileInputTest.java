package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.rule.RuleCondition;
import dev.jitterlab.diagnosis.rule.RuleWindow;
import dev.jitterlab.diagnosis.rule.UserRule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damaged and hostile files: the diagnosis ends, with what it could read and a sentence about what
 * it could not. A time limit here only keeps an endless loop from hanging the build.
 */
class HostileInputTest {
  private static final Duration HANGS = Duration.ofSeconds(60);
  private static final String QUERY = "acme.Query";

  @TempDir private static Path folder;
  private static byte[] recording;

  @BeforeAll
  static void record() throws IOException {
    Path file =
        OwnRecording.record(
            folder.resolve("whole.jfr"),
            List.of(QUERY),
            server -> {
              for (int i = 0; i < 20; i++) {
                boolean late = i % 10 == 5;
                server.tick(late, () -> server.query("orders", 1, late ? 5 : 0));
              }
            });
    recording = Files.readAllBytes(file);
  }

  private static ServerFiles files(
      byte[] jfr, Optional<Path> gc, Optional<Path> jit, Optional<Path> ticks, List<Path> slow)
      throws IOException {
    Path file = Files.createTempFile(folder, "hostile", ".jfr");
    Files.write(file, jfr);
    return new ServerFiles(
        "server",
        "server",
        Optional.of(file),
        Optional.empty(),
        gc,
        jit,
        Optional.empty(),
        ticks,
        slow,
        List.of(),
        List.of(),
        OptionalLong.empty());
  }

  private static final List<UserRule> RULES =
      List.of(
          new UserRule(
              "mine",
              List.of(QUERY),
              List.of(),
              List.of(),
              RuleWindow.LATE,
              RuleCondition.of("sum(rows) >= 1000").orElseThrow(),
              Optional.empty(),
              "text",
              ""));

  private static Causes diagnose(ServerFiles files) {
    return assertTimeoutPreemptively(
        HANGS, () -> Diagnosis.of(List.of(files), Optional.empty(), RULES));
  }

  private static List<String> problems(Causes causes) {
    return causes.sources().getFirst().problems();
  }

  /** Wherever it is cut: a problem, and no rule that says "not found" of what nobody saw. */
  static IntStream cuts() {
    return IntStream.rangeClosed(0, 24).map(i -> i < 8 ? 10 * i : i * recording.length / 25);
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aRecordingThatIsCutGivesAPartAndSaysSo(int length) throws IOException {
    Causes causes =
        diagnose(
            files(
                Arrays.copyOf(recording, length),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of()));
    assertFalse(problems(causes).isEmpty());
    assertEquals("not recorded", causes.rules().getFirst().outcome());
  }

  /** Fields of the chunk's head, at their places in the file's format. */
  static Stream<Arguments> heads() {
    long[] values = {0, 1, 68, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40};
    List<Integer> places = List.of(8, 16, 24, 32, 40, 48, 56);
    return places.stream()
        .flatMap(place -> Arrays.stream(values).mapToObj(value -> Arguments.of(place, value)));
  }

  @ParameterizedTest
  @MethodSource("heads")
  void aHeadThatLiesEndsWithAResult(int place, long value) throws IOException {
    byte[] hostile = recording.clone();
    ByteBuffer.wrap(hostile).putLong(place, value);
    Causes causes =
        diagnose(files(hostile, Optional.empty(), Optional.empty(), Optional.empty(), List.of()));
    assertEquals(1, causes.sources().size());
    for (Causes.LateEvent event : causes.events()) {
      assertTrue(Double.isFinite(event.latenessSeconds()), event::toString);
      assertTrue(event.latenessSeconds() >= 0, event::toString);
    }
  }

  /** As a killed JVM leaves it: one part is whole, and the next one has no size yet. */
  @Test
  void ofARecordingWithAnUnfinishedPartTheOthersCount() throws IOException {
    byte[] two = Arrays.copyOf(recording, 2 * recording.length);
    System.arraycopy(recording, 0, two, recording.length, recording.length);
    ByteBuffer.wrap(two).putLong(recording.length + 8, 0);
    Causes causes =
        diagnose(files(two, Optional.empty(), Optional.empty(), Optional.empty(), List.of()));
    assertEquals(2, causes.events().size());
    assertEquals(1, problems(causes).size());
    assertTrue(problems(causes).getFirst().contains("never finished"), problems(causes)::toString);
    assertTrue(causes.sources().getFirst().mayMissLateEvents());
    assertEquals("not recorded", causes.rules().getFirst().outcome());
  }

  private static Path text(String name, Consumer<StringBuilder> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    lines.accept(text);
    Path file = Files.createTempFile(folder, name, ".log");
    return Files.writeString(file, text);
  }

  static Stream<Arguments> gcLogs() {
    String head = "[2026-11-22T09:00:00.000+0000][1.000s][info][gc] ";
    return Stream.of(
        Arguments.of("huge times", head + "GC(1) Pause Young (Normal) 1M->1M(2M) %s.5ms\n"),
        Arguments.of("huge uptime", "[%ss][info][gc] GC(1) Pause Full 1M->1M(2M) 1.5ms\n"),
        Arguments.of("not a number", head + "GC(1) Pause Young (Normal) 1M->1M(2M) NaNms\n"),
        Arguments.of("a safepoint", head + "Safepoint \"G1\", Time since last: %s ns\n"),
        Arguments.of(
            "JDK 11",
            head
                + "Total time for which application threads were stopped: %s.1 seconds,"
                + " Stopping threads took: %s.1 seconds\n"),
        Arguments.of("a stall", head + "Allocation Stall (main) %s.5ms\n"));
  }

  @ParameterizedTest
  @MethodSource("gcLogs")
  void aLogOfImpossibleTimesChangesNothing(String what, String line) throws IOException {
    Path log = text("gc", text -> text.append(line.replace("%s", "9".repeat(400))));
    Path less = text("gc", text -> text.append(line.replace("%s", "9".repeat(11))));
    for (Path one : List.of(log, less)) {
      Causes causes =
          diagnose(
              files(recording, Optional.of(one), Optional.empty(), Optional.empty(), List.of()));
      for (Causes.LateEvent event : causes.events()) {
        assertTrue(event.latenessSeconds() < 3600, what + event);
        assertTrue(
            event.parts().stream().allMatch(part -> part.seconds() >= 0 && part.seconds() < 3600),
            what + event);
      }
    }
  }

  /** Lines on which a careless pattern goes back and forth for hours. */
  static Stream<Arguments> slowLines() {
    String gc = "[2026-11-22T09:00:00.000+0000][1.000s][info][gc] ";
    String jit = "[1795340589413ms] ";
    return Stream.of(
        Arguments.of(gc + "GC(1) Pause" + " 1M->".repeat(2_600)),
        Arguments.of(gc + "GC(1) Pause" + " (a".repeat(5_000) + " 1.0ms"),
        Arguments.of(gc + "Safepoint \"a\", " + "Reaching safepoint: 1 ns, ".repeat(500)),
        Arguments.of(jit + "1" + " ".repeat(15_000) + "x"),
        Arguments.of(jit + "1 " + "!".repeat(15_000) + "x"),
        Arguments.of(jit + "1 3 " + ":".repeat(15_000)),
        Arguments.of(jit + "1 3 a::b (1 bytes)" + " ".repeat(15_000)),
        Arguments.of("[".repeat(16_000)),
        Arguments.of("[]".repeat(8_000)));
  }

  @ParameterizedTest
  @MethodSource("slowLines")
  void noLineTakesLong(String line) throws IOException {
    Path log = text("slow", text -> text.append((line + "\n").repeat(300)));
    Causes causes =
        diagnose(files(recording, Optional.of(log), Optional.of(log), Optional.empty(), List.of()));
    assertEquals(2, causes.events().size());
  }

  /** A generator's log may claim any time. */
  @Test
  void slowRequestsOfImpossibleTimesAreLeftOutAndCounted() throws IOException {
    Path csv = folder.resolve("slow-requests.csv");
    Files.writeString(
        csv,
        """
        intended_ns,sent_ns,ended_ns,target
        -9223372036854775808,0,9223372036854775807,/a
        0,0,9223372036854775807,/b
        1795340589000000000,1795340589000000000,1795340589100000000,/c
        """);
    Causes causes =
        diagnose(
            files(recording, Optional.empty(), Optional.empty(), Optional.empty(), List.of(csv)));
    assertEquals(1, causes.events().stream().filter(one -> one.kind().equals("request")).count());
    assertTrue(
        problems(causes).stream().anyMatch(one -> one.startsWith("2 events or lines have an imp")),
        problems(causes).toString());
  }

  /** A histogram that unfolds to more than it says, and one that says more than there is memory. */
  static Stream<Arguments> histograms() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bomb)) {
      ByteBuffer head = ByteBuffer.allocate(40);
      head.putInt(0x1c849303 | 0x10).putInt(Integer.MAX_VALUE - 8).putInt(0).putInt(3);
      head.putLong(1).putLong(Long.MAX_VALUE).putDouble(1);
      out.write(head.array());
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 200; i++) {
        out.write(zeros);
      }
    }
    ByteBuffer whole = ByteBuffer.allocate(8 + bomb.size());
    whole.putInt(0x1c849304 | 0x10).putInt(bomb.size()).put(bomb.toByteArray());
    Histogram small = new Histogram(3);
    small.recordValue(1_000_000);
    ByteBuffer real = ByteBuffer.allocate(small.getNeededByteBufferCapacity());
    int length = small.encodeIntoCompressedByteBuffer(real);
    byte[] cut = Arrays.copyOf(real.array(), length / 2);
    return Stream.of(
        Arguments.of("a bomb", Base64.getEncoder().encodeToString(whole.array())),
        Arguments.of("cut", Base64.getEncoder().encodeToString(cut)),
        Arguments.of("no histogram", "HISTFAAA"),
        Arguments.of("no text", "\u0000\u0001"));
  }

  @ParameterizedTest
  @MethodSource("histograms")
  void aTickLogThatIsNoneIsNamedAndTheRecordingsTimesCount(String what, String histogram)
      throws IOException {
    Path log = folder.resolve("ticks.hlog");
    Files.write(
        log,
        ("#[Histogram log format version 1.3]\nTag=execution,1.0,1.0,1.0," + histogram + "\n")
            .getBytes(StandardCharsets.ISO_8859_1));
    Causes causes =
        diagnose(files(recording, Optional.empty(), Optional.empty(), Optional.of(log), List.of()));
    assertEquals(2, causes.events().size());
    assertTrue(
        problems(causes).stream().anyMatch(one -> one.startsWith("ticks.hlog is damaged")),
        () -> what + problems(causes));
  }

  /** Gigantic texts in events stay short in the result. */
  @Test
  void textsOfEventsAreCutWhereTheyAreShown() throws IOException {
    Path file =
        OwnRecording.record(
            folder.resolve("long.jfr"),
            List.of(QUERY),
            server -> server.tick(true, () -> server.query("x".repeat(1_000_000), 1, 5)));
    UserRule rule =
        new UserRule(
            "mine",
            List.of(QUERY),
            List.of(),
            List.of(),
            RuleWindow.LATE,
            RuleCondition.of("count >= 1").orElseThrow(),
            Optional.empty(),
            "of {table}",
            "");
    Causes causes =
        Diagnosis.of(List.of(OwnRecording.files(file)), Optional.empty(), List.of(rule));
    String text = causes.rules().getFirst().text();
    assertTrue(text.length() < 300, () -> String.valueOf(text.length()));
  }
}

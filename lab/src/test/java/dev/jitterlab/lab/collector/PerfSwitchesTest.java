package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.scheduler.SwitchTrace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The text is what perf 6.1 prints. */
class PerfSwitchesTest {
  private static final String HEADER =
      """
      # ========
      # captured on    : Fri Nov 27 07:24:59 2026
      # clockid: monotonic (1)
      # reference time: 2026-11-27 07:24:58.352387 = 1795764298.352387 (TOD) = 42309.014996426 (monotonic)
      # ========
      #
      """;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private PerfSwitches.Outcome outcome;

  private List<String> lines(String text) throws IOException {
    outcome =
        PerfSwitches.convert(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), file);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file.toByteArray()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void twoLinesOfPerfAreOneSwitch() throws IOException {
    List<String> lines =
        lines(
            HEADER
                + """
                 jitterlab-tick- 14467/14501 [000]  42309.520427005: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid: 14467/14485
                           sleep 17084/17084 [001]  42309.520428000: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:     0/0
                 C1 CompilerThre 14467/14485 [000]  42309.520428458: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid: 14467/14501
                         swapper     0/0     [001]  42309.520429000: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid: 17084/17084
                """);
    assertEquals(
        List.of(
            SwitchTrace.HEADER + "1795721989337390574",
            "42309520428458,0,14501,1,14467,14485,C1 CompilerThre",
            "42309520429000,1,17084,0,0,0,swapper"),
        lines);
    assertEquals(new PerfSwitches.Outcome(2, 0, 0), outcome);
  }

  /** The kernel does not say its number then, and it ran until then all the same. */
  @Test
  void aThreadThatEndsIsTheOneThatRan() throws IOException {
    List<String> lines =
        lines(
            """
               rival     7/8     [000]     9.000000001: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     1/1
                 :-1    -1/-1    [000]     9.000000002: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:     5/6
                   x     5/6     [000]     9.000000003: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:    -1/-1
                 :-1    -1/-1    [001]     9.000000004: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:    -1/-1
            """);
    assertEquals(
        List.of(
            "9000000001,0,1,0,7,8,rival",
            "9000000003,0,8,0,5,6,x",
            "9000000004,1,4294967295,0,4294967295,4294967295,a thread that ended"),
        lines.subList(1, lines.size()));
    assertEquals(new PerfSwitches.Outcome(3, 0, 0), outcome);
  }

  /** A process may call itself as it likes: also like the rest of the line. */
  @Test
  void aNameCannotForgeALine() throws IOException {
    List<String> lines =
        lines(
            """
             1/2 [3] 4.5: 6 14467/14485 [000]     9.520428458: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     1/1
                     a,1,\tb    15/15    [001]     9.520428459: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     2/2
                         thé    16/16    [001]     9.520428460: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:    15/15
                              17/17    [001]     9.520428461: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:    16/16
            """);
    assertEquals(
        List.of(
            "9520428458,0,1,0,14467,14485,1/2 [3] 4.5: 6",
            "9520428459,1,2,0,15,15,a,1,?b",
            "9520428460,1,15,0,16,16,thé",
            "9520428461,1,16,0,17,17,"),
        lines.subList(1, lines.size()));
  }

  /** What was seen before them says nothing of what comes behind. */
  @Test
  void lostEventsAreCountedAndBreakTheOrder() throws IOException {
    List<String> lines =
        lines(
            """
                 perf 17082/17082 [001] 42309.1: PERF_RECORD_LOST lost 5
                 perf 17082/17082 [001] 42309.232287139: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid: 5/5
                 perf 17082/17082 [001] 42309.232287140: PERF_RECORD_LOST lost 1222
                    x     5/5     [001] 42309.232287141: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid: 17082/17082
                    x     5/5     [001] 42309.232287142: PERF_RECORD_LOST lost many
            """);
    assertEquals(
        List.of("lost,42309232287140,1,1222", "42309232287141,1,17082,0,5,5,x"),
        lines.subList(1, lines.size()));
    assertEquals(new PerfSwitches.Outcome(1, 1222, 2), outcome);
  }

  @Test
  void whatIsNotUnderstoodIsCountedAndLeftOut() throws IOException {
    List<String> lines =
        lines(
            """
            PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     1/1
            x 5/5 [000] 1.520428458: PERF_RECORD_SWITCH_CPU_WIDE IN
            x 5/5 [000] 1.520428458: PERF_RECORD_SWITCH_CPU_WIDE UP           prev pid/tid:     1/1
            x 5/5 [99999] 1.520428458: PERF_RECORD_SWITCH_CPU_WIDE IN         prev pid/tid:     1/1
            x 5/5 [000] 99999999999.520428458: PERF_RECORD_SWITCH_CPU_WIDE IN prev pid/tid:     1/1
            something else
            # reference time: soon
            """
                + "x".repeat(50_000));
    assertEquals(1, lines.size(), lines::toString);
    assertTrue(lines.getFirst().matches("\\Q" + SwitchTrace.HEADER + "\\E\\d{19}"));
    assertEquals(new PerfSwitches.Outcome(0, 0, 7), outcome);
  }
}

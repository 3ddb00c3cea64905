package dev.jitterlab.doctor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckupTextTest {
  private static final Terminal WIDE = new Terminal(false, false, true, 100);
  private static final Environment MACHINE =
      new Environment(
          "Linux", null, 2, null, null, null, null, null, "tsc", null, null, 0.0, null, Map.of(),
          "", null, null, "UTC", "en");
  private static final Stillness QUIET =
      new Stillness(10, 2e-4, 1e-3, 2e-3, 0, 0, null, 0.0, null, List.of());

  private static String render(Stillness still, List<Other> others, Terminal terminal) {
    return render(still, others, Reach.MEDIAN_EXECUTION, terminal);
  }

  private static String render(
      Stillness still, List<Other> others, String metric, Terminal terminal) {
    List<Advice> advice = Disturbances.of(still, others);
    Reach reach = Reach.of(metric, "Execution p50", 1, new double[] {0, 0.02, 0.04});
    return CheckupText.render(
        new Checkup(MACHINE, still, others, advice, List.of(reach)), terminal);
  }

  @Test
  void beginsWithTheAnswerAndEndsWithWhatIsFine() {
    List<String> lines = render(QUIET, List.of(), WIDE).lines().toList();
    assertTrue(
        lines.getFirst().startsWith("This machine is quiet. Ten minutes find"), lines.getFirst());
    assertTrue(lines.getLast().startsWith("Fine: stalls, steal"), lines.getLast());
  }

  @Test
  void saysNothingOfTicksWhereOnlyAnotherMetricIsKnown() {
    String text = render(QUIET, List.of(), "cpu_load", WIDE);
    assertFalse(text.contains("Ten minutes find"), text);
  }

  @Test
  void namesWhoTookTheCpu() {
    Stillness stalled = new Stillness(10, 1e-2, 2e-2, 0.05, 40, 0.1, 0.9, 0.0, null, List.of());
    String text = render(stalled, List.of(new Other("kworker/1:2", 77, true, 0.1)), WIDE);
    assertTrue(text.startsWith("This machine is not fit"), text);
    assertTrue(text.contains("another process had the CPU"), text);
    assertTrue(text.contains("The kernel thread kworker/1:2 (77) used 10 %"), text);
  }

  private static Stillness besideOthers(double cpuRatio) {
    return new Stillness(10, 2e-4, 1e-3, 2e-3, 0, 0, null, 0.0, cpuRatio, List.of());
  }

  /** In a container the doctor sees no process of the host. */
  @Test
  void aBusyMachineIsNotGoodWhereNoOtherProcessIsSeen() {
    String busy = render(besideOthers(0.2), List.of(), WIDE);
    assertTrue(busy.startsWith("This machine can measure, with some noise."), busy);
    assertTrue(busy.contains("Programs that are not the doctor's used 20 % of the CPU"), busy);
    String full = render(besideOthers(0.4), List.of(), WIDE);
    assertTrue(full.startsWith("This machine is not fit"), full);
    String quiet = render(besideOthers(0.05), List.of(), WIDE);
    assertTrue(quiet.startsWith("This machine is quiet."), quiet);
    assertTrue(quiet.contains("other programs"), quiet);
  }

  @Test
  void aProcessCannotWriteItsOwnEscapesThoughTheTextIsStyled() {
    Terminal coloured = new Terminal(true, true, true, 100);
    String text =
        render(QUIET, List.of(new Other("\u001b]0;x\u0007\u001b[2J", 77, false, 0.1)), coloured);
    assertTrue(text.contains("The process ?]0;x??[2J (77) used 10 %"), text);
    assertTrue(text.contains("\u001b[1mThis machine"), "bold: " + text);
    assertTrue(text.contains("\u001b[2mps -fp 77"), "dim: " + text);
    assertTrue(text.contains("\u001b[2mmetric"), "the head of the table: " + text);
  }

  @Test
  void blamesTheHypervisorOnlyWhereNobodyHadTheCpu() {
    Stillness stalled = new Stillness(10, 1e-2, 2e-2, 0.05, 40, 0.1, 0.1, 0.2, null, List.of());
    String text = render(stalled, List.of(), WIDE);
    assertTrue(text.contains("no process had the CPU"), text);
    assertTrue(text.contains("took away 20 %"), text);
    assertFalse(
        render(QUIET, List.of(), WIDE).contains("no process had the CPU"), "it did not stall");
  }

  @Test
  void keepsToTheWidth() {
    Terminal narrow = new Terminal(false, false, false, 40);
    render(QUIET, List.of(), narrow)
        .lines()
        .filter(line -> !line.contains("/"))
        .forEach(line -> assertTrue(line.length() <= 40, line));
  }
}

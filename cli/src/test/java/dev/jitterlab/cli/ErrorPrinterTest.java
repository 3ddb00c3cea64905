package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorPrinterTest {
  private final StringWriter err = new StringWriter();
  private final ErrorPrinter printer =
      new ErrorPrinter(new PrintWriter(err, true), new Terminal(false, false, true, 50));

  @Test
  void setsOutPlaceExpectationRemedyAndEvidence() {
    Problem.Place place = new Problem.Place(Path.of("x.yaml"), 12, 5);
    printer.print(
        Problem.at(place, "unknown key `scheduller`\nexpected one of: a, b", "Correct the key.")
            .withDetails("line one\n  line two"));
    assertEquals(
        """
        error: x.yaml:12:5: unknown key `scheduller`
               expected one of: a, b
               Correct the key.
               | line one
               |   line two
        """,
        err.toString());
  }

  @Test
  void wrapsLongLinesUnderTheirStart() {
    printer.print(Problem.in("battle/1", "did not become ready within thirty seconds", "Wait."));
    assertEquals(
        """
        error: battle/1: did not become ready within
               thirty seconds
               Wait.
        """,
        err.toString());
  }

  @Test
  void countsSeveralProblemsAndKeepsTheirExitCode() {
    Problem problem = Problem.in("a", "b", "c");
    ExitCode code = printer.print(new LabException(ExitCode.RUN_FAILED, List.of(problem, problem)));
    assertEquals(ExitCode.RUN_FAILED, code);
    assertTrue(err.toString().endsWith("2 errors\n"), err::toString);
  }

  @Test
  void ownsUpToDefectsWithTheirTrace() {
    assertEquals(ExitCode.DEFECT, printer.print(new IllegalStateException("oops")));
    String text = err.toString();
    assertTrue(text.startsWith("error: jitterlab: this is a defect of Jitterlab's"), text);
    assertTrue(text.contains("at dev.jitterlab.cli.ErrorPrinterTest"), text);
  }
}

package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

  static Stream<Exception> defects() {
    return Stream.of(
        new IllegalStateException("oops"), new UncheckedIOException(new IOException("oops")));
  }

  @ParameterizedTest
  @MethodSource("defects")
  void ownsUpToDefectsWithTheirTrace(Exception defect) {
    assertEquals(ExitCode.DEFECT, printer.print(defect));
    String text = err.toString();
    assertTrue(text.startsWith("error: jitterlab: this is a defect of Jitterlab's"), text);
    assertTrue(text.contains("at dev.jitterlab.cli.ErrorPrinterTest"), text);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments(
            new AccessDeniedException("gc.log"), "gc.log: you have no right to it", "Get that"),
        arguments(
            new FileNotFoundException("gc.log (Permission denied)"),
            "gc.log: you have no right to it",
            "sudo chown -R"),
        arguments(
            new AccessDeniedException("run/causes.json.part"),
            "run/causes.json: you may not write into its folder",
            "choose another place"),
        arguments(
            new NoSuchFileException("no-such-folder/x.yaml"),
            "no-such-folder/x.yaml: its folder does not exist",
            "Make the folder /"),
        arguments(
            new NoSuchFileException("no-such-file"),
            "no-such-file: there is no such file or folder",
            "Check the path."),
        arguments(
            new FileSystemException("run/a.json.4711.part", null, "No space left on device"),
            "run/a.json: the disk is full",
            "Make room"),
        arguments(
            new IOException("No space left on device"), "jitterlab: the disk is full", "Make room"),
        arguments(
            new FileAlreadyExistsException("runs"), "runs: a file is there already", "move it"),
        arguments(
            new FileSystemException("file/x", null, "Not a directory"),
            "file/x: a part of its path is not a folder",
            "Correct the path."),
        arguments(
            new FileSystemException("run/a.json", null, "Read-only file system"),
            "run/a.json: the system says: Read-only file system",
            "choose another place"));
  }

  /** They are the machine's or the user's affair: nobody needs a stack trace to act on them. */
  @ParameterizedTest
  @MethodSource("refusals")
  void aFileThatTheSystemRefusesIsNoDefect(IOException refusal, String what, String remedy) {
    assertEquals(ExitCode.RUN_FAILED, printer.print(new UncheckedIOException(refusal)));
    String text = err.toString().replaceAll("\\s+", " ");
    assertTrue(text.startsWith("error: " + what), text);
    assertTrue(text.contains(remedy), text);
    assertTrue(text.contains("| " + refusal.getClass().getName()), text);
    assertFalse(text.contains("at dev.jitterlab"), text);
  }
}

package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.host.Symptom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiskSpaceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\u0001',
      value = {
        "Unrecognized VM option 'UseMagicGC'; -XX:UseMagicGC; Correct or remove",
        "Unrecognized option: -Xfast; -Xfast; Correct or remove",
        "Error: VM option 'UseEpsilonGC' is experimental and must be enabled; UseEpsilonGC;"
            + " UnlockExperimentalVMOptions",
        "Error: VM option 'PrintInlining' is diagnostic and must be enabled; PrintInlining;"
            + " UnlockDiagnosticVMOptions",
        "Error occurred during initialization of VM Multiple garbage collectors selected; garbage;"
            + " Leave one",
        "Invalid maximum heap size: -Xmx1x; -Xmx1x; Correct the argument",
        "Error: Invalid initial heap size: -Xms1x; -Xms1x; Correct the argument",
        "Invalid thread stack size: -Xss1x; -Xss1x; Correct the argument",
        "Too small maximum heap; Too small maximum heap; Correct the argument",
        "Improperly specified VM option 'MaxHeapSize=1x'; MaxHeapSize; Correct the argument",
        "Missing +/- setting for VM option 'UseG1GC'; UseG1GC; Correct the argument",
        "Initial heap size set to a larger value than the maximum heap size; larger value;"
            + " Correct the argument",
        "java.lang.UnsupportedClassVersionError: X has been compiled; too old; newer JDK",
        "java.lang.OutOfMemoryError: Java heap space; Java heap space; -Xmx",
        "Could not reserve enough space for 2097152KB object heap; 2097152KB; -Xmx",
        "java.net.BindException: Address already in use; port; ss -lntup",
        "write failed: No space left on device; disk is full; in a folder on another disk",
        "Error: Could not find or load main class a.B; a.B; Build the workload",
        "setsid: failed to execute /x/java: No such file or directory; cannot be started: failed"
            + " to execute /x/java; jdks",
        "/usr/bin/env: ‘node’: No such file or directory; cannot be started: /usr/bin/env; jdks",
        "java.io.IOException: Cannot run program \"/x/java\": error=2, No such file or directory;"
            + " cannot be started: Cannot run program \"/x/java\"; jdks",
        "Cannot run program \"/x/java\": Exec failed, error: 2 (No such file or directory) ;"
            + " cannot be started: Cannot run program \"/x/java\"; jdks",
        "java.io.FileNotFoundException: conf/app.yml (No such file or directory);"
            + " did not find a file: conf/app.yml; ${here}",
        "Caused by: java.nio.file.NoSuchFileException: conf/app.yml;"
            + " did not find a file: conf/app.yml; ${here}",
        "cat: conf/app.yml: No such file or directory; did not find a file: cat: conf/app.yml;"
            + " ${directory}"
      })
  void knowsTheCauseAndTheRemedy(String output, String cause, String remedy) {
    Symptom symptom = Symptom.in("first line\n" + output + "\nlast line").orElseThrow();

    assertTrue(symptom.cause().contains(cause), symptom.cause());
    assertTrue(symptom.remedy().contains(remedy), symptom.remedy());
  }

  /** A server's own words about its own options look like the JVM's. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.NullPointerException",
        "Missing required option: '--config'",
        "Missing required options: '--config', '--port'",
        "Invalid value for option '--port' (<port>): 'x' is not an int",
        "Invalid pool size: -1",
        "Unexpected token in conf/app.yml",
        "org.apache.commons.cli.UnrecognizedOptionException: Unrecognized option: -x",
        "12:00:01 ERROR failed to execute query"
      })
  void claimsNoCauseThatItDoesNotKnow(String output) {
    assertEquals(Optional.empty(), Symptom.in("first line\n" + output + "\nlast line"));
  }

  @Test
  void doesNotTakeAMissingFileOfAServerForAMissingProgram() {
    Symptom symptom =
        Symptom.in("java.io.FileNotFoundException: conf/app.yml (No such file or directory)")
            .orElseThrow();

    assertEquals("it did not find a file: conf/app.yml", symptom.cause());
    assertFalse(symptom.remedy().contains("jdks"), symptom.remedy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Invalid decoding\nError: Could not create the Java Virtual Machine.",
        "Error occurred during initialization of VM\nInvalid decoding"
      })
  void knowsTheJvmByTheLinesAroundItsWords(String output) {
    assertEquals(
        "the JVM refused an argument: Invalid decoding", Symptom.in(output).orElseThrow().cause());
  }

  @Test
  void asksForRoomBeforeTheStart() {
    DiskSpace disk = new DiskSpace(Path.of("runs"), () -> 100_000_000);
    LabException full = assertThrows(LabException.class, () -> disk.requireFor(10, 4, 0));

    Problem problem = full.problems().getFirst();
    assertEquals(ExitCode.RUN_FAILED, full.exitCode());
    assertTrue(problem.what().contains("95.4 MiB free"), problem.what());
    assertTrue(problem.what().contains("286 MiB"), problem.what());
    disk.requireFor(2, 2, 0);
  }

  /**
   * What fits for a minute does not for a day: recordings stop growing, logs and samples do not.
   */
  @Test
  void asksForMoreRoomTheLongerTheRun() {
    DiskSpace disk = new DiskSpace(Path.of("runs"), () -> 10_000_000_000L);
    disk.requireFor(6, 3, 60);

    LabException full = assertThrows(LabException.class, () -> disk.requireFor(6, 3, 86_400));
    assertTrue(
        full.problems().getFirst().what().contains("of 24 h each, needs about 19 GiB"),
        full.problems().getFirst()::what);
  }

  @Test
  void stopsTheRunBeforeTheLastByteIsGone() {
    new DiskSpace(Path.of("runs"), () -> 4_000_000).requireToGoOn();
    DiskSpace disk = new DiskSpace(Path.of("runs"), () -> 3_999_999);

    assertThrows(LabException.class, disk::requireToGoOn);
  }

  @ParameterizedTest
  @CsvSource({
    "No space left on device, 1000000000, not enough space",
    "Disk quota exceeded, 1000000000, not enough space",
    "Broken pipe, 0, not enough space",
    "Permission denied, 1000000000, could not be written"
  })
  void tellsAFullDiskFromAnotherFailure(String message, long freeBytes, String expected) {
    DiskSpace disk = new DiskSpace(Path.of("runs"), () -> freeBytes);
    LabException failure = disk.writeFailed(new IOException(message));

    assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
    assertTrue(failure.getMessage().contains(expected), failure.getMessage());
    String remedy = failure.problems().getFirst().remedy();
    assertFalse(remedy.contains("--out"), "each command that runs has another meaning for it");
  }
}

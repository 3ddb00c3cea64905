package dev.jitterlab.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(60)
class LockTrialTest {
  private static String printed(String... arguments) {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      assertEquals(0, new CommandLine(new LockTrial()).execute(arguments));
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void printsItsFiguresOnOneLine() {
    String line =
        printed(
            "--lock=BOUNDED",
            "--threads=3",
            "--section-ns=0",
            "--outside-ns=0",
            "--barges=4",
            "--warmup-ms=20",
            "--measured-ms=50");
    assertTrue(
        line.matches(
            "JITTERLAB TRIAL acquisitions=[1-9]\\d* seconds=0\\.\\d{6} waits=[1-9]\\d*"
                + " wait_p999_ns=\\d+ wait_p9999_ns=\\d+ wait_longest_ns=\\d+ lost=0\\R"),
        line);
  }
}

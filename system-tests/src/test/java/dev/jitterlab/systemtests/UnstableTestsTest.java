package dev.jitterlab.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A test that passed only when it was run again is named. */
class UnstableTestsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"flakyFailure", "flakyError"})
  void namesATestThatPassedTheSecondTime(String element) throws Exception {
    assertEquals(
        "unstable: SomeTest.two(String)[1]: failed once, and passed when it was run again\n",
        unstable(
            "<"
                + element
                + " message=\"expected: 1\" type=\"x\">\n<stackTrace>at a.b</stackTrace>\n</"
                + element
                + ">"));
  }

  /** Such a test fails the check anyway. */
  @Test
  void doesNotNameATestThatFailedTwice() throws Exception {
    assertEquals("", unstable("<failure message=\"m\"/>\n<rerunFailure message=\"m\"/>"));
  }

  private String unstable(String outcome) throws IOException, InterruptedException {
    Path reports = Files.createDirectories(folder.resolve("module/target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-a.b.SomeTest.xml"),
        "<testsuite>\n<testcase name=\"one\" classname=\"a.b.SomeTest\" time=\"0\"/>\n"
            + "<testcase name=\"two(String)[1]\" classname=\"a.b.SomeTest\" time=\"0\">\n"
            + outcome
            + "\n</testcase>\n</testsuite>\n");
    Process process =
        new ProcessBuilder(Jitterlab.HOME.resolve("scripts/unstable").toString(), folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }
}

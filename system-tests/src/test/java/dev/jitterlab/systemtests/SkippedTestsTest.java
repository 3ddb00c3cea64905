package dev.jitterlab.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A test that is skipped although it could run here fails the check. */
class SkippedTestsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "needs `command -v no-such-program`: apt-get install it ~ skipped",
        "needs `command -v sh` ~ could run",
        "needs `command -v no-such-program || command -v sh`: one of both ~ could run",
        "needs `test \"$(uname)\" = Nowhere && true`: <another> system ~ skipped",
        "sh is not installed ~ could run",
        "Disabled on operating system: Linux (6.1) ~ could run",
      })
  void onlyAReasonThatHoldsIsOne(String reason, String expected) throws Exception {
    String escaped =
        reason
            .replace("&", "&amp;")
            .replace("\"", "&quot;")
            .replace("<", "&lt;")
            .replace(">", "&gt;");
    for (String form :
        List.of(
            "<skipped message=\"" + escaped + "\" type=\"x\"/>",
            "<skipped message=\"Assumption failed: " + escaped + "\"/>",
            "<skipped type=\"x\"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: "
                + reason
                + "\n\tat some.Test.method(Test.java:1)\n]]></skipped>")) {
      report("<testcase name=\"one(String)[2]\" classname=\"a.b.SomeTest\" time=\"0\">\n" + form);
      Process process = skipped();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);

      assertEquals(expected.equals("skipped") ? 0 : 1, process.waitFor(), said);
      assertEquals(expected + ": SomeTest.one(String)[2]: " + reason + "\n", said);
    }
  }

  @Test
  void testsThatRanAreNotListed() throws Exception {
    report("<testcase name=\"one\" classname=\"a.b.SomeTest\" time=\"0.0\"/>");
    Process process = skipped();

    assertEquals("", new String(process.getInputStream().readAllBytes(), UTF_8));
    assertEquals(0, process.waitFor());
  }

  @Test
  void theCheckCountsThemAsFailures() throws IOException {
    String launcher = Files.readString(Jitterlab.HOME.resolve("jitterlab"));
    assertTrue(launcher.contains("\"$home/scripts/skipped\" \"$home\" >"), "not asked any more");
    assertTrue(launcher.contains("failed=$((failed + could_run))"), "not counted any more");
  }

  private void report(String testcase) throws IOException {
    Path reports = Files.createDirectories(folder.resolve("module/target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-a.b.SomeTest.xml"), "<testsuite>\n" + testcase + "\n</testsuite>\n");
  }

  private Process skipped() throws IOException {
    return new ProcessBuilder(
            Jitterlab.HOME.resolve("scripts/skipped").toString(), folder.toString())
        .redirectErrorStream(true)
        .start();
  }
}

package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.lab.jdk.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tick library's own tests, once more on each JDK that it may run on beside the build's. */
@Tag("long") // JdkMatrixTest has a server with it on JDK 11
class TickLibraryOnEveryJdkTest {
  @TempDir Path folder;

  static IntStream otherJdks() {
    return TestedJdks.features().filter(jdk -> jdk != Runtime.version().feature());
  }

  @ParameterizedTest
  @MethodSource("otherJdks")
  void passesItsTests(int feature) throws IOException, InterruptedException {
    Jdk jdk = TestedJdks.ofFeature(feature);
    Path tests = Jitterlab.HOME.resolve("tick/target/test-classes");
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    jdk.home().resolve("bin/java").toString(),
                    // Half of the CPU time would be the optimising compiler's. The build's own
                    // tests have it.
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    tests + File.pathSeparator + testClassPath(),
                    "org.junit.platform.console.ConsoleLauncher",
                    "execute",
                    "--scan-classpath=" + tests,
                    "--include-classname=.*Test",
                    "--disable-banner",
                    "--disable-ansi-colors"))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();

    assertEquals(0, status, Files.readString(output));
    assertTrue(Files.readString(output).contains(" 0 tests failed"), Files.readString(output));
  }

  /** The whole one: Surefire puts only a jar with a manifest on the real class path. */
  private static String testClassPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}

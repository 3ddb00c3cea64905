package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.ExtensionJar;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's jar adds a check to the list, in a JVM of its own as the command is one. */
class ExtensionCheckTest {
  private static final String SOURCE =
      """
      import dev.jitterlab.lab.metric.Unit;
      import dev.jitterlab.lab.validity.Check;
      import dev.jitterlab.lab.validity.Finding;
      import dev.jitterlab.lab.validity.Question;
      import dev.jitterlab.lab.validity.evidence.Evidence;
      import dev.jitterlab.lab.validity.evidence.Kind;

      public class LongestBlock extends Check {
        public LongestBlock() {
          super(
              Question.of("block_seconds", Unit.SECONDS, "Was every block measured for a second?")
                  .limit(10, 20)
                  .needs("no block was measured", Kind.MEASUREMENT));
        }

        @Override
        protected Finding examine(Evidence evidence) {
          double longest =
              evidence.measured().values().stream().mapToDouble(one -> one.seconds()).max().orElseThrow();
          return graded(longest, "the longest block had " + longest + " s", "Measure less.");
        }
      }
      """;

  @TempDir private Path folder;

  /** Judges the run of its argument, and prints the last check of the list and its finding. */
  public static void main(String[] arguments) {
    Check last = TrialChecks.all().getLast();
    Finding finding = CheckedTrial.examine(new RunDirectory(Path.of(arguments[0]))).getLast();
    System.out.println(last.question().title() + " in " + last.question().unit());
    System.out.println(finding.name() + " " + finding.status() + ": " + finding.why());
  }

  @Test
  void asksTheCheckOfAUsersJarAfterAllOthers() throws Exception {
    Path jar = ExtensionJar.of(folder, Check.class, "LongestBlock", SOURCE);
    RunDirectory run = new RunDirectoryFixture(folder.resolve("run")).write();

    assertEquals(
        List.of("Block in SECONDS", "block_seconds WEAK: the longest block had 12.0 s"),
        linesOf(jar, run));
  }

  private static List<String> linesOf(Path jar, RunDirectory run)
      throws IOException, InterruptedException {
    Process lab =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djitterlab.extensions=" + jar,
                "-cp",
                System.getProperty("java.class.path"),
                ExtensionCheckTest.class.getName(),
                run.root().toString())
            .redirectErrorStream(true)
            .start();
    String printed = new String(lab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, lab.waitFor(), printed);
    return printed.lines().toList();
  }
}

package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files that a public forge and a container builder read, which nothing else here runs. */
class ForgeFilesTest {
  private static final Pattern JDK = Pattern.compile("<version>\\[(\\d+),\\)</version>");

  private static String read(String file) throws IOException {
    return Files.readString(Jitterlab.HOME.resolve(file));
  }

  private static String found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .findFirst()
        .orElseThrow(() -> new AssertionError(pattern + " is not in " + text));
  }

  @Test
  void theWorkflowRunsWhatOurOwnCheckRuns() throws IOException {
    String workflow = read(".github/workflows/check.yml");
    assertTrue(workflow.contains("run: .ci/run"), workflow);
    assertTrue(workflow.contains("permissions:\n  contents: read"), "it needs to write nothing");
    assertFalse(workflow.contains("secrets."), workflow);
    List<String> actions =
        Pattern.compile("uses: (\\S+)")
            .matcher(workflow)
            .results()
            .map(result -> result.group(1))
            .toList();
    assertTrue(actions.size() >= 3, workflow);
    actions.forEach(action -> assertTrue(action.matches("actions/[a-z-]+@v\\d+"), action));
  }

  /** The build, the workflow and the container mean the same JDK. */
  @Test
  void allNameTheSameJdk() throws IOException {
    String jdk = found(JDK, read("pom.xml"));
    assertEquals(
        jdk, found(Pattern.compile("java-version: '(\\d+)'"), read(".github/workflows/check.yml")));
    assertEquals(
        jdk,
        found(Pattern.compile("(?m)^FROM eclipse-temurin:(\\d+)-jdk$"), read("Containerfile")));
    assertEquals(jdk, found(Pattern.compile("(?m)^jdk_feature=(\\d+)$"), read("jitterlab")));
  }

  /** It takes the archive and nothing else from the checkout, and is not root. */
  @Test
  void theContainerHasTheArchiveAndAUser() throws IOException {
    String file = read("Containerfile");
    List<String> copied =
        Pattern.compile("(?m)^(?:ADD|COPY) (\\S+)")
            .matcher(file)
            .results()
            .map(result -> result.group(1))
            .toList();
    assertEquals(List.of("target/jitterlab-*.tar.gz"), copied);
    assertEquals("*\n!" + copied.getFirst() + "\n", read(".dockerignore"));
    assertTrue(found(Pattern.compile("(?m)^USER (\\d+)$"), file).matches("[1-9]\\d{3,}"), file);
    assertTrue(file.contains("ENTRYPOINT [\"jitterlab\"]"), file);
    assertTrue(read("scripts/release").contains("$name.tar.gz"));
  }
}

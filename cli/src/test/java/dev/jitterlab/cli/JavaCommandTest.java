package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir private Path folder;

  private Optional<JavaCommand> of(String command) {
    return JavaCommand.of(command, Map.of("PATH", folder.toString()));
  }

  @Test
  void theFirstJavaOnThePathIsMeant() throws IOException {
    Files.createSymbolicLink(folder.resolve("java"), JDK.resolve("bin/java"));

    assertEquals(
        Optional.of(
            new JavaCommand(
                "${java} ${jvm_arguments} -jar 'a b.jar' ${port}", Optional.of(JDK.toRealPath()))),
        of("java -jar 'a b.jar' ${port}"));
  }

  @Test
  void aPathToJavaIsThatJdks() throws IOException {
    assertEquals(
        Optional.of(
            new JavaCommand("${java} ${jvm_arguments} A.java", Optional.of(JDK.toRealPath()))),
        of(JDK.resolve("bin/java") + " A.java"));
  }

  @Test
  void placeholdersStayAsTheyAre() {
    String command = "${java} ${jvm_arguments} A.java";
    assertEquals(Optional.of(new JavaCommand(command, Optional.empty())), of(command));
  }

  /** No java on this PATH; a shell; a JVM that is not there; a relative path. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java -jar a.jar",
        "sh java",
        "javac A.java",
        "/no/such/bin/java -jar a.jar",
        "jdk/bin/java -jar a.jar",
        "'java' -jar a.jar"
      })
  void whatCannotBeRecordedStaysAlone(String command) {
    assertEquals(Optional.empty(), of(command));
  }

  /** A program of that name that is no JDK's. */
  @Test
  void aScriptThatIsCalledJavaStaysAlone() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("home/bin"));
    Path script = Files.writeString(bin.resolve("java"), "#!/bin/sh\n");
    assertEquals(true, script.toFile().setExecutable(true));

    assertEquals(Optional.empty(), of(script + " A.java"));
  }
}

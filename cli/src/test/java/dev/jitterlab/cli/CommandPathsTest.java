package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.experiment.Arguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandPathsTest {
  @TempDir private Path folder;

  /** In an experiment of another folder; the current one is left out of what comes back. */
  private String elsewhere(String command) {
    return new CommandPaths(folder, folder.resolve("runs/x.yaml"))
        .located(command)
        .replace(folder + "/", "HERE/");
  }

  private String here(String command) {
    return new CommandPaths(folder, folder.resolve("x.yaml")).located(command);
  }

  @Test
  void aProgramAndItsJarAreLocatedEvenIfTheyAreNotThere() {
    assertEquals("HERE/bin/run -jar HERE/lib/a.jar", elsewhere("bin/run -jar lib/a.jar"));
    assertEquals("${here}/bin/run -jar ${here}/lib/a.jar", here("bin/run -jar lib/a.jar"));
    assertEquals("java -jar /opt/a.jar", elsewhere("java -jar /opt/a.jar"));
    assertEquals("${java} -jar ${properties.jar}", elsewhere("${java} -jar ${properties.jar}"));
  }

  /** Behind its jar, {@code -jar} is an argument of the server's own. */
  @Test
  void otherWordsAreOnlyLocatedIfTheyNameAFile() throws IOException {
    Files.writeString(folder.resolve("app.yml"), "");

    assertEquals(
        "java -jar HERE/a.jar -jar b.jar lib/c --config=HERE/app.yml",
        elsewhere("java -jar a.jar -jar b.jar lib/c --config=app.yml"));
  }

  @Test
  void aWordWithBothKindsOfQuotesStaysThatWord() {
    String command = "java -jar a.jar \"it's\"'\"x\"' 'a b'";
    assertEquals(
        List.of("java", "-jar", "HERE/a.jar", "it's\"x\"", "a b"),
        Arguments.split(elsewhere(command)).orElseThrow());
  }

  @Test
  void eachPartOfAClassPathIsLocated() {
    assertEquals(
        "java -cp HERE/classes:/opt/a.jar:HERE/lib/* Main",
        elsewhere("java -cp classes:/opt/a.jar:lib/* Main"));
  }

  @Test
  void pathsInsideOptionsAreLocated() {
    assertEquals(
        "java -javaagent:HERE/a.jar=x=1,y -agentpath:/opt/b.so=z -javaagent:HERE/c.jar Main",
        elsewhere("java -javaagent:a.jar=x=1,y -agentpath:/opt/b.so=z -javaagent:c.jar Main"));
    assertEquals(
        "java --class-path=HERE/a.jar:HERE/lib/* Main",
        elsewhere("java --class-path=a.jar:lib/* Main"));
    assertEquals(
        "java --module-path HERE/mods:/opt/mods -m app/Main",
        elsewhere("java --module-path mods:/opt/mods -m app/Main"));
    assertEquals(
        "java --module-path=HERE/mods -m app/Main",
        elsewhere("java --module-path=mods -m app/Main"));
    assertEquals("java -javaagent:${here}/a.jar Main", here("java -javaagent:a.jar Main"));
  }

  /** In other programs the same words mean something else. */
  @Test
  void whatIsBehindALetterIsAPathIfItIsThere() throws IOException {
    Files.createDirectory(folder.resolve("mods"));
    Files.writeString(folder.resolve("args"), "");

    assertEquals(
        "java -p HERE/mods:none @HERE/args Main", elsewhere("java -p mods:none @args Main"));
    assertEquals("npx @args/none -p 8080", elsewhere("npx @args/none -p 8080"));
    assertEquals("serve -p --config=HERE/args", elsewhere("serve -p --config=args"));
    assertEquals(
        "java -jar HERE/a.jar -p mods @args -javaagent:b.jar",
        elsewhere("java -jar a.jar -p mods @args -javaagent:b.jar"));
  }

  /** What an experiment in another folder calls {@code ${here}} is not where the user stands. */
  @Test
  void hereIsWhereTheUserStands() {
    assertEquals("sh HERE/a.sh $${here}", elsewhere("sh ${here}/a.sh $${here}"));
    assertEquals("sh ${here}/a.sh", here("sh ${here}/a.sh"));
  }
}

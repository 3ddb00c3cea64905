package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ManualTime;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannedProgramsTest {
  @TempDir private Path folder;
  private final Environment environment = new FakeHost(new ManualTime()).environment(Map.of());

  @BeforeEach
  void writeJars() throws IOException {
    Files.createDirectories(folder.resolve("lib/deeper"));
    for (String name : List.of("main.jar", "lib/a.jar", "lib/b.jar", "lib/deeper/c.jar")) {
      jar(name, "first");
    }
    Files.writeString(folder.resolve("lib/notes.txt"), "no jar");
  }

  private void jar(String name, String content) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      jar.putNextEntry(new JarEntry("content"));
      jar.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The words are those behind {@code java}; {@code HERE} is the folder of the jars. */
  private Programs programs(String... words) throws IOException {
    Stream<String> named = Stream.of(words).map(word -> word.replace("HERE", folder.toString()));
    return PlannedPrograms.read(
        ScriptedPlans.commanded(Stream.concat(Stream.of("java"), named).toList()));
  }

  private Set<String> jars(String... words) throws IOException {
    return programs(words).sha256().keySet().stream()
        .map(jar -> folder.relativize(Path.of(jar)).toString())
        .collect(Collectors.toSet());
  }

  private List<String> changes(Programs before, Programs now) {
    return Continuity.check(new RunDirectory(folder), environment, environment, before, now);
  }

  @Test
  void findsEveryJarOfAFolderOnTheClassPath() throws IOException {
    Set<String> expected = Set.of("main.jar", "lib/a.jar", "lib/b.jar");
    assertEquals(expected, jars("-cp", "HERE/main.jar:HERE/lib/*", "Main"));
    assertEquals(expected, jars("--class-path=HERE/main.jar:HERE/lib/*", "Main"));
  }

  @Test
  void findsAnAgentWithAndWithoutOptions() throws IOException {
    assertEquals(Set.of("lib/a.jar"), jars("-javaagent:HERE/lib/a.jar", "Main"));
    assertEquals(
        Set.of("lib/b.jar", "main.jar"),
        jars("-javaagent:HERE/lib/b.jar=x=1,y", "-jar", "HERE/main.jar"));
  }

  @Test
  void findsTheModulesOnTheModulePath() throws IOException {
    Set<String> expected = Set.of("main.jar", "lib/a.jar", "lib/b.jar");
    assertEquals(expected, jars("-p", "HERE/main.jar:HERE/lib", "-m", "main/Main"));
    assertEquals(expected, jars("--module-path", "HERE/main.jar:HERE/lib", "-m", "main/Main"));
    assertEquals(expected, jars("--module-path=HERE/main.jar:HERE/lib", "-m", "main/Main"));
  }

  @Test
  void findsNothingInWordsThatNameNoJar() throws IOException {
    assertEquals(Set.of("main.jar"), jars("-jar", "HERE/main.jar", "-p", "25565", "--to=HERE/lib"));
    assertEquals(Set.of(), jars("-cp", "HERE/nowhere/*:HERE/lib", "-javaagent:", "Main"));
  }

  @Test
  void aFileThatIsNoJarInSpiteOfItsNameIsNoFailure() throws IOException {
    Files.writeString(folder.resolve("lib/b.jar"), "no jar");
    assertEquals(Set.of("lib/a.jar", "lib/b.jar"), jars("-cp", "HERE/lib/*", "Main"));
  }

  @Test
  void aJarOfAFolderThatWasBuiltAgainIsRefused() throws IOException {
    Programs before = programs("-cp", "HERE/lib/*", "Main");
    assertEquals(List.of(), changes(before, programs("-cp", "HERE/lib/*", "Main")));
    jar("lib/b.jar", "second");
    Programs now = programs("-cp", "HERE/lib/*", "Main");
    LabException refused = assertThrows(LabException.class, () -> changes(before, now));
    assertTrue(refused.getMessage().contains("lib/b.jar was SHA-256"), refused.getMessage());
  }

  @Test
  void anAgentThatWasBuiltAgainIsRefused() throws IOException {
    Programs before = programs("-javaagent:HERE/lib/a.jar=x", "-jar", "HERE/main.jar");
    jar("lib/a.jar", "second");
    Programs now = programs("-javaagent:HERE/lib/a.jar=x", "-jar", "HERE/main.jar");
    LabException refused = assertThrows(LabException.class, () -> changes(before, now));
    assertTrue(refused.getMessage().contains("lib/a.jar was SHA-256"), refused.getMessage());
  }

  @Test
  void aJarThatHasComeIntoAFolderIsRefused() throws IOException {
    Programs before = programs("-cp", "HERE/lib/*", "Main");
    jar("lib/more.jar", "first");
    Programs now = programs("-cp", "HERE/lib/*", "Main");
    LabException refused = assertThrows(LabException.class, () -> changes(before, now));
    assertTrue(refused.getMessage().contains("the set of jars"), refused.getMessage());
  }

  /** It recorded what stands on the class path by its own name, and no more. */
  private Programs ofAnEarlierVersion() throws IOException {
    Map<String, String> sha256 = programs("-jar", "HERE/main.jar").sha256();
    return Json.parse(Json.writeCompact(Map.of("sha256", sha256)), Programs.class);
  }

  @Test
  void aRunOfAnEarlierVersionGoesOnWithAWarning() throws IOException {
    Programs now = programs("-cp", "HERE/main.jar:HERE/lib/*", "Main");
    List<String> changes = changes(ofAnEarlierVersion(), now);
    assertEquals(1, changes.size(), changes.toString());
    String jars = "%1$s/lib/a.jar, %1$s/lib/b.jar".formatted(folder);
    assertTrue(changes.getFirst().endsWith("did not record them: " + jars), changes.toString());
    assertEquals(List.of(), changes(ofAnEarlierVersion(), programs("-jar", "HERE/main.jar")));
  }

  @Test
  void aRunOfAnEarlierVersionIsRefusedIfAJarThatItRecordedHasChanged() throws IOException {
    Programs before = ofAnEarlierVersion();
    jar("main.jar", "second");
    Programs changed = programs("-cp", "HERE/main.jar:HERE/lib/*", "Main");
    assertThrows(LabException.class, () -> changes(before, changed));
    Programs without = programs("-cp", "HERE/lib/*", "Main");
    assertThrows(LabException.class, () -> changes(before, without));
  }
}

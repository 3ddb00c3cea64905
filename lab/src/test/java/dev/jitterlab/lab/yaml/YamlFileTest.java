package dev.jitterlab.lab.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.yaml.YamlNode.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlFileTest {
  @TempDir private Path folder;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("f.yaml"), bytes);
  }

  private Problem refused(String text) throws IOException {
    return refused(text.getBytes(StandardCharsets.UTF_8));
  }

  private Problem refused(byte[] bytes) throws IOException {
    return refused(write(bytes));
  }

  private static Problem refused(Path file) {
    LabException refusal =
        assertThrows(
            LabException.class,
            () -> {
              Problems problems = new Problems();
              YamlFile.read(file, "an experiment", problems);
              problems.throwIfAny();
            });
    assertEquals(ExitCode.WRONG_EXPERIMENT, refusal.exitCode());
    assertEquals(1, refusal.problems().size());
    return refusal.problems().getFirst();
  }

  private void assertRefused(String place, String part, Problem problem) {
    assertEquals(folder.resolve("f.yaml") + place, problem.where());
    assertTrue(problem.what().contains(part), problem::what);
    assertTrue(problem.remedy().endsWith("."), problem::remedy);
  }

  @Test
  void keepsThePlaceOfEveryNode() throws IOException {
    Path file = write("a: 1\nb:\n  - x\n  - {c: true}\n".getBytes(StandardCharsets.UTF_8));
    Problems problems = new Problems();
    List<Entry> entries = YamlFile.read(file, "an experiment", problems).entries();
    YamlNode.Sequence list = (YamlNode.Sequence) entries.get(1).value();
    YamlNode.Mapping inner = (YamlNode.Mapping) list.items().get(1);
    assertEquals(file + ":2:1", entries.get(1).place().toString());
    assertEquals(file + ":3:5", list.items().getFirst().place().toString());
    assertEquals(file + ":4:6", inner.entries().getFirst().place().toString());
    assertEquals("the boolean `true`", inner.entries().getFirst().value().description());
    assertEquals(List.of(), problems.inFileOrder());
  }

  @Test
  void showsSyntaxErrorsWithTheirLine() throws IOException {
    Problem problem = refused("a: 1\nb: [x\nc: 1\n");
    assertRefused(":3:2", "not YAML", problem);
    assertTrue(problem.details().contains("c: 1"), problem::details);
    assertRefused(":2:1", "TAB", refused("a:\n\tb: 1\n"));
    assertRefused(":1:4", "undefined alias", refused("a: *x\n"));
    assertRefused(":2:1", "another document", refused("a: 1\n---\nb: 1\n"));
  }

  @Test
  void refusesDuplicateKeysAtEveryDepth() throws IOException {
    assertRefused(
        ":3:3", "duplicate key `b`, first set in line 2", refused("a:\n  b: 1\n  b: 2\n"));
  }

  @Test
  void refusesWhatIsNoMapping() throws IOException {
    assertRefused(":1:1", "found a list", refused("- a\n"));
    assertRefused(":1:1", "found the text `a`", refused("a\n"));
    assertRefused(":1:1", "expected a text as the key", refused("[a]: 1\nb: 1\n"));
  }

  @Test
  void refusesEmptyFilesAndMereComments() throws IOException {
    assertRefused(":1:1", "the file is empty", refused(""));
    assertRefused(":1:1", "the file is empty", refused("# nothing\n"));
  }

  @Test
  void refusesBytesThatAreNoText() throws IOException {
    assertRefused(":1:1", "not UTF-8", refused(new byte[] {(byte) 0xff, (byte) 0xfe}));
    assertRefused(":2:4", "U+0000", refused("a: 1\nb: \0\n"));
  }

  @Test
  void refusesMissingFilesFoldersAndHugeFiles() throws IOException {
    assertTrue(refused(folder.resolve("none.yaml")).what().contains("no such file"));
    assertTrue(refused(folder).what().contains("found a folder"));
    assertTrue(refused(new byte[(1 << 20) + 1]).what().contains("larger than 1 MiB"));
  }

  @Test
  void survivesHostileNesting() throws IOException {
    assertRefused(":1:51", "nested more than 50 levels deep", refused("[".repeat(100_000)));
    assertRefused(":1:4", "nested more than 50 levels deep", refused("a: &a [*a]\n"));
  }

  @Test
  void survivesAliasBombs() throws IOException {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String alias = "*a" + (i - 1);
      bomb.append("a%d: &a%d [%s%s]%n".formatted(i, i, alias, (", " + alias).repeat(9)));
    }
    assertTrue(refused(bomb.toString()).what().contains("more than 100000 values"));
  }
}

package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateRendererTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);
  private static final String GROUPS =
      """
      experiment: aws
      instances: 2
      groups: [{name: jdk, values: [a, b]}]
      defaults: {jvm_arguments: {memory: -Xmx1g, gc: -XX:+UseG1GC}, tags: [x]}
      properties:
      - {targets: [jdk=a], properties: {ami: one}}
      """;

  @TempDir private Path folder;

  private Map<String, String> render(String template, String to) throws IOException {
    Files.writeString(folder.resolve("t.txt"), template);
    return render(
        ExperimentText.read(folder, GROUPS + "templates: [{file: t.txt, to: '" + to + "'}]"));
  }

  private static Map<String, String> render(Experiment experiment) {
    Plan plan = new Planner(() -> new JdkCatalog(List.of()), OWN, 2).plan(experiment);
    return TemplateRenderer.render(plan, experiment.place().file()).stream()
        .collect(Collectors.toMap(file -> file.path().toString(), RenderedFile::text));
  }

  @Test
  void rendersForEachGroup() throws IOException {
    assertEquals(
        Map.of(
            "a.txt", "aws a=a 2 -Xmx1g -XX:+UseG1GC -Xmx1g ${x}",
            "b.txt", "aws b=b 2 -Xmx1g -XX:+UseG1GC -Xmx1g ${x}"),
        render(
            "${experiment} ${group.name}=${group.values.jdk} ${instances} ${group.jvm_arguments}"
                + " ${properties.jvm_arguments.memory} $${x}",
            "${group.name}.txt"));
  }

  @Test
  void rendersForEachInstanceWhereThePathNamesIt() throws IOException {
    assertEquals(
        Map.of("a/1", "1", "a/2", "2", "b/1", "1", "b/2", "2"),
        render("${instance}", "${group.name}/${instance}"));
  }

  @Test
  void equalFilesOfOnePathAreOne() throws IOException {
    assertEquals(Map.of("main.tf", "aws $"), render("${experiment} $", "main.tf"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x/ ${group.nam} | ${group.name} | t.txt:2:2 | unknown placeholder `${group.nam}` | did you mean `group.name`?
          ${properties.ami} | ${group.name} | t.txt:1:1 | the group `b` has no value for | properties
          ${properties.tags} | ${group.name} | t.txt:1:1 | unknown placeholder | properties.jvm_arguments.gc
          ${instance} | ${group.name} | t.txt:1:1 | unknown placeholder `${instance}` | expected
          ${group.name | ${group.name} | t.txt:1:1 | no closing brace | closing
          ${group.name} | same | test.yaml:7:31 | two different files would be `same` | same
          x | ../x | test.yaml:7:31 | expected a path below | ../x
          x | /x | test.yaml:7:31 | expected a path below | /x
          x | ${group.jkd} | test.yaml:7:31 | unknown placeholder `${group.jkd}` | did you mean `group.jdk`?
          """)
  void reportsEachErrorAtItsPlace(
      String template, String to, String where, String what, String part) {
    LabException refused =
        assertThrows(LabException.class, () -> render(template.replace("/", "\n"), to));
    Problem problem = refused.problems().getFirst();
    assertEquals(folder + "/" + where, problem.where());
    assertTrue(problem.what().contains(what), problem::what);
    assertTrue(problem.what().contains(part), problem::what);
  }

  @Test
  void noFileIsTheFolderOfAnotherOne() throws IOException {
    Files.writeString(folder.resolve("t.txt"), "x");
    String templates = "templates: [{file: t.txt, to: out}, {file: t.txt, to: 'out/x'}]";
    LabException refused =
        assertThrows(
            LabException.class, () -> render(ExperimentText.read(folder, GROUPS + templates)));
    String what = refused.problems().getFirst().what();
    assertTrue(what.contains("`out/x` would be a file and a folder"), what);
  }

  @Test
  void reportsATemplateThatIsNotThere() {
    LabException refused =
        assertThrows(
            LabException.class,
            () ->
                render(ExperimentText.read(folder, GROUPS + "templates: [{file: no.txt, to: x}]")));
    assertEquals(1, refused.problems().size());
    assertTrue(refused.problems().getFirst().what().contains("the template `no.txt`"));
  }

  @Test
  void rendersTheThesissInstanceTypes() {
    Map<String, String> files =
        render(ExperimentText.readFile(Path.of("../experiments/instance-types.yaml")));
    assertEquals(1 + 21 + 21 * 5, files.size());
    assertTrue(files.get("terraform/main.tf").contains("\"${var.group}-${count.index + 1}\""));
    assertEquals(
        """
        group          = "high-c7g"
        instance_type  = "c7g.2xlarge"
        ami_name       = "jdk21-arm64"
        instance_count = 5
        """,
        files.get("terraform/high-c7g.tfvars"));
    assertTrue(
        files
            .get("inventory/low-c5-3.ini")
            .contains("low-c5-3 players=100 jvm_arguments=\"-Xmx8g -Xms8g\""));
  }
}

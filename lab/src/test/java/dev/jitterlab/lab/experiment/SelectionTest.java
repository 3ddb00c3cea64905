package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {
  private static final String VARIABLES =
      """
      groups:
      - {name: jdk, values: [11, 21]}
      - {name: gc, values: [g1, zgc]}
      """;

  @TempDir private Path folder;

  private static List<String> names(Experiment experiment) {
    return experiment.groups().combinations().stream().map(Combination::name).toList();
  }

  @Test
  void leavesOutWhatMatchesAllTargetsOfAnEntryAndSaysWhichLinesDid() {
    Experiment experiment =
        ExperimentText.read(
            folder,
            VARIABLES
                + """
                exclude:
                - [jdk=11, gc=zgc]
                - [jdk=11]
                """);
    assertEquals(List.of("21-g1", "21-zgc"), names(experiment));
    assertEquals("21-g1", experiment.analysis().baseline(), "the first that is left");
    assertEquals(
        List.of(
            new GroupSelection.Excluded(
                "11-g1", Map.of("jdk", "11", "gc", "g1"), List.of("test.yaml:6")),
            new GroupSelection.Excluded(
                "11-zgc", Map.of("jdk", "11", "gc", "zgc"), List.of("test.yaml:5", "test.yaml:6"))),
        experiment.groups().selection().excluded());
  }

  @Test
  void addsGroupsWithValuesOfTheirOwnThatTargetsCanName() {
    Experiment experiment =
        ExperimentText.read(
            folder,
            VARIABLES
                + """
                exclude:
                - [jdk=11]
                include:
                - [gc=shenandoah, jdk=25]
                - [jdk=11, gc=g1]
                properties:
                - targets: [gc=shenandoah]
                  properties: {ami: special}
                baseline: [jdk=25]
                """);
    assertEquals(List.of("11-g1", "21-g1", "21-zgc", "25-shenandoah"), names(experiment));
    assertEquals("25-shenandoah", experiment.analysis().baseline());
    assertEquals(
        Map.of("11-g1", "test.yaml:8", "25-shenandoah", "test.yaml:7"),
        experiment.groups().selection().included());
    assertEquals(
        List.of("jdk", "gc"),
        List.copyOf(experiment.groups().combinations().getLast().values().keySet()),
        "in the order of the variables");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exclude: [[gc=zcg]]                    | 4:12 `gc=zcg` matches no group    | did you mean `gc=zgc`?
          exclude: [[cg=zgc]]                    | 4:12 `cg=zgc` matches no group    | no variable `cg`
          exclude: [[gc=zgc, gc=g1]]             | 4:20 the targets match no group   | two values
          exclude: [gc=zgc]                      | 4:11 an entry of `exclude`        | the text `gc=zgc`
          exclude: [[]]                          | 4:11 an entry of `exclude`        | found an empty list
          exclude: []                            | 4:10 `exclude`                    | found an empty list
          exclude: [[gc=zgc], [gc=g1]]           | 4:10 `exclude` leaves no group    | no group
          exclude: [[gc=zgc]]/baseline: 11-zgc   | 5:11 the baseline `11-zgc` is     | test.yaml:4
          exclude: [[gc=zgc]]/baseline: [gc=zgc] | 5:11 `baseline` selects no group  | test.yaml:4
          include: [[gc=zgc]]                    | 4:11 `include`: expected a value  | `jdk`
          include: [[gc=zgc, jdk=21]]            | 4:11 `include` adds the group     | `21-zgc`
          include: [[gc=x, jdk=1], [jdk=1, gc=x]] | 4:26 `include` adds the group    | `1-x`
          include: [[gc=x, jdk=1, os=linux]]     | 4:25 `os=linux` matches no group  | variable `os`
          include: [['gc=', jdk=21]]             | 4:12 the target                   | the text `gc=`
          """)
  void reportsEachErrorAtItsPlace(String yaml, String start, String part) {
    List<String> problems = ExperimentText.problems(folder, VARIABLES + yaml.replace("/", "\n"));
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().startsWith(start), problems::toString);
    assertTrue(problems.getFirst().contains(part), problems::toString);
  }

  @Test
  void reportsPropertiesOfGroupsThatAreAllExcluded() {
    assertEquals(
        List.of("6:3 the targets match no group: all that match are excluded by test.yaml:4"),
        ExperimentText.problems(
            folder,
            VARIABLES
                + """
                exclude: [[jdk=11]]
                properties:
                - targets: [jdk=11, gc=g1]
                  properties: {ami: old}
                """));
  }

  @Test
  void reportsTargetsOfWhichAnIncludedGroupHasOnlySome() {
    assertEquals(
        List.of(
            "6:3 the targets match no group: only an included group has one of these values, and"
                + " it does not have them all"),
        ExperimentText.problems(
            folder,
            VARIABLES
                + """
                include: [[jdk=25, gc=shenandoah]]
                properties:
                - targets: [jdk=11, gc=shenandoah]
                  properties: {ami: old}
                """));
  }

  @Test
  void saysWhenGroupsHaveNoNamesOfTheirOwnBecauseNamesAreCut() {
    String flags = "-XX:MaxGCPauseMillis=200".repeat(6);
    String yaml = "groups: [{name: flags, values: ['%s+x', '%s+y']}]".formatted(flags, flags);
    assertEquals(
        List.of(
            "1:9 two groups would have the same name, because only the first 120 characters of a"
                + " name count"),
        ExperimentText.problems(folder, yaml));
  }

  @Test
  void refusesBothWithoutVariables() {
    assertTrue(
        ExperimentText.problems(folder, "exclude: [[a=b]]").getFirst().contains("no `groups`"));
    assertTrue(
        ExperimentText.problems(folder, "include: [[a=b]]").getFirst().contains("no `groups`"));
  }

  /** All 35 entries over three variables. */
  @Test
  void whateverAnEntryNamesTheRestOfTheProductStaysInItsOrder() {
    String groups =
        """
        groups:
        - {name: a, values: [x, y, z]}
        - {name: b, values: [x, y]}
        - {name: c, values: [x, y]}
        """;
    List<Combination> product = ExperimentText.read(folder, groups).groups().combinations();
    assertEquals(12, product.size());
    for (String a : List.of("", "x", "y", "z")) {
      for (String b : List.of("", "x", "y")) {
        for (String c : List.of("", "x", "y")) {
          Map<String, String> entry = new TreeMap<>(Map.of("a", a, "b", b, "c", c));
          entry.values().removeIf(String::isEmpty);
          if (!entry.isEmpty()) {
            String yaml = groups + "exclude: [" + targets(entry) + "]\n";
            Experiment experiment = ExperimentText.read(folder, yaml);
            assertEquals(
                product.stream().filter(group -> !group.matches(entry)).toList(),
                experiment.groups().combinations());
            assertEquals(
                product.stream()
                    .filter(group -> group.matches(entry))
                    .map(Combination::name)
                    .toList(),
                experiment.groups().selection().excluded().stream()
                    .map(GroupSelection.Excluded::name)
                    .toList());
          }
        }
      }
    }
  }

  private static String targets(Map<String, String> entry) {
    return entry.entrySet().stream().map(Map.Entry::toString).toList().toString();
  }
}

package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedPropertiesTest {
  private static final String VARIABLE = "groups: [{name: v, values: [a, b]}]\n";

  @TempDir private Path folder;

  private MergedProperties merged(String yaml) {
    Experiment experiment = ExperimentText.read(folder, VARIABLE + yaml);
    return MergedProperties.of(experiment.groups(), experiment.groups().combinations().getFirst());
  }

  private static List<Integer> lines(MergedProperties merged, String path) {
    return merged.origins().get(path).stream().map(place -> place.line()).toList();
  }

  @Test
  void laterEntriesWinKeyByKeyAndEveryPlaceIsKept() {
    MergedProperties merged =
        merged(
            """
            properties:
            - targets: [v=a]
              properties: {jvm_arguments: {gc: -XX:+UseG1GC, memory: -Xmx1g}}
            - targets: [v=a]
              properties: {jvm_arguments: {memory: -Xmx2g}}
            - targets: [v=b]
              properties: {jvm_arguments: {memory: -Xmx3g}}
            defaults:
              jvm_arguments: {memory: -Xmx4g}
            """);
    assertEquals(
        Map.of("jvm_arguments", Map.of("gc", "-XX:+UseG1GC", "memory", "-Xmx2g")),
        merged.plainValues());
    assertEquals(List.of(10, 4, 6), lines(merged, "jvm_arguments.memory"));
    assertEquals(List.of(4), lines(merged, "jvm_arguments.gc"));
  }

  @Test
  void higherPriorityWinsWhereverItStands() {
    MergedProperties merged =
        merged(
            """
            properties:
            - {targets: [v=a], priority: 5, properties: {ami: high}}
            - {targets: [v=a], properties: {ami: usual}}
            - {targets: [v=a], priority: -1, properties: {ami: low}}
            defaults: {ami: lowest}
            """);
    assertEquals(Map.of("ami", "high"), merged.plainValues());
    assertEquals(List.of(6, 5, 4, 3), lines(merged, "ami"));
  }

  @Test
  void aTextReplacesAMappingAsAWhole() {
    MergedProperties merged =
        merged(
            """
            defaults: {jvm_arguments: {memory: -Xmx1g, gc: -XX:+UseG1GC}}
            properties:
            - {targets: [v=a], properties: {jvm_arguments: -Xmx2g}}
            """);
    assertEquals(Map.of("jvm_arguments", "-Xmx2g"), merged.plainValues());
    assertEquals(Map.of("jvm_arguments", List.of(2, 2, 4)), linesByPath(merged));
  }

  @Test
  void aMappingReplacesATextAsAWhole() {
    MergedProperties merged =
        merged(
            """
            defaults: {jvm_arguments: -Xmx1g}
            properties:
            - {targets: [v=a], properties: {jvm_arguments: {memory: -Xmx2g}}}
            """);
    assertEquals(Map.of("jvm_arguments", Map.of("memory", "-Xmx2g")), merged.plainValues());
    assertEquals(Map.of("jvm_arguments.memory", List.of(2, 4)), linesByPath(merged));
  }

  @Test
  void freePropertiesKeepTheirTypesAndShape() {
    MergedProperties merged =
        merged("defaults: {size: 3, share: 0.50, on: true, text: '3', list: [1, x], odd: .inf}");
    assertEquals(
        Map.of(
            "size",
            new BigDecimal("3"),
            "share",
            new BigDecimal("0.50"),
            "on",
            true,
            "text",
            "3",
            "list",
            List.of(new BigDecimal("1"), "x"),
            "odd",
            ".inf"),
        merged.plainValues());
  }

  /** They become words of commands. */
  @Test
  void numbersAreTakenAsTheAuthorWroteThem() {
    MergedProperties merged =
        merged("defaults: {code: 007, rate: 1e6, tiny: 0.0000001, more: +5, hex: 0x10}");
    assertEquals(
        Map.of("code", "007", "rate", "1e6", "tiny", "0.0000001", "more", "+5", "hex", "0x10"),
        merged.plainValues());
  }

  private static Map<String, List<Integer>> linesByPath(MergedProperties merged) {
    return merged.origins().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, origin -> lines(merged, origin.getKey())));
  }
}

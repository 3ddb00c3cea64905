package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.cli.JitterlabCommand;
import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.terminal.Terminals;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanCommandTest {
  /** The thesis's own example (section 5.3.3). */
  private static final String THESIS =
      """
      groups:
        - name: java_version
          values: ['java11', 'java21']
        - name: memory
          values: ['6GB', '8GB']

      properties:
        - targets: [ 'java_version=java11' ]
          properties:
            ami: jdk11_image
        - targets: [ 'java_version=java21' ]
          properties:
            ami: jdk21_image
        - targets: [ 'memory=6GB' ]
          properties:
            jvm_arguments:
              memory: -Xmx6G -Xms6G
        - targets: [ 'memory=8GB' ]
          properties:
            jvm_arguments:
              memory: -Xmx8G -Xms8G
      """;

  @TempDir Path folder;
  private Jitterlab jitterlab;

  @BeforeEach
  void inAFolderOfItsOwn() {
    jitterlab = new Jitterlab(folder);
  }

  static List<Path> experiments() throws IOException {
    try (Stream<Path> files = Files.list(Jitterlab.HOME.resolve("experiments"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void theExperimentsOfTheRepositoryAreValid(Path file) {
    Workloads shipped = Workloads.in(Jitterlab.HOME);
    String name = file.getFileName().toString().replace(".yaml", "");
    Experiment experiment = new ExperimentReader(shipped).read(file);
    assertEquals(name, experiment.name());
    // Fewer make a trial weak by its own plan. A matrix of injected faults compares no groups.
    assertTrue(
        experiment.design().instances() >= 5 || name.startsWith("faults"),
        name + " asks for " + experiment.design().instances() + " instances");
  }

  /**
   * By the command, but in this process: there are many. If groups differ by their names alone,
   * chance looks like what the names say.
   */
  @ParameterizedTest
  @MethodSource("experiments")
  void everyGroupOfTheRepositorysExperimentsAsksForSomethingElse(Path file) {
    StringWriter said = new StringWriter();
    PrintWriter both = new PrintWriter(said, true);
    String[] arguments = {"plan", file.toString()};
    int status = JitterlabCommand.execute(arguments, Terminals.ofThisProcess(), both, both);

    assertEquals(0, status, said::toString);
    assertTrue(said.toString().contains("Baseline  "), said::toString); // as a warning is printed
    assertFalse(said.toString().contains("Warning  "), said::toString);
  }

  @Test
  void multipliesTheThesissExampleIntoItsFourGroups() throws Exception {
    jitterlab.write("thesis.yaml", THESIS);
    Outcome outcome = jitterlab.here("plan", "thesis.yaml", "--format", "json");

    assertEquals(0, outcome.status(), outcome.toString());
    List<String> groups = new ArrayList<>();
    for (JsonNode group : new ObjectMapper().readTree(outcome.out()).get("groups")) {
      groups.add(
          group.get("variables").get("java_version").asText()
              + " "
              + group.get("properties").get("ami").asText()
              + " "
              + group.get("jvm_arguments"));
    }
    assertEquals(
        List.of(
            "java11 jdk11_image [\"-Xmx6G\",\"-Xms6G\"]",
            "java11 jdk11_image [\"-Xmx8G\",\"-Xms8G\"]",
            "java21 jdk21_image [\"-Xmx6G\",\"-Xms6G\"]",
            "java21 jdk21_image [\"-Xmx8G\",\"-Xms8G\"]"),
        groups);
  }

  @Test
  void showsEveryGroupToAReader() throws Exception {
    jitterlab.write("thesis.yaml", THESIS);
    Outcome outcome = jitterlab.here("plan", "thesis.yaml");

    assertEquals(0, outcome.status(), outcome.toString());
    for (String name : List.of("java11-6GB", "java11-8GB", "java21-6GB", "java21-8GB")) {
      assertTrue(outcome.out().contains(name), outcome.toString());
    }
  }

  @Test
  void plansTheSameFileToTheSameBytes() throws Exception {
    String experiment = Jitterlab.HOME.resolve("experiments/scheduler.yaml").toString();
    Outcome first = jitterlab.here("plan", experiment, "--format", "json");
    Outcome second = jitterlab.here("plan", experiment, "--format", "json");

    assertEquals(0, first.status(), first.toString());
    assertEquals(first.out(), second.out());
  }
}

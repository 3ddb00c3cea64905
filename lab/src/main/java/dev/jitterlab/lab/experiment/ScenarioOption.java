package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.workload.OptionType;
import dev.jitterlab.lab.workload.Workload.Option;
import dev.jitterlab.lab.workload.Workload.Program;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlFile;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Entry;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import dev.jitterlab.scenario.Journey;
import dev.jitterlab.scenario.ScenarioNode;
import dev.jitterlab.scenario.ScenarioReader;
import dev.jitterlab.scenario.ScenarioText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The journeys of a load: a mapping in the experiment, or a file beside it. The load generator gets
 * them as JSON, so that a run has all that it was made of in its plan.
 */
final class ScenarioOption {
  private ScenarioOption() {}

  /** The values of a program's options, as they come into its command line. */
  static Map<String, String> texts(Mapping options, Optional<Program> program) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Entry entry : options.entries()) {
      Optional<OptionType> type = program.flatMap(one -> one.option(entry.key())).map(Option::type);
      Optional<String> text =
          type.filter(OptionType.Journeys.class::isInstance).isPresent()
              ? json(entry.value(), new Problems())
              : Optional.of(entry.value())
                  .filter(Scalar.class::isInstance)
                  .map(node -> ((Scalar) node).text());
      text.ifPresent(value -> texts.put(entry.key(), value));
    }
    return texts;
  }

  /** The steps of the journeys among the load's options, as {@code journey/step}. */
  static List<String> steps(SystemUnderTest system) {
    List<String> steps = new ArrayList<>();
    List<Option> options = system.generator().map(one -> one.program().options()).orElse(List.of());
    for (Option option : options) {
      String text = system.load().get(option.name());
      if (option.type() instanceof OptionType.Journeys && text != null) {
        try {
          for (Journey journey : ScenarioText.read(text).journeys()) {
            journey.steps().forEach(step -> steps.add(journey.name() + "/" + step.name()));
          }
        } catch (IllegalArgumentException _) {
          return List.of(); // what is wrong was reported with its place
        }
      }
    }
    return List.copyOf(steps);
  }

  /**
   * The scenario as JSON; empty where it is wrong, which was reported.
   *
   * @throws dev.jitterlab.lab.LabException if the file that is named cannot be read
   */
  static Optional<String> json(YamlNode node, Problems problems) {
    YamlNode content = node;
    if (node instanceof Scalar name) {
      Optional<Scalar> file =
          Fields.scalar(name, "`scenario`", new OptionType.Journeys().expected(), problems);
      if (file.isEmpty()) {
        return Optional.empty();
      }
      content =
          YamlFile.read(node.place().file().resolveSibling(name.text()), "a scenario", problems);
    }
    ScenarioNode scenario = convert(content);
    var unused =
        ScenarioReader.read(
            scenario, (place, what, remedy) -> problems.add((Place) place, what, remedy));
    String json = scenario.json();
    if (json.getBytes(StandardCharsets.UTF_8).length > ScenarioText.MOST_BYTES) {
      problems.add(
          node.place(),
          "the scenario has more than " + ScenarioText.MOST_BYTES + " bytes",
          "Shorten its bodies; it is an argument of a command, and they are limited.");
      return Optional.empty();
    }
    return Optional.of(json);
  }

  private static ScenarioNode convert(YamlNode node) {
    return switch (node) {
      case Scalar scalar -> ScenarioNode.text(scalar.place(), scalar.text());
      case Sequence list ->
          ScenarioNode.list(
              list.place(), list.items().stream().map(ScenarioOption::convert).toList());
      case Mapping mapping -> {
        Map<String, ScenarioNode> entries = new LinkedHashMap<>();
        mapping.entries().forEach(entry -> entries.put(entry.key(), convert(entry.value())));
        yield ScenarioNode.mapping(mapping.place(), entries);
      }
    };
  }
}

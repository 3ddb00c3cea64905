package dev.jitterlab.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a scenario; docs/load.md describes the format. What is wrong is reported, and the reading
 * goes on with the next part, so that its author sees everything at once.
 */
public final class ScenarioReader {
  /** Enough for any report that somebody reads. */
  static final int MOST_JOURNEYS = 50;

  static final int MOST_STEPS = 50;

  private static final List<String> KEYS =
      List.of("journeys", "values", "headers", "think", "cookies");
  private static final List<String> JOURNEY = List.of("name", "weight", "values", "think", "steps");

  private final ScenarioProblems problems;

  private ScenarioReader(ScenarioProblems problems) {
    this.problems = problems;
  }

  /**
   * Reads a scenario.
   *
   * @param problems is told all that is wrong
   * @return the scenario; null if so much is wrong that there is none
   */
  public static Scenario read(ScenarioNode node, ScenarioProblems problems) {
    return new ScenarioReader(problems).scenario(node);
  }

  private Scenario scenario(ScenarioNode node) {
    ScenarioFields fields = ScenarioFields.of(node, "a scenario", KEYS, problems);
    if (fields == null) {
      return null;
    }
    List<ScenarioNode> nodes = fields.list("journeys", "a list of journeys", MOST_JOURNEYS);
    if (!fields.has("journeys")) {
      fields.report(
          "a scenario without `journeys`", "Write `journeys: [{name: read, steps: [{get: /}]}]`.");
    }
    Map<String, ScenarioNode> headers = fields.mapping("headers", "a mapping of headers");
    Map<String, ScenarioNode> values = fields.mapping("values", "a mapping of values");
    ThinkTime think = ScenarioParts.think(fields, ThinkTime.NONE);
    boolean hasCookies = fields.truth("cookies", true);
    List<Journey> journeys = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ScenarioNode each : nodes) {
      ScenarioFields journey = ScenarioFields.of(each, "a journey", JOURNEY, problems);
      if (journey != null) {
        Journey read = journey(journey, values, headers, think, names);
        if (read != null) {
          journeys.add(read);
        }
      }
    }
    return journeys.isEmpty() ? null : new Scenario(journeys, hasCookies);
  }

  private Journey journey(
      ScenarioFields fields,
      Map<String, ScenarioNode> shared,
      Map<String, ScenarioNode> headers,
      ThinkTime defaultThink,
      Set<String> names) {
    String name = fields.name("name", "journey-" + (names.size() + 1));
    if (!names.add(name)) {
      fields.report(
          "a second journey has the name `" + name + "`", "Give each journey a name of its own.");
    }
    double weight = fields.number("weight", 1, 0, 1_000_000);
    if (weight <= 0) {
      fields.report("a journey has the weight 0", "Write a weight above 0, or remove the journey.");
      weight = 1;
    }
    Map<String, ScenarioNode> drawnNodes = new LinkedHashMap<>(shared);
    drawnNodes.putAll(fields.mapping("values", "a mapping of values"));
    List<DrawnValue> drawn = new ArrayList<>();
    List<String> known = new ArrayList<>(List.of(JourneyValues.USER));
    drawnNodes.forEach(
        (key, node) -> {
          DrawnValue value = ScenarioParts.drawn(key, node, problems);
          if (value != null) {
            drawn.add(value);
          }
          known.add(key);
        });
    if (drawn.size() + 1 < known.size()) {
      drawn.clear(); // it is wrong, and was reported; the steps are read for their own errors
    }
    ThinkTime think = ScenarioParts.think(fields, defaultThink);
    List<ScenarioNode> nodes = fields.list("steps", "a list of steps", MOST_STEPS);
    if (!fields.has("steps")) {
      fields.report("a journey without `steps`", "Write `steps: [{get: /}]`.");
    }
    List<JourneyStep> steps = new ArrayList<>();
    Set<String> stepNames = new HashSet<>();
    for (ScenarioNode node : nodes) {
      JourneyStep step =
          new StepReader(known, problems).read(node, headers, think, stepNames, steps.size() + 1);
      if (step != null) {
        steps.add(step);
      }
    }
    return steps.isEmpty() ? null : new Journey(name, weight, drawn, steps, known.size());
  }
}

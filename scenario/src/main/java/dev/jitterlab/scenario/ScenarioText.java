package dev.jitterlab.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/** A scenario as YAML or JSON text. Stateless. */
public final class ScenarioText {
  /** So that it can be an argument of a command, whose limit Linux sets at 128 KiB. */
  public static final int MOST_BYTES = 100_000;

  private ScenarioText() {}

  /**
   * Reads a whole scenario.
   *
   * @throws IllegalArgumentException with all that is wrong with it, one line each
   */
  public static Scenario read(String text) {
    List<String> lines = new ArrayList<>();
    Scenario scenario =
        ScenarioReader.read(
            node(text), (place, what, remedy) -> lines.add(place + ": " + what + ". " + remedy));
    if (!lines.isEmpty()) {
      throw new IllegalArgumentException("the scenario is wrong\n" + String.join("\n", lines));
    }
    return scenario;
  }

  private static ScenarioNode node(String text) {
    if (text.length() > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the scenario has more than " + MOST_BYTES + " characters; shorten its bodies");
    }
    if (text.isBlank()) {
      throw new IllegalArgumentException("the scenario is empty; write `journeys:` into it");
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel("the scenario")
            .setSchema(new FailsafeSchema())
            .setMaxAliasesForCollections(0)
            .build();
    try {
      return node("scenario", new Load(settings).loadFromString(text));
    } catch (YamlEngineException | StackOverflowError e) {
      throw new IllegalArgumentException("the scenario is no YAML: " + e.getMessage(), e);
    }
  }

  private static ScenarioNode node(String path, Object value) {
    if (value instanceof Map) {
      Map<String, ScenarioNode> entries = new LinkedHashMap<>();
      ((Map<?, ?>) value)
          .forEach((key, each) -> entries.put(String.valueOf(key), node(path + "." + key, each)));
      return ScenarioNode.mapping(path, entries);
    }
    if (value instanceof List) {
      List<ScenarioNode> items = new ArrayList<>();
      for (Object each : (List<?>) value) {
        items.add(node(path + "[" + (items.size() + 1) + "]", each));
      }
      return ScenarioNode.list(path, items);
    }
    return ScenarioNode.text(path, value == null ? "" : value.toString());
  }
}

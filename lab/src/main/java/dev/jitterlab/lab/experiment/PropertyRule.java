package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.yaml.YamlNode;
import java.util.Map;

/**
 * Properties for some of the groups: an entry of {@code properties}, or the {@code defaults}.
 *
 * @param targets variable to value; a group that has them all gets the properties
 * @param priority the higher one wins over the lower one; of equals the later one wins
 * @param properties the properties as they stand in the file
 */
public record PropertyRule(Map<String, String> targets, int priority, YamlNode.Mapping properties) {
  /** Copies the map. */
  public PropertyRule {
    targets = Map.copyOf(targets);
  }
}

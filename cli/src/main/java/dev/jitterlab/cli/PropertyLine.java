package dev.jitterlab.cli;

import dev.jitterlab.lab.plan.Plan.Group;
import java.util.List;
import java.util.Map;

/**
 * One effective property of a group, as a line of a table.
 *
 * @param path keys joined by dots
 * @param origin where it was set, and what it overrides there
 */
record PropertyLine(String path, String value, String origin) {

  /** All settings of a group, in the order in which they were set. */
  static List<PropertyLine> of(Group group) {
    return group.origins().entrySet().stream()
        .map(
            entry ->
                new PropertyLine(
                    entry.getKey(),
                    value(group.properties(), entry.getKey()),
                    origin(entry.getValue())))
        .toList();
  }

  private static String origin(List<String> places) {
    String overridden = String.join(", ", places.subList(0, places.size() - 1));
    return places.getLast() + (overridden.isEmpty() ? "" : " (overrides " + overridden + ")");
  }

  /** Finds a value by its path; a key may itself have dots in it. */
  private static String value(Map<?, ?> properties, String path) {
    if (properties.containsKey(path)) {
      return String.valueOf(properties.get(path));
    }
    for (Map.Entry<?, ?> entry : properties.entrySet()) {
      String prefix = entry.getKey() + ".";
      if (path.startsWith(prefix) && entry.getValue() instanceof Map<?, ?> deeper) {
        String found = value(deeper, path.substring(prefix.length()));
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    return "";
  }
}

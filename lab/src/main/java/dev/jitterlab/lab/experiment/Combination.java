package dev.jitterlab.lab.experiment;

import java.util.Map;

/**
 * One value of each variable: what makes a test group.
 *
 * @param name the group's name, unique and usable as a folder's name
 * @param values variable name to value, in the file's order
 */
public record Combination(String name, Map<String, String> values) {
  /** Whether this group is one of those that {@code targets} describes: all must match. */
  public boolean matches(Map<String, String> targets) {
    return values.entrySet().containsAll(targets.entrySet());
  }
}

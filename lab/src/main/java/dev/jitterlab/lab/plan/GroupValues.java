package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.plan.Plan.Group;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** What a template can ask of a group. */
final class GroupValues {
  /** Of instances only; makes a template one for each instance. */
  static final String INSTANCE = "instance";

  private GroupValues() {}

  /** Names to values. */
  static Map<String, String> of(Plan plan, Group group) {
    return of(plan.subject().experiment(), plan.design(), group);
  }

  /** Names to values, before there is a plan. */
  static Map<String, String> of(String experiment, Design design, Group group) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("experiment", experiment);
    values.put("seed", Long.toString(design.seed()));
    values.put("instances", Integer.toString(design.instancesPerGroup()));
    values.put("group.name", group.name());
    values.put("group.jdk", Objects.requireNonNullElse(group.jdk(), ""));
    values.put("group.jvm_arguments", String.join(" ", group.jvmArguments()));
    values.put("group.server_arguments", String.join(" ", group.serverArguments()));
    group.variables().forEach((name, value) -> values.put("group.values." + name, value));
    flatten("properties.", group.properties(), values);
    return values;
  }

  /** Mappings become paths with dots; lists have no one text and are left out. */
  private static void flatten(String prefix, Map<?, ?> mapping, Map<String, String> values) {
    mapping.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> deeper) {
            flatten(prefix + key + ".", deeper, values);
          } else if (!(value instanceof Iterable)) {
            values.put(prefix + key, String.valueOf(value));
          }
        });
  }
}

package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where in the experiment file a JVM flag was set. */
final class FlagOrigin {
  private static final String JVM_ARGUMENTS = "jvm_arguments";
  private static final Pattern BLANKS = Pattern.compile("[\\s,\\[\\]]+");

  private FlagOrigin() {}

  /**
   * The place, such as {@code gc.yaml:12}, that set the flag which the JVM names in its refusal;
   * nothing if it names none of the group's.
   */
  static Optional<String> find(Plan.Group group, String refusal) {
    return group.origins().entrySet().stream()
        .filter(origin -> origin.getKey().startsWith(JVM_ARGUMENTS))
        .filter(origin -> !origin.getValue().isEmpty())
        .filter(origin -> names(refusal, value(group.properties(), origin.getKey())))
        .map(origin -> origin.getValue().getLast())
        .findFirst();
  }

  private static boolean names(String refusal, String flags) {
    return BLANKS
        .splitAsStream(flags)
        .map(FlagOrigin::bareName)
        .anyMatch(name -> !name.isEmpty() && refusal.contains(name));
  }

  /** {@code UseZGC} of {@code -XX:+UseZGC}: how the JVM calls the flag in its messages. */
  private static String bareName(String flag) {
    String name = flag.replaceFirst("^-XX:[+-]?", "");
    int equals = name.indexOf('=');
    return equals < 0 ? name : name.substring(0, equals);
  }

  private static String value(Map<?, ?> properties, String path) {
    Object value = properties.get(path);
    int dot = path.indexOf('.');
    if (value == null && dot > 0 && properties.get(path.substring(0, dot)) instanceof Map<?, ?> m) {
      return value(m, path.substring(dot + 1));
    }
    return switch (value) {
      case null -> "";
      case List<?> list -> String.join(" ", list.stream().map(String::valueOf).toList());
      default -> value.toString();
    };
  }
}

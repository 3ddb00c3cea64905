package dev.jitterlab.bench.jit;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compiler directives of a JDK for C2, from what {@code -XX:+CompilerDirectivesPrint} prints.
 *
 * @param switches those that are on or off, with what they are by default
 * @param others those with a number or a text, with what they are by default
 */
record Directives(Map<String, Boolean> switches, Map<String, String> others) {
  private static final Pattern OPTION = Pattern.compile("(\\w+):(\\S*)");

  /** A JVM that reaches such a point stops there. */
  private static final Set<String> STOPPING = Set.of("BreakAtExecute", "BreakAtCompile");

  /** Reads the printed default directives. */
  static Directives parse(String output) {
    Map<String, Boolean> switches = new LinkedHashMap<>();
    Map<String, String> others = new LinkedHashMap<>();
    boolean isOfC2 = false;
    for (String line : (Iterable<String>) output.lines()::iterator) {
      String text = line.strip().toLowerCase(Locale.ROOT);
      if (text.startsWith("c1 directives") || text.startsWith("c2 directives")) {
        isOfC2 = text.startsWith("c2");
        continue;
      }
      if (!isOfC2 || text.startsWith("inline:")) {
        continue;
      }
      Matcher option = OPTION.matcher(line);
      while (option.find()) {
        String value = option.group(2);
        if (value.equals("true") || value.equals("false")) {
          if (!STOPPING.contains(option.group(1))) {
            switches.put(option.group(1), Boolean.valueOf(value));
          }
        } else {
          others.put(option.group(1), value);
        }
      }
    }
    return new Directives(switches, others);
  }

  /** A file of directives with one switch the other way round, for these classes' methods. */
  static String flipped(String name, boolean isOnByDefault, String classes) {
    return """
    [{ match: "%s.*", c2: { %s: %s } }]
    """
        .formatted(classes, name, !isOnByDefault);
  }
}

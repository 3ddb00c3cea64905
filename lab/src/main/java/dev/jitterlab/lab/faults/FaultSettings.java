package dev.jitterlab.lab.faults;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the property {@code faults} asks for. Immutable.
 *
 * @param kinds what is injected
 * @param everySeconds the mean distance between two injections of a block
 * @param lengthSeconds the mean length of one
 * @param method the methods that the agent instruments; empty for none
 * @param pairs whether each fault within a server comes together with one from outside
 */
public record FaultSettings(
    List<FaultKind> kinds,
    double everySeconds,
    double lengthSeconds,
    Optional<String> method,
    boolean pairs) {
  /** The keys of the property. */
  public static final List<String> KEYS = List.of("kinds", "every", "length", "method", "pairs");

  private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)(ms|s)");
  private static final double EVERY_SECONDS = 2.5;
  private static final double LENGTH_SECONDS = 0.12;

  /** Copies the list. */
  public FaultSettings {
    kinds = List.copyOf(kinds);
  }

  /**
   * What a plan has under {@code faults}; it was validated when the experiment was read.
   *
   * @param limited whether the group has a CPU limit
   */
  public static FaultSettings of(Map<?, ?> property, boolean limited) {
    Optional<String> method = Optional.ofNullable(property.get("method")).map(Object::toString);
    List<FaultKind> kinds =
        property.get("kinds") instanceof List<?> words
            ? words.stream().flatMap(word -> FaultKind.of(word.toString()).stream()).toList()
            : usual(method.isPresent(), limited);
    return new FaultSettings(
        kinds,
        seconds(property.get("every"), EVERY_SECONDS),
        seconds(property.get("length"), LENGTH_SECONDS),
        method,
        Boolean.parseBoolean(String.valueOf(property.get("pairs"))));
  }

  /** All that needs nothing that the server may lack. */
  private static List<FaultKind> usual(boolean hasMethod, boolean limited) {
    return List.of(FaultKind.values()).stream()
        .filter(
            kind ->
                switch (kind.place()) {
                  case SERVER, HOST -> true;
                  case METHOD -> hasMethod;
                  case CPU_LIMIT -> limited;
                  case VIRTUAL_THREAD -> false;
                })
        .toList();
  }

  /** Whether a text is a time as {@code every} and {@code length} are. */
  public static boolean isTime(String text) {
    return TIME.matcher(text).matches() && seconds(text, 0) > 0;
  }

  private static double seconds(Object text, double usual) {
    if (text == null) {
      return usual;
    }
    Matcher time = TIME.matcher(text.toString());
    if (!time.matches()) {
      return usual;
    }
    double number = Double.parseDouble(time.group(1));
    return time.group(2).equals("ms") ? number / 1e3 : number;
  }

  /** Whether the server needs the agent. */
  public boolean needAgent() {
    return !kinds.stream().allMatch(FaultKind::isFromOutside);
  }

  /**
   * The agent's arguments.
   *
   * @param folder where it finds its plan, from the server's working directory
   */
  public String agentArguments(String folder) {
    return folder + method.map(name -> ",method=" + name).orElse("");
  }
}

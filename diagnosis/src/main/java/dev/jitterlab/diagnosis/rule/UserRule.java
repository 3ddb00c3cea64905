package dev.jitterlab.diagnosis.rule;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule that a user wrote (docs/diagnosis-patterns.md). Immutable.
 *
 * @param name its name in causes.json; none of a pattern's
 * @param events the events that it looks at
 * @param needs other events without which its answer would be wrong
 * @param filters what an event must be like to count
 * @param window where events count together
 * @param condition what they must come to
 * @param unit what its figure is shown in; empty for the unit of the limit
 * @param text what was found, with {@code {value}} and others filled in
 * @param remedy what helps; may be empty
 */
public record UserRule(
    String name,
    List<String> events,
    List<String> needs,
    List<RuleFilter> filters,
    RuleWindow window,
    RuleCondition condition,
    Optional<RuleUnit> unit,
    String text,
    String remedy) {
  /** What a rule's text may name beside fields of the event. */
  public static final List<String> WORDS =
      List.of("value", "limit", "count", "windows", "event", "thread", "instance");

  private static final Pattern HOLE = Pattern.compile("\\{([^{}]{1,100})\\}");

  /** Fields of all events, which are no fields of their own. */
  private static final List<String> COMMON = List.of("duration", "thread", "stack");

  /** Copies the lists. */
  public UserRule {
    events = List.copyOf(events);
    needs = List.copyOf(needs);
    filters = List.copyOf(filters);
  }

  /** The unit in which its figure is shown. */
  public RuleUnit shownIn() {
    return unit.orElse(condition.limit().orElseThrow().unit());
  }

  /** Its limit. */
  public double limit() {
    return condition.limit().orElseThrow().base();
  }

  /** The fields that are shown of an event: those that the rule speaks of. */
  public List<String> shown() {
    Set<String> fields = new LinkedHashSet<>();
    filters.forEach(filter -> fields.add(filter.field()));
    fields.add(condition.field());
    holes(text).stream().filter(hole -> !WORDS.contains(hole)).forEach(fields::add);
    fields.removeAll(COMMON);
    fields.remove("");
    return List.copyOf(fields);
  }

  /** From which length on events count at all: shorter ones need not be recorded. */
  double leastDurationNs() {
    return filters.stream()
        .filter(filter -> filter.field().equals("duration"))
        .filter(filter -> filter.comparison().isUpwards())
        .flatMap(filter -> filter.figure().stream())
        .mapToDouble(RuleFigure::base)
        .max()
        .orElse(0);
  }

  /** What a text has in braces. */
  public static List<String> holes(String text) {
    return HOLE.matcher(text).results().map(one -> one.group(1)).toList();
  }

  /** The text, filled in. */
  static String fill(String text, UnaryOperator<String> value) {
    Matcher hole = HOLE.matcher(text);
    return hole.replaceAll(found -> Matcher.quoteReplacement(value.apply(found.group(1))));
  }

  /** A name that is lower case, with digits, dashes and underscores. */
  public static boolean isName(String text) {
    return text.matches("[a-z][a-z0-9_-]{0,59}");
  }
}

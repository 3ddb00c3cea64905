package dev.jitterlab.lab.placeholder;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.yaml.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Placeholders in a text: <code>${name}</code> stands for a value; <code>$${</code> is a literal
 * <code>${</code>. A text may be filled in two steps: {@link #fillKnown} leaves what only a later
 * step knows, and literals, for {@link #fill}.
 */
public final class Placeholders {
  /** What to do about a name that is not known. */
  public static final String REMEDY = "for a literal ${ write $${.";

  private static final Pattern SYNTAX = Pattern.compile("\\$\\$\\{|\\$\\{([^}\\n]*)(}?)");
  private static final Pattern ALONE = Pattern.compile("\\$\\{([^}\\n]*)}");

  private Placeholders() {}

  /**
   * A placeholder.
   *
   * @param index where it begins in the text
   * @param isClosed whether it has its closing brace
   */
  public record Placeholder(String name, int index, boolean isClosed) {
    /** Whether it is closed; if not, that is reported. */
    public boolean isClosed(Place place, Problems problems) {
      unclosed().ifPresent(what -> problems.add(place, what, "Add it, or write `$${`."));
      return isClosed;
    }

    /** What is wrong with one that is not closed. */
    public Optional<String> unclosed() {
      return isClosed ? Optional.empty() : Optional.of("`${" + name + "` has no closing brace");
    }
  }

  /** The name, where the text is one placeholder and nothing else. */
  public static Optional<String> alone(String text) {
    Matcher alone = ALONE.matcher(text);
    return alone.matches() ? Optional.of(alone.group(1)) : Optional.empty();
  }

  /** The placeholders of a text, in its order. */
  public static List<Placeholder> in(String text) {
    List<Placeholder> found = new ArrayList<>();
    String unused =
        fill(
            text,
            one -> {
              found.add(one);
              return "";
            });
    return found;
  }

  /** Fills all placeholders. */
  public static String fill(String text, Function<Placeholder, String> value) {
    return replaced(text, "${", one -> Optional.of(value.apply(one)));
  }

  /** Fills the placeholders that have a value. */
  public static String fillKnown(String text, Function<Placeholder, Optional<String>> value) {
    return replaced(text, "$${", value);
  }

  private static String replaced(
      String text, String literal, Function<Placeholder, Optional<String>> value) {
    return SYNTAX
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null
                        ? literal
                        : value
                            .apply(
                                new Placeholder(
                                    found.group(1), found.start(), !found.group(2).isEmpty()))
                            .orElse(found.group())));
  }
}

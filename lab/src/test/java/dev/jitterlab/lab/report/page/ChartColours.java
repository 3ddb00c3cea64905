package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a page's charts are drawn in: a colour that its stylesheet lacks is drawn as nothing. */
public final class ChartColours {
  private static final Pattern COLOUR = Pattern.compile("\"color\":\"([^\"]+)\"");

  /** Of boxes and keys, which have their colour in the page itself. */
  private static final Pattern USED = Pattern.compile("style=\"[^\"]*var\\(--([a-z0-9-]+)\\)");

  private static final Pattern VARIABLE = Pattern.compile("--([a-z0-9-]+):");

  private ChartColours() {}

  /** Fails if a chart of the page names a colour that the page's stylesheet does not have. */
  public static void assertKnown(String page) {
    Set<String> named = found(COLOUR, page.substring(page.indexOf("id=\"data\"")));
    assertFalse(named.isEmpty(), "the page has charts");
    named.addAll(found(USED, page));
    named.removeAll(found(VARIABLE, page));
    assertEquals(Set.of(), named, "colours that the stylesheet lacks");
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult one) -> one.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}

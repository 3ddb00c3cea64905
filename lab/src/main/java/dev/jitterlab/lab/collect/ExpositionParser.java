package dev.jitterlab.lab.collect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads what a metrics endpoint answers: the Prometheus text format 0.0.4 and OpenMetrics text 1.0,
 * with the quoted UTF-8 names of Prometheus 3.
 *
 * <p>One pass over the text, line by line; every step of the cursor moves it forward, so that any
 * input ends. Timestamps and exemplars are checked for their place and passed over, because samples
 * are filed under the time of the scrape. A text that ends within a line is refused: a response cut
 * short could otherwise turn 1234 into 12.
 *
 * <p>Sources: the Prometheus documentation, "Exposition formats"; the OpenMetrics specification
 * 1.0, section "ABNF".
 */
public final class ExpositionParser {
  private static final Set<String> TYPES =
      Set.of(
          "counter",
          "gauge",
          "gaugehistogram",
          "histogram",
          "info",
          "stateset",
          "summary",
          "unknown",
          "untyped");

  /**
   * One line with a value.
   *
   * @param name the sample's name, with suffixes such as {@code _bucket}
   * @param labels in canonical form: sorted by name, without braces
   */
  public record Series(String name, String labels, double value) {}

  /** The text is not in the format; the message names the line and what was expected. */
  public static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedException(int line, int column, String expected) {
      super("line " + line + ", column " + column + ": " + expected);
    }
  }

  private final String text;
  private int position;
  private int lineNumber;
  private int lineStart;

  /** Where the line's feed is, or the end of the text. */
  private int lineEnd = -1;

  private ExpositionParser(String text) {
    this.text = text;
  }

  /** The samples of a scrape, in their order in the text. */
  public static List<Series> parse(String text) throws MalformedException {
    return new ExpositionParser(text).parseLines();
  }

  private List<Series> parseLines() throws MalformedException {
    List<Series> samples = new ArrayList<>();
    boolean ended = false;
    while (lineEnd + 1 < text.length()) {
      nextLine();
      skipBlanks();
      if (atEnd()) {
        continue;
      }
      if (ended) {
        throw malformed("nothing may follow '# EOF'");
      }
      if (peek() == '#') {
        ended = comment();
      } else {
        samples.add(sample());
      }
      if (lineEnd == text.length() && !ended) {
        throw malformed("the text ends within a line: was the response cut short?");
      }
    }
    return samples;
  }

  private void nextLine() {
    lineStart = lineEnd + 1;
    lineNumber++;
    int feed = text.indexOf('\n', lineStart);
    lineEnd = feed < 0 ? text.length() : feed;
    position = lineStart;
  }

  /** Passes over a comment; true if it is the end mark. */
  private boolean comment() throws MalformedException {
    String line = text.substring(position, lineEnd);
    if (line.strip().equals("# EOF")) {
      return true;
    }
    position++;
    skipBlanks();
    if (word().equals("TYPE")) {
      skipBlanks();
      if (!atEnd() && peek() == '"') {
        quoted();
      } else {
        name(true);
      }
      skipBlanks();
      int typeStart = position;
      if (!TYPES.contains(word())) {
        position = typeStart;
        throw malformed("expected one of the metric types " + TYPES.stream().sorted().toList());
      }
    }
    return false;
  }

  private Series sample() throws MalformedException {
    String name = peek() == '{' ? null : name(true);
    skipBlanks();
    Map<String, String> labels = new TreeMap<>();
    if (!atEnd() && peek() == '{') {
      name = labels(name, labels);
    }
    if (name == null) {
      throw malformed("expected a quoted metric name between the braces");
    }
    double value = number("a value");
    skipBlanks();
    if (!atEnd() && peek() != '#') {
      number("a timestamp");
      skipBlanks();
    }
    if (!atEnd() && peek() != '#') {
      throw malformed("expected the end of the line");
    }
    return new Series(name, canonical(labels), value);
  }

  /** Reads the braces into the map; gives the metric's name, which may stand among the labels. */
  private String labels(String nameBefore, Map<String, String> labels) throws MalformedException {
    String metric = nameBefore;
    position++;
    skipBlanks();
    while (!atEnd() && peek() != '}') {
      boolean isQuoted = peek() == '"';
      String label = isQuoted ? quoted() : name(false);
      skipBlanks();
      if (!atEnd() && peek() == '=') {
        position++;
        skipBlanks();
        if (labels.put(label, quoted()) != null) {
          throw malformed("the label '" + label + "' stands twice");
        }
      } else if (isQuoted && metric == null) {
        metric = label;
      } else {
        throw malformed("expected '=' after the label's name");
      }
      skipBlanks();
      if (!atEnd() && peek() == ',') {
        position++;
        skipBlanks();
      } else if (atEnd() || peek() != '}') {
        throw malformed("expected ',' or '}'");
      }
    }
    if (atEnd()) {
      throw malformed("expected '}'");
    }
    position++;
    return metric;
  }

  private String name(boolean ofMetric) throws MalformedException {
    int start = position;
    while (!atEnd() && isNameCharacter(peek(), position == start, ofMetric)) {
      position++;
    }
    if (position == start) {
      throw malformed(ofMetric ? "expected a metric's name" : "expected a label's name");
    }
    return text.substring(start, position);
  }

  private String quoted() throws MalformedException {
    if (atEnd() || peek() != '"') {
      throw malformed("expected '\"'");
    }
    position++;
    StringBuilder unescaped = new StringBuilder();
    while (!atEnd() && peek() != '"') {
      char c = peek();
      position++;
      unescaped.append(c == '\\' ? escaped() : c);
    }
    if (atEnd()) {
      throw malformed("expected a closing '\"'");
    }
    position++;
    return unescaped.toString();
  }

  private char escaped() throws MalformedException {
    char c = atEnd() ? '\n' : peek();
    char meant =
        switch (c) {
          case 'n' -> '\n';
          case '\\', '"' -> c;
          default -> throw malformed("expected \\\\, \\\" or \\n");
        };
    position++;
    return meant;
  }

  private double number(String what) throws MalformedException {
    skipBlanks();
    int start = position;
    String word = word();
    try {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "nan" -> Double.NaN;
        case "+inf", "inf", "+infinity", "infinity" -> Double.POSITIVE_INFINITY;
        case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(plainNumber(word));
      };
    } catch (NumberFormatException e) {
      position = start;
      throw malformed("expected " + what + ", found '" + word + "'");
    }
  }

  /** Keeps out what only Java reads as a number, such as {@code 1f}. */
  private static String plainNumber(String word) {
    for (int i = 0; i < word.length(); i++) {
      if ("0123456789+-.eE".indexOf(word.charAt(i)) < 0) {
        throw new NumberFormatException(word);
      }
    }
    return word;
  }

  private String word() {
    int start = position;
    while (!atEnd() && !isBlank(peek())) {
      position++;
    }
    return text.substring(start, position);
  }

  private void skipBlanks() {
    while (!atEnd() && isBlank(peek())) {
      position++;
    }
  }

  private boolean atEnd() {
    return position >= lineEnd;
  }

  private char peek() {
    return text.charAt(position);
  }

  private MalformedException malformed(String expected) {
    return new MalformedException(lineNumber, position - lineStart + 1, expected);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static boolean isNameCharacter(char c, boolean first, boolean ofMetric) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || (c == ':' && ofMetric)
        || (c >= '0' && c <= '9' && !first);
  }

  private static String canonical(Map<String, String> sortedLabels) {
    StringBuilder labels = new StringBuilder();
    sortedLabels.forEach(
        (name, value) -> {
          labels.append(labels.isEmpty() ? "" : ",");
          labels.append(isPlainLabel(name) ? name : quote(name)).append('=').append(quote(value));
        });
    return labels.toString();
  }

  private static boolean isPlainLabel(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isNameCharacter(name.charAt(i), i == 0, false)) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static String quote(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}

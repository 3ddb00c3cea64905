package dev.jitterlab.lab.report.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Writes HTML and inline SVG. Every text and attribute value is escaped here and nowhere else, so a
 * name from a file cannot become markup; open elements are closed in order. Not thread-safe.
 */
public final class Html {
  /** Elements that HTML forbids to close. */
  private static final Set<String> VOID = Set.of("meta", "br", "link", "input");

  private final StringBuilder out = new StringBuilder(1 << 16);
  private final Deque<String> open = new ArrayDeque<>();
  private final Map<String, Object> kept = new LinkedHashMap<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; an attribute with a null value is left out
   */
  public Html open(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i + 1 < attributes.length; i += 2) {
      if (attributes[i + 1] != null) {
        out.append(' ').append(attributes[i]).append("=\"");
        escape(attributes[i + 1]);
        out.append('"');
      }
    }
    out.append('>');
    if (!VOID.contains(tag)) {
      open.push(tag);
    }
    return this;
  }

  /** Closes the innermost open element. */
  public Html close() {
    out.append("</").append(open.pop()).append(">");
    return this;
  }

  /** Closes the innermost open element and ends the line. */
  public Html closeLine() {
    close();
    out.append('\n');
    return this;
  }

  /** Adds text. */
  public Html text(String text) {
    escape(text);
    return this;
  }

  /** Adds an element that has only text in it. */
  public Html element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** Adds a paragraph that leads in. */
  public Html lead(String text) {
    return element("p", text, "class", "lead");
  }

  /** Adds a paragraph that steps back: how to read what is beside it. */
  public Html note(String text) {
    return element("p", text, "class", "note");
  }

  /** Adds a script or style from Jitterlab's own resources; the text cannot end its element. */
  public Html verbatim(String tag, String source, String... attributes) {
    open(tag, attributes);
    out.append('\n').append(source.replace("</script", "<\\/script").replace("<!--", "<\\!--"));
    return closeLine();
  }

  /** Adds data for scripts: JSON in which no {@code <} is left, so it cannot become markup. */
  public Html json(String id, String json) {
    open("script", "type", "application/json", "id", id);
    out.append(json.replace("<", "\\u003c"));
    return closeLine();
  }

  /**
   * Keeps data that the page's scripts need for an element of this document.
   *
   * @throws IllegalStateException if there is some under that id
   */
  public void keep(String id, Object data) {
    if (kept.putIfAbsent(id, data) != null) {
      throw new IllegalStateException("kept twice: " + id);
    }
  }

  /** What was kept, by id. */
  public Map<String, Object> kept() {
    return kept;
  }

  /** The document. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return "<!doctype html>\n" + out;
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
  }
}

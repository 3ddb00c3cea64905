package dev.jitterlab.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of a scenario as it was written, wherever it was read from: a text, a list, or a mapping.
 * It knows its place. Immutable if its place is.
 */
public final class ScenarioNode {
  private final Object place;
  private final String text; // null where it is none
  private final List<ScenarioNode> items; // null where it is no list
  private final Map<String, ScenarioNode> entries; // null where it is no mapping

  private ScenarioNode(
      Object place, String text, List<ScenarioNode> items, Map<String, ScenarioNode> entries) {
    this.place = place;
    this.text = text;
    this.items = items;
    this.entries = entries;
  }

  /** Returns a text; numbers and booleans are texts, as written. */
  public static ScenarioNode text(Object place, String text) {
    return new ScenarioNode(place, text, null, null);
  }

  /** Returns a list. */
  public static ScenarioNode list(Object place, List<ScenarioNode> items) {
    return new ScenarioNode(
        place, null, Collections.unmodifiableList(new ArrayList<>(items)), null);
  }

  /** Returns a mapping; its keys stay in their order. */
  public static ScenarioNode mapping(Object place, Map<String, ScenarioNode> entries) {
    return new ScenarioNode(
        place, null, null, Collections.unmodifiableMap(new LinkedHashMap<>(entries)));
  }

  /** Returns where it stands, as its reader says it. */
  public Object place() {
    return place;
  }

  boolean isText() {
    return text != null;
  }

  boolean isList() {
    return items != null;
  }

  boolean isMapping() {
    return entries != null;
  }

  String text() {
    return text;
  }

  List<ScenarioNode> items() {
    return items;
  }

  Map<String, ScenarioNode> entries() {
    return entries;
  }

  /** Returns what it is, as messages say it. */
  String description() {
    if (isText()) {
      return text.isEmpty() ? "an empty text" : "`" + text + "`";
    }
    return isList() ? "a list" : "a mapping";
  }

  /** Returns it as JSON in one line, all single values as texts. */
  public String json() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  private void write(StringBuilder out) {
    if (isText()) {
      quote(text, out);
    } else if (isList()) {
      char separator = '[';
      for (ScenarioNode item : items) {
        out.append(separator);
        item.write(out);
        separator = ',';
      }
      out.append(items.isEmpty() ? "[]" : "]");
    } else {
      char separator = '{';
      for (Map.Entry<String, ScenarioNode> entry : entries.entrySet()) {
        out.append(separator);
        quote(entry.getKey(), out);
        out.append(": "); // with the blank it is YAML too
        entry.getValue().write(out);
        separator = ',';
      }
      out.append(entries.isEmpty() ? "{}" : "}");
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || (c >= 0x80 && c < 0xa0)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}

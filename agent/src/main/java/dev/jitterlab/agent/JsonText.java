package dev.jitterlab.agent;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/** Writes maps, lists, numbers and texts as JSON: the agent has no library for it. */
final class JsonText {
  private final StringBuilder out = new StringBuilder();

  private JsonText() {}

  static String of(Map<String, ?> object) {
    JsonText text = new JsonText();
    text.value(object, "\n");
    return text.out.append('\n').toString();
  }

  private void value(Object value, String newLine) {
    if (value instanceof Map) {
      list('{', ((Map<?, ?>) value).entrySet(), '}', newLine);
    } else if (value instanceof Collection) {
      list('[', (Collection<?>) value, ']', newLine);
    } else if (value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      quoted(String.valueOf(value));
    }
  }

  private void list(char open, Collection<?> values, char close, String newLine) {
    out.append(open);
    String inner = newLine + "  ";
    Iterator<?> all = values.iterator();
    while (all.hasNext()) {
      out.append(inner);
      Object one = all.next();
      if (one instanceof Map.Entry) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) one;
        quoted(entry.getKey().toString());
        out.append(": ");
        value(entry.getValue(), inner);
      } else {
        value(one, inner);
      }
      out.append(all.hasNext() ? "," : newLine);
    }
    out.append(close);
  }

  private void quoted(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        String hex = Integer.toHexString(c);
        out.append("\\u").append("0000", 0, 4 - hex.length()).append(hex);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}

package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A place in a JSON document, after RFC 6901, such as {@code /items/0/id}. It is looked for in one
 * pass without recursion; a document that is no JSON, or was cut, has no value at it. Immutable and
 * thread-safe.
 */
final class JsonPointer {
  private final byte[][] tokens;

  private JsonPointer(byte[][] tokens) {
    this.tokens = tokens;
  }

  /**
   * Reads a pointer.
   *
   * @throws IllegalArgumentException if it does not begin with a slash
   */
  static JsonPointer parse(String text) {
    if (text.isEmpty()) {
      return new JsonPointer(new byte[0][]);
    }
    if (text.charAt(0) != '/') {
      throw new IllegalArgumentException("a JSON pointer begins with `/`");
    }
    byte[][] tokens =
        Arrays.stream(text.substring(1).split("/", -1))
            .map(token -> token.replace("~1", "/").replace("~0", "~").getBytes(UTF_8))
            .toArray(byte[][]::new);
    return new JsonPointer(tokens);
  }

  /** Returns the value there, a text without its quotes; null where there is none. */
  RequestText find(byte[] document, int length) {
    Cursor cursor = new Cursor(document, length);
    for (byte[] token : tokens) {
      if (!cursor.enter(token)) {
        return null;
      }
    }
    return cursor.value();
  }

  /** A place in a document that only goes on. */
  private static final class Cursor {
    private final byte[] document;
    private final int end;
    private final RequestText scratch = new RequestText();
    private int at;

    Cursor(byte[] document, int length) {
      this.document = document;
      this.end = length;
    }

    /** Goes to the value of a key or number of an item; returns false if there is none. */
    boolean enter(byte[] token) {
      int opening = next();
      if (opening == '{') {
        return enterObject(token);
      }
      return opening == '[' && enterList(token);
    }

    private boolean enterObject(byte[] key) {
      while (next() == '"') {
        at--;
        scratch.clear();
        if (!string(scratch) || next() != ':') {
          return false;
        }
        if (Arrays.equals(scratch.array(), 0, scratch.length(), key, 0, key.length)) {
          return true;
        }
        if (!skip() || next() != ',') {
          return false;
        }
      }
      return false;
    }

    private boolean enterList(byte[] token) {
      int index = 0;
      for (byte digit : token) {
        if (digit < '0' || digit > '9' || index > end) {
          return false;
        }
        index = 10 * index + digit - '0';
      }
      if (token.length == 0 || (token.length > 1 && token[0] == '0')) {
        return false;
      }
      for (int i = 0; i < index; i++) {
        if (!skip() || next() != ',') {
          return false;
        }
      }
      boolean isThere = next() != ']';
      at--;
      return isThere;
    }

    /** Returns the next byte that is no blank, and goes behind it; −1 at the end. */
    private int next() {
      while (at < end && document[at] <= ' ' && document[at] >= 0) {
        at++;
      }
      return at < end ? document[at++] : -1;
    }

    RequestText value() {
      int first = next();
      at--;
      if (first < 0) {
        return null;
      }
      RequestText value = new RequestText();
      if (first == '"') {
        return string(value) ? value : null;
      }
      int start = at;
      if (!skip() || at == start) {
        return null;
      }
      value.add(document, start, at);
      return value;
    }

    /** Goes behind a value. */
    private boolean skip() {
      int depth = 0;
      do {
        int one = next();
        switch (one) {
          case -1:
            return false;
          case '"':
            at--;
            if (!string(null)) {
              return false;
            }
            break;
          case '{':
          case '[':
            depth++;
            break;
          case '}':
          case ']':
            if (--depth < 0) {
              return false;
            }
            break;
          case ',':
          case ':':
            if (depth == 0) {
              return false;
            }
            break;
          default:
            skipWord();
        }
      } while (depth > 0);
      return true;
    }

    private void skipWord() {
      while (at < end && ",:]}\" \t\r\n".indexOf(document[at]) < 0) {
        at++;
      }
    }

    /** Goes behind a string, and adds what it says to a text that is not null. */
    private boolean string(RequestText to) {
      for (at++; at < end; at++) {
        byte one = document[at];
        if (one == '"') {
          at++;
          return true;
        }
        if (one == '\\') {
          if (++at >= end || !escape(to)) {
            return false;
          }
        } else if (to != null) {
          to.add(one);
        }
      }
      return false;
    }

    private boolean escape(RequestText to) {
      int index = "\"\\/bfnrt".indexOf(document[at]);
      if (index >= 0) {
        if (to != null) {
          to.add("\"\\/\b\f\n\r\t".charAt(index));
        }
        return true;
      }
      if (document[at] != 'u') {
        return false;
      }
      int unit = hex();
      if (unit < 0) {
        return false;
      }
      int code = unit;
      if (Character.isHighSurrogate((char) unit)
          && at + 2 < end
          && document[at + 1] == '\\'
          && document[at + 2] == 'u') {
        at += 2;
        int low = hex();
        if (low < 0) {
          return false;
        }
        code = Character.toCodePoint((char) unit, (char) low);
      }
      if (to != null && Character.isValidCodePoint(code)) {
        to.add(new String(Character.toChars(code)).getBytes(UTF_8));
      }
      return true;
    }

    /** Reads four digits behind this place, and goes to the last of them. */
    private int hex() {
      int unit = 0;
      for (int i = 0; i < 4; i++) {
        int digit = ++at < end ? Character.digit((char) document[at], 16) : -1;
        if (digit < 0) {
          return -1;
        }
        unit = 16 * unit + digit;
      }
      return unit;
    }
  }
}

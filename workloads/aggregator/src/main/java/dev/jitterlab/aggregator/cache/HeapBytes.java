package dev.jitterlab.aggregator.cache;

import java.util.List;
import java.util.Map;

/**
 * About how much heap a text takes, or a tree of maps, lists, texts and numbers as a parser makes
 * it. The sizes are those of a 64-bit JVM with compressed references: a header has 12 bytes, a
 * reference 4, and each object begins at a multiple of 8. Names in maps, and true and false, count
 * as nothing, since all trees share them.
 */
final class HeapBytes {
  /** A LinkedHashMap without its table. */
  private static final int MAP = 64;

  private static final int MAP_ENTRY = 40;
  private static final int FIRST_TABLE = 16;

  /** An ArrayList without its array. */
  private static final int LIST = 24;

  private static final int FIRST_PLACES = 10;
  private static final int ARRAY_HEADER = 16;
  private static final int REFERENCE = 4;

  /** A String without its array, which has one byte for each character of Latin-1. */
  private static final int TEXT = 24;

  private static final char LAST_OF_LATIN_1 = 0xFF;

  /** A Long or a Double; an Integer takes 16. */
  private static final int NUMBER = 24;

  private HeapBytes() {}

  static int of(Object tree) {
    if (tree instanceof String) {
      return ofText((String) tree);
    }
    if (tree instanceof Map) {
      return ofMap((Map<?, ?>) tree);
    }
    if (tree instanceof List) {
      return ofList((List<?>) tree);
    }
    return tree instanceof Number ? NUMBER : 0;
  }

  private static int ofText(String text) {
    int charBytes = 1;
    for (int i = 0; i < text.length() && charBytes == 1; i++) {
      charBytes = text.charAt(i) > LAST_OF_LATIN_1 ? 2 : 1;
    }
    return TEXT + ofArray(charBytes * text.length());
  }

  /** A table doubles when more than three quarters of it are taken. */
  private static int ofMap(Map<?, ?> map) {
    int table = FIRST_TABLE;
    while (map.size() > table / 4 * 3) {
      table *= 2;
    }
    int bytes = MAP + ofArray(REFERENCE * table);
    for (Object value : map.values()) {
      bytes += MAP_ENTRY + of(value);
    }
    return bytes;
  }

  /** An array grows by half when it is full. */
  private static int ofList(List<?> list) {
    int places = FIRST_PLACES;
    while (list.size() > places) {
      places += places / 2;
    }
    int bytes = LIST + ofArray(REFERENCE * places);
    for (Object one : list) {
      bytes += of(one);
    }
    return bytes;
  }

  private static int ofArray(int bytes) {
    return (ARRAY_HEADER + bytes + 7) / 8 * 8;
  }
}

package dev.jitterlab.diagnosis.recording;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a part of a recording says about the types of its events and constants: their fields, in the
 * order in which their values are written. Immutable once read.
 */
final class ChunkTypes {
  private static final String EVENT = "jdk.jfr.Event";
  static final String TEXT = "java.lang.String";
  static final String THREAD = "java.lang.Thread";
  private static final int DEEPEST = 64;

  /** How the values of a field are written. */
  enum Form {
    NUMBER,
    ONE_BYTE,
    FOUR_BYTES,
    EIGHT_BYTES,
    TEXT,
    /** Fields of its own, or an array. */
    OTHER
  }

  /**
   * A field.
   *
   * @param typeName the type of its values
   * @param constant whether a value is the number of a constant
   */
  record Field(String name, long type, String typeName, boolean constant, boolean array) {
    Form form() {
      if (array) {
        return Form.OTHER;
      }
      return constant ? Form.NUMBER : Type.form(typeName);
    }
  }

  /** A type. */
  record Type(long id, String name, boolean isEvent, List<Field> fields) {
    Type {
      fields = List.copyOf(fields);
    }

    Form form() {
      return fields.isEmpty() ? form(name) : Form.OTHER;
    }

    static Form form(String name) {
      return switch (name) {
        case "int", "long", "char", "short" -> Form.NUMBER;
        case "boolean", "byte" -> Form.ONE_BYTE;
        case "float" -> Form.FOUR_BYTES;
        case "double" -> Form.EIGHT_BYTES;
        case TEXT -> Form.TEXT;
        default -> Form.OTHER;
      };
    }
  }

  /** A node of the tree in which the types are written. */
  private record Node(String name, Map<String, String> attributes, List<Node> children) {
    long number(String attribute) throws IOException {
      try {
        return Long.parseLong(attributes.getOrDefault(attribute, ""));
      } catch (NumberFormatException e) {
        throw new IOException("no number: " + attribute, e);
      }
    }

    List<Node> all(String childName) {
      return children.stream().filter(child -> child.name().equals(childName)).toList();
    }
  }

  private final long id;
  private final Map<Long, Type> types = new HashMap<>();

  private ChunkTypes(long id) {
    this.id = id;
  }

  /**
   * Reads them.
   *
   * @param at where the part has them
   * @param before those of the part before; they are returned if they are the same. May be null
   */
  static ChunkTypes read(ChunkBytes bytes, long at, ChunkTypes before) throws IOException {
    bytes.moveTo(at);
    var unusedSize = bytes.number();
    if (bytes.number() != 0) {
      throw new IOException("no types at " + at);
    }
    var unusedStart = bytes.number();
    var unusedDuration = bytes.number();
    long id = bytes.number();
    if (before != null && before.id == id) {
      return before;
    }
    int count = bytes.count();
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(bytes.text() instanceof String text ? text : "");
    }
    ChunkTypes types = new ChunkTypes(id);
    for (Node metadata : node(bytes, texts, 0).all("metadata")) {
      types.add(metadata.all("class"));
    }
    return types;
  }

  private static Node node(ChunkBytes bytes, List<String> texts, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new IOException("types in types in types");
    }
    String name = texts.get((int) bytes.number());
    Map<String, String> attributes = new HashMap<>();
    for (int left = bytes.count(); left > 0; left--) {
      String key = texts.get((int) bytes.number());
      attributes.put(key, texts.get((int) bytes.number()));
    }
    List<Node> children = new ArrayList<>();
    for (int left = bytes.count(); left > 0; left--) {
      children.add(node(bytes, texts, depth + 1));
    }
    return new Node(name, attributes, children);
  }

  private void add(List<Node> classes) throws IOException {
    Map<Long, String> names = new HashMap<>();
    for (Node one : classes) {
      names.put(one.number("id"), one.attributes().getOrDefault("name", ""));
    }
    for (Node one : classes) {
      List<Field> fields = new ArrayList<>();
      for (Node field : one.all("field")) {
        long type = field.number("class");
        boolean array =
            field.attributes().containsKey("dimension") && field.number("dimension") != 0;
        fields.add(
            new Field(
                field.attributes().getOrDefault("name", ""),
                type,
                names.getOrDefault(type, ""),
                field.attributes().containsKey("constantPool"),
                array));
      }
      long number = one.number("id");
      boolean event = EVENT.equals(one.attributes().get("superType"));
      types.put(number, new Type(number, names.get(number), event, fields));
    }
  }

  /** A type by its number; null if there is none. */
  Type get(long type) {
    return types.get(type);
  }

  /** Reads a value and forgets it. */
  void skip(ChunkBytes bytes, long type) throws IOException {
    skip(bytes, type, 0);
  }

  private void skip(ChunkBytes bytes, long type, int depth) throws IOException {
    Type of = types.get(type);
    if (of == null || depth > DEEPEST) {
      throw new IOException("no type " + type);
    }
    if (!of.fields().isEmpty()) {
      for (Field field : of.fields()) {
        skip(bytes, field, depth + 1);
      }
    } else {
      skip(bytes, of.form());
    }
  }

  /** Reads a field's value and forgets it. */
  void skip(ChunkBytes bytes, Field field) throws IOException {
    skip(bytes, field, 0);
  }

  private void skip(ChunkBytes bytes, Field field, int depth) throws IOException {
    for (int left = field.array() ? bytes.count() : 1; left > 0; left--) {
      if (field.constant()) {
        var unused = bytes.number();
      } else {
        skip(bytes, field.type(), depth);
      }
    }
  }

  /** Reads a value of this form and forgets it. */
  static void skip(ChunkBytes bytes, Form form) throws IOException {
    switch (form) {
      case NUMBER -> {
        var unused = bytes.number();
      }
      case ONE_BYTE -> bytes.skip(1);
      case FOUR_BYTES -> bytes.skip(Float.BYTES);
      case EIGHT_BYTES -> bytes.skip(Double.BYTES);
      case TEXT -> {
        var unused = bytes.text();
      }
      case OTHER -> throw new IOException("a value of unknown form");
    }
  }
}

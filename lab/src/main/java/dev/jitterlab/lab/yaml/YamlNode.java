package dev.jitterlab.lab.yaml;

import dev.jitterlab.lab.Problem.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A part of a YAML file that knows where it stands. Immutable. */
public sealed interface YamlNode {

  /** Where the node begins. */
  Place place();

  /** The node as an error message names it, such as {@code the text `abc`} or {@code a list}. */
  default String description() {
    return switch (this) {
      case Scalar scalar ->
          switch (scalar.type()) {
            case TEXT -> "the text `" + scalar.text() + "`";
            case INTEGER, NUMBER -> "the number `" + scalar.text() + "`";
            case BOOLEAN -> "the boolean `" + scalar.text() + "`";
            case EMPTY -> "nothing";
          };
      case Sequence _ -> "a list";
      case Mapping _ -> "a mapping";
    };
  }

  /**
   * A single value.
   *
   * @param text as written, without quotes
   * @param type what YAML's core schema takes it for
   */
  record Scalar(Place place, String text, Type type) implements YamlNode {
    /** What YAML's core schema takes a scalar for; quoted ones are always {@code TEXT}. */
    public enum Type {
      TEXT,
      INTEGER,
      NUMBER,
      BOOLEAN,
      EMPTY
    }
  }

  /** A list. */
  record Sequence(Place place, List<YamlNode> items) implements YamlNode {
    /** Copies the list. */
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /** Keys with values, in the file's order; each key occurs once. */
  record Mapping(Place place, List<Entry> entries) implements YamlNode {
    /** Copies the list. */
    public Mapping {
      entries = List.copyOf(entries);
    }

    /** One without keys, where the file has none. */
    public static Mapping emptyAt(Place place) {
      return new Mapping(place, List.of());
    }

    /** The value of that key, where there is one. */
    public Optional<YamlNode> value(String key) {
      return entry(key).map(Entry::value);
    }

    /** The texts of the single values, by key, in the file's order. */
    public Map<String, String> texts() {
      Map<String, String> texts = new LinkedHashMap<>();
      for (Entry entry : entries) {
        if (entry.value() instanceof Scalar scalar) {
          texts.put(entry.key(), scalar.text());
        }
      }
      return texts;
    }

    /** The entry of that key, where there is one. */
    public Optional<Entry> entry(String key) {
      return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }
  }

  /**
   * One line of a mapping.
   *
   * @param place where the key begins
   */
  record Entry(Place place, String key, YamlNode value) {}
}

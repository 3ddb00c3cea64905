package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Entry;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one group's properties are after all rules have been applied, and which places had a say.
 *
 * <p>Mappings merge key by key at every depth; any other value replaces what was there. The
 * defaults come first, then the rules that match the group by ascending priority and, within one
 * priority, in the file's order; the last one wins.
 *
 * @param values the outcome; each part still knows the place that set it
 * @param origins property path (keys joined by dots) to the places that set it, the winner last
 */
public record MergedProperties(Mapping values, Map<String, List<Place>> origins) {

  /** Applies the rules to one group. */
  public static MergedProperties of(Groups groups, Combination group) {
    List<Mapping> layers =
        Stream.concat(
                Stream.of(groups.defaults()),
                groups.rules().stream()
                    .filter(rule -> group.matches(rule.targets()))
                    .sorted(Comparator.comparingInt(PropertyRule::priority)))
            .map(PropertyRule::properties)
            .toList();
    Map<String, List<Place>> origins = new LinkedHashMap<>();
    Mapping merged = Mapping.emptyAt(layers.getFirst().place());
    for (Mapping layer : layers) {
      merged = merge(merged, layer, "", origins);
    }
    return new MergedProperties(merged, origins);
  }

  private static Mapping merge(
      Mapping below, Mapping above, String path, Map<String, List<Place>> origins) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    below.entries().forEach(entry -> entries.put(entry.key(), entry));
    for (Entry entry : above.entries()) {
      Entry replaced = entries.get(entry.key());
      entries.put(entry.key(), mergeEntry(replaced, entry, path + entry.key(), origins));
    }
    return new Mapping(above.place(), List.copyOf(entries.values()));
  }

  private static Entry mergeEntry(
      Entry below, Entry above, String path, Map<String, List<Place>> origins) {
    if (above.value() instanceof Mapping mapping) {
      Mapping base =
          below != null && below.value() instanceof Mapping under
              ? under
              : Mapping.emptyAt(mapping.place());
      List<Place> whole = origins.remove(path);
      Mapping merged = merge(base, mapping, path + ".", origins);
      if (whole != null) {
        origins.forEach(
            (part, places) -> {
              if (part.startsWith(path + ".")) {
                places.addAll(0, whole);
              }
            });
      }
      return new Entry(above.place(), above.key(), merged);
    }
    List<Place> places = takeBelow(path, origins);
    places.add(above.place());
    origins.put(path, places);
    return above;
  }

  /** Removes and returns the places of a path and of all its parts. */
  private static List<Place> takeBelow(String path, Map<String, List<Place>> origins) {
    List<Place> places = new ArrayList<>();
    origins
        .entrySet()
        .removeIf(
            origin -> {
              boolean part = origin.getKey().equals(path) || origin.getKey().startsWith(path + ".");
              if (part) {
                places.addAll(origin.getValue());
              }
              return part;
            });
    return places;
  }

  /** The outcome as plain maps, lists, texts, numbers and booleans. */
  public Map<String, Object> plainValues() {
    return YamlText.plain(values, MergedProperties::plain);
  }

  private static Object plain(YamlNode.Scalar scalar) {
    return switch (scalar.type()) {
      case TEXT, EMPTY -> scalar.text();
      case BOOLEAN -> Boolean.valueOf(scalar.text());
      case INTEGER, NUMBER -> numberOrText(scalar.text());
    };
  }

  /**
   * A number that would be written in another way stays a text: commands and templates get what the
   * author wrote, such as {@code 007} and {@code 1e6}. YAML also has numbers that JSON lacks, such
   * as {@code 0x10} and {@code .inf}.
   */
  private static Object numberOrText(String text) {
    try {
      BigDecimal number = new BigDecimal(text);
      return number.toString().equals(text) ? number : text;
    } catch (NumberFormatException _) {
      return text;
    }
  }
}

package dev.jitterlab.lab.yaml;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.AnchorNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Turns the engine's node graph, in which aliases share nodes, into a tree of bounded size. */
final class TreeBuilder {
  private static final int MAX_NODES = 100_000;
  private static final Map<Tag, Scalar.Type> TYPES =
      Map.of(
          Tag.INT, Scalar.Type.INTEGER,
          Tag.FLOAT, Scalar.Type.NUMBER,
          Tag.BOOL, Scalar.Type.BOOLEAN,
          Tag.NULL, Scalar.Type.EMPTY);

  private final Path path;
  private final Problems problems;
  private int nodes;

  TreeBuilder(Path path, Problems problems) {
    this.path = path;
    this.problems = problems;
  }

  YamlNode build(Node node) {
    return build(node, 0);
  }

  private YamlNode build(Node node, int depth) {
    Place place = YamlFile.place(path, node.getStartMark());
    if (depth > YamlFile.MAX_DEPTH) {
      throw YamlFile.tooDeep(place);
    }
    if (++nodes > MAX_NODES) {
      String what = "the aliases unfold to more than " + MAX_NODES + " values";
      throw YamlFile.wrong(place, what, "Use fewer nested aliases.");
    }
    return switch (node) {
      case ScalarNode scalar -> scalar(place, scalar);
      case SequenceNode list ->
          new YamlNode.Sequence(
              place, list.getValue().stream().map(item -> build(item, depth + 1)).toList());
      case MappingNode mapping -> new YamlNode.Mapping(place, entries(mapping, depth));
      case AnchorNode anchor -> build(anchor.getRealNode(), depth + 1);
      default -> throw new IllegalStateException("unknown node " + node.getNodeType());
    };
  }

  private YamlNode scalar(Place place, ScalarNode scalar) {
    Scalar.Type type = TYPES.getOrDefault(scalar.getTag(), Scalar.Type.TEXT);
    return new Scalar(place, scalar.getValue(), type);
  }

  private List<YamlNode.Entry> entries(MappingNode mapping, int depth) {
    List<YamlNode.Entry> entries = new ArrayList<>();
    Map<String, Place> seen = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Place place = YamlFile.place(path, tuple.getKeyNode().getStartMark());
      if (!(tuple.getKeyNode() instanceof ScalarNode scalar)) {
        problems.add(place, "expected a text as the key", "Write `key: value`.");
        continue;
      }
      String key = scalar.getValue();
      Place first = seen.putIfAbsent(key, place);
      if (first == null) {
        entries.add(new YamlNode.Entry(place, key, build(tuple.getValueNode(), depth + 1)));
      } else {
        String what = "duplicate key `" + key + "`, first set in line " + first.line();
        problems.add(place, what, "Remove one of the two.");
      }
    }
    return entries;
  }
}

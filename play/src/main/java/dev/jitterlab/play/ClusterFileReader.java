package dev.jitterlab.play;

import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlFile;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.play.ClusterFile.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one {@code cluster.yaml}: every key, and that every placeholder is one that will be known
 * when its service is started. For one file.
 */
final class ClusterFileReader {
  /** The most battle servers that there may be. */
  static final int MOST_SERVERS = 64;

  private static final String DEFAULT_JAR = "target/jitterlab-battle.jar";
  private static final String REMEDY = "Correct the file; docs/play.md describes the format.";
  private static final Set<String> KEYS = Set.of("jar", "services");
  private static final Set<String> SERVICE_KEYS =
      Set.of("name", "main", "arguments", "count", "when");
  private static final String FOR_ME = "me";
  private static final String NAME = "[a-z][a-z0-9-]*";

  private final Problems problems = new Problems();
  private final Set<String> names = new HashSet<>();

  /** Services that exactly one is started of always, so far: whose endpoints can be asked for. */
  private final Set<String> earlier = new HashSet<>();

  private int counted;

  /**
   * Reads the file.
   *
   * @throws dev.jitterlab.lab.LabException with all that is wrong with it
   */
  ClusterFile read(Path file) {
    Fields fields =
        new Fields(YamlFile.read(file, "a cluster's description", problems), KEYS, problems);
    String jar = fields.text("jar").orElse(DEFAULT_JAR);
    fields.require("services", "the key `services` is missing", REMEDY);
    List<Service> services = new ArrayList<>();
    for (YamlNode node : fields.list("services", "a list of services")) {
      Fields.mapping(node, "a service", "a mapping with name, main and arguments", problems)
          .map(mapping -> service(new Fields(mapping, SERVICE_KEYS, problems)))
          .ifPresent(services::add);
    }
    if (counted != 1 && !services.isEmpty()) {
      fields.report(
          "expected one service with a `count`, the battle server; found " + counted, REMEDY);
    }
    problems.throwIfAny();
    Path jarBesideIt = file.toAbsolutePath().normalize().resolveSibling(jar).normalize();
    return new ClusterFile(file, jarBesideIt, services);
  }

  private Service service(Fields fields) {
    String name = required(fields, "name");
    if (!name.isEmpty() && !name.matches(NAME)) {
      fields.report("`name`: expected small letters, digits and `-`, found `" + name + "`", REMEDY);
    }
    if (!names.add(name)) {
      fields.report("there is another service named `" + name + "`", REMEDY);
    }
    String main = required(fields, "main");
    boolean isCounted = fields.has("count");
    int count = fields.integer("count", 1, MOST_SERVERS).orElse(isCounted ? 1L : 0L).intValue();
    List<String> arguments = arguments(fields, isCounted);
    if (isCounted) {
      counted++;
    } else if (!fields.has("when")) {
      earlier.add(name);
    }
    return new Service(name, main, arguments, count, isForMe(fields, isCounted));
  }

  private boolean isForMe(Fields fields, boolean isCounted) {
    Optional<String> when = fields.text("when");
    if (when.isPresent() && (!when.get().equals(FOR_ME) || isCounted)) {
      fields.report(
          "`when`: expected `%s`, of a service without a `count`, found `%s`"
              .formatted(FOR_ME, when.get()),
          REMEDY);
    }
    return when.isPresent();
  }

  private List<String> arguments(Fields fields, boolean isCounted) {
    List<Scalar> arguments = fields.texts("arguments");
    for (Scalar argument : arguments) {
      PlayValues.wrongIn(argument.text(), earlier, isCounted)
          .ifPresent(what -> problems.add(argument.place(), what, REMEDY));
    }
    return arguments.stream().map(Scalar::text).toList();
  }

  private static String required(Fields fields, String key) {
    fields.require(key, "the key `" + key + "` is missing", REMEDY);
    return fields.text(key).orElse("");
  }
}

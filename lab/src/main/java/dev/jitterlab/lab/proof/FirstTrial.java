package dev.jitterlab.lab.proof;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.yaml.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What one group of a run was, as far as another experiment must have the same. Immutable.
 *
 * @param plan of the run
 * @param server the group
 * @param file its experiment file
 */
record FirstTrial(Plan plan, Plan.Group server, Map<String, Object> file) {
  private static final String WORKLOAD = "workload";

  /** The keys that the new experiment has of the old one. */
  private static final String SCENARIO = "--scenario=";

  private static final List<String> KEPT =
      List.of(
          "seed",
          "warmup",
          "duration",
          "ready_timeout",
          "control",
          "ticks",
          "fills_cpus",
          "cpu_sleep",
          "repeats",
          "load",
          "metrics",
          "capacity",
          "rules");

  /** The properties that it must not have: the trial is diagnosed, and prices decide nothing. */
  private static final List<String> LEFT_OUT = List.of("price_per_hour", "recording");

  /**
   * Reads it.
   *
   * @return empty if the run's plan has no such group
   * @throws dev.jitterlab.lab.LabException if the run's experiment file is damaged
   */
  static Optional<FirstTrial> read(RunDirectory run, String group) {
    Plan plan = Json.readExactly(run.plan(), Plan.class);
    Map<String, Object> file = YamlText.read(run.experiment());
    return plan.groups().stream()
        .filter(one -> one.name().equals(group))
        .findFirst()
        .map(server -> new FirstTrial(plan, server, file));
  }

  /** Whether the file describes the server, so that its texts have placeholders. */
  boolean isForeign() {
    return file.get(WORKLOAD) instanceof Map;
  }

  /** Where the relative paths in the file begin; empty in runs of older versions. */
  Optional<Path> folder() {
    return instances()
        .map(Plan.Instance::foreign)
        .filter(Objects::nonNull)
        .map(Foreign::folder)
        .filter(Objects::nonNull)
        .map(Path::of)
        .findFirst();
  }

  /** Whether the servers of the group measure ticks. */
  boolean hasTicks() {
    return instances().allMatch(Plan.Instance::ticks);
  }

  private Stream<Plan.Instance> instances() {
    return plan.instances(server.name());
  }

  /** Whether a flag of the JVM reaches the server. */
  boolean takesFlags() {
    return !isForeign() || names("jvm_arguments"::equals);
  }

  /** Whether the JDK can be chosen. */
  boolean takesJdk() {
    return !isForeign() || names(name -> name.equals("java") || name.equals("java_home"));
  }

  /** The feature release of its JDK; 0 if it is unknown. */
  int feature() {
    String jdk = server.jdk() == null || !takesJdk() ? "" : server.jdk();
    return jdk.contains("/")
        ? new JdkCatalog(List.of()).at(Path.of(jdk)).map(Jdk::feature).orElse(0)
        : jdk.matches("\\d{1,3}") ? Integer.parseInt(jdk) : 0;
  }

  private boolean names(Predicate<String> wanted) {
    return Stream.of(file.get(WORKLOAD), server.properties())
        .flatMap(FirstTrial::texts)
        .flatMap(text -> Placeholders.in(text).stream())
        .anyMatch(one -> wanted.test(one.name()));
  }

  private static Stream<String> texts(Object value) {
    return switch (value) {
      case Map<?, ?> map -> map.values().stream().flatMap(FirstTrial::texts);
      case List<?> list -> list.stream().flatMap(FirstTrial::texts);
      case String text -> Stream.of(text);
      default -> Stream.empty();
    };
  }

  /** Workload, load and times, for the new file. */
  Map<String, Object> kept() {
    Map<String, Object> kept = new LinkedHashMap<>();
    if (file.containsKey(WORKLOAD)) {
      kept.put(WORKLOAD, isForeign() ? workload() : file.get(WORKLOAD));
    }
    KEPT.stream()
        .filter(file::containsKey)
        .filter(this::hasEffect)
        .forEach(key -> kept.put(key, key.equals("load") ? load() : file.get(key)));
    kept.put("execution", execution());
    return kept;
  }

  /** A file with journeys is beside the first experiment, and need not be beside the new one. */
  private Object load() {
    Object asked = file.get("load");
    Plan.Load load = plan.blocks().getFirst().load();
    if (!(asked instanceof Map<?, ?> options)
        || load == null
        || !(options.get("scenario") instanceof String)) {
      return asked;
    }
    Map<String, Object> changed = mapping(options);
    load.command().stream()
        .filter(word -> word.startsWith(SCENARIO))
        .map(word -> word.substring(SCENARIO.length()))
        .findFirst()
        .ifPresent(
            text -> changed.put("scenario", Unchecked.io(() -> Json.parse(text, Map.class))));
    return changed;
  }

  /** Older versions passed over keys without an effect; now they are errors. */
  private boolean hasEffect(String key) {
    CapacityQuestion capacity = plan.analysis().metrics().capacity();
    return switch (key) {
      case "load" -> !isForeign();
      case "capacity" -> capacity != null && (capacity.isOfRequests() || hasTicks());
      default -> true;
    };
  }

  /** The command lines as words: what is filled in below may have blanks. */
  private Object workload() {
    Map<String, Object> workload = new LinkedHashMap<>(mapping(file.get(WORKLOAD)));
    for (String part : List.of("server", "load")) {
      if (workload.get(part) instanceof Map<?, ?> found) {
        Map<String, Object> changed = mapping(found);
        changed.computeIfPresent("command", (_, command) -> words(command));
        workload.put(part, changed);
      }
    }
    return filled(workload, Use.TEXT);
  }

  private static Object words(Object command) {
    return command instanceof String text
        ? Arguments.split(text).<Object>map(words -> words).orElse(text)
        : command;
  }

  private static Map<String, Object> mapping(Object value) {
    Map<String, Object> mapping = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, one) -> mapping.put(String.valueOf(key), one));
    }
    return mapping;
  }

  /**
   * As many servers at once as there were, as far as three groups allow: more of them would wait
   * for one another.
   */
  private String execution() {
    String mode = plan.design().execution().mode();
    boolean alone = plan.blocks().stream().allMatch(block -> block.instances().size() == 1);
    return mode.equals("rotate") ? mode : alone ? "alternate" : "blocks";
  }

  /** The properties of the group, for the new file; without its JVM flags. */
  Map<String, Object> properties() {
    Map<String, Object> properties = mapping(server.properties());
    LEFT_OUT.forEach(properties::remove);
    if (isForeign()) {
      properties.replaceAll(
          (key, value) -> filled(value, key.equals("environment") ? Use.TEXT : Use.WORDS));
    }
    return properties;
  }

  /** The flags of its JVMs. */
  List<String> flags() {
    return isForeign()
        ? server.jvmArguments().stream().map(flag -> filled(flag, Use.TEXT)).toList()
        : server.jvmArguments();
  }

  /**
   * The flags that reach its JVM without being {@code jvm_arguments}: those that the command line
   * has before the program, and those in the environment variables that it sets.
   */
  List<String> commandFlags() {
    List<String> flags =
        new ArrayList<>(
            instances()
                .findFirst()
                .map(instance -> JvmWords.flags(instance.command()))
                .orElse(List.of()));
    for (String argument : server.jvmArguments()) {
      boolean asWritten = flags.remove(argument);
      if (!asWritten) { // the plan has filled its placeholders
        String name = Interventions.name(argument);
        flags.stream()
            .filter(flag -> Interventions.name(flag).equals(name))
            .findFirst()
            .ifPresent(flags::remove);
      }
    }
    return List.copyOf(flags);
  }

  /** What becomes of a text: it is split into words afterwards, or it stays one. */
  private enum Use {
    TEXT,
    WORDS
  }

  /**
   * Fills the placeholders whose value would be another one in the new experiment, which has other
   * variables, groups and another name.
   */
  private Object filled(Object value, Use use) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> filled = new LinkedHashMap<>();
        map.forEach((key, one) -> filled.put(String.valueOf(key), filled(one, use)));
        yield filled;
      }
      case List<?> list -> list.stream().map(one -> filled(one, use)).toList();
      case String text -> filled(text, use);
      default -> value;
    };
  }

  /** Within quotes a value is one word anyway. */
  private String filled(String text, Use use) {
    boolean quotes = use == Use.WORDS && !text.contains("\"") && !text.contains("'");
    return Placeholders.fillKnown(
        text,
        one ->
            Optional.ofNullable(value(one.name())).map(quotes ? Arguments::quoted : same -> same));
  }

  private String value(String placeholder) {
    String ofVariable = "group.values.";
    return switch (placeholder) {
      case "experiment" -> plan.subject().experiment();
      case "instances" -> Integer.toString(plan.design().instancesPerGroup());
      case "group.name" -> server.name();
      default ->
          placeholder.startsWith(ofVariable)
              ? server.variables().get(placeholder.substring(ofVariable.length()))
              : null;
    };
  }
}

package dev.jitterlab.lab.workload;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.workload.Workload.Load;
import dev.jitterlab.lab.workload.Workload.Option;
import dev.jitterlab.lab.workload.Workload.Program;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlFile;
import dev.jitterlab.lab.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one {@code workload.yaml} or {@code load.yaml}; docs/extending.md has the formats. The
 * options of a program that the descriptor has none for are those that the build wrote into the
 * program's jar, from its command line.
 */
final class WorkloadReader {
  private static final Set<String> KEYS = Set.of("name", "description", "jar", "server", "load");
  private static final Set<String> SERVER_KEYS =
      Set.of("main", "arguments", "options", "tick_packages", "ticks", "native", "fills_cpus");
  private static final Set<String> LOAD_KEYS =
      Set.of("main", "endpoint", "arguments", "options", "pauses", "light", "generator");
  private static final Set<String> GENERATOR_KEYS =
      Set.of(
          "name",
          "description",
          "jar",
          "main",
          "endpoint",
          "arguments",
          "options",
          "pauses",
          "light");
  private static final Set<String> OPTION_KEYS =
      Set.of("type", "values", "min", "max", "process", "default", "help");
  private static final int MOST_PER_SECOND = 1_000_000;
  private static final String MISSING = "the key `%s` is missing";
  private static final String EXAMPLE = "docs/ARCHITECTURE.md has an example.";
  private static final List<String> TYPES =
      List.of("integer", "number", "text", "boolean", "choice", "rate", "scenario");

  private final Problems problems = new Problems();
  private final Workloads workloads;
  private final Optional<Path> ownJar;

  /**
   * Creates a reader of one descriptor.
   *
   * @param workloads has the load generators that the descriptor can name
   * @param ownJar the jar that the descriptor is in, which then has the programs; empty for a
   *     descriptor in a folder, which names its jar
   */
  WorkloadReader(Workloads workloads, Optional<Path> ownJar) {
    this.workloads = workloads;
    this.ownJar = ownJar;
  }

  /**
   * Reads a descriptor.
   *
   * @throws dev.jitterlab.lab.LabException with all that is wrong with it
   */
  Workload read(Path file) {
    Fields fields =
        new Fields(YamlFile.read(file, "a workload's descriptor", problems), KEYS, problems);
    String name = required(fields, "name");
    Path jar = jar(file, fields);
    Fields server = section(fields, "server", SERVER_KEYS);
    Optional<Load> load = load(fields, jar);
    Workload workload =
        new Workload(
            name,
            fields.text("description").orElse(""),
            jar,
            program(server, jar),
            texts(server, "tick_packages"),
            load,
            server.truth("ticks").orElse(true),
            server.truth("native").orElse(false),
            server.truth("fills_cpus").orElse(false));
    problems.throwIfAny();
    return workload;
  }

  /**
   * Reads the descriptor of a load generator for any server.
   *
   * @throws dev.jitterlab.lab.LabException with all that is wrong with it
   */
  Load readGenerator(Path file) {
    Fields fields =
        new Fields(
            YamlFile.read(file, "a load generator's descriptor", problems),
            GENERATOR_KEYS,
            problems);
    required(fields, "name");
    Path jar = jar(file, fields);
    Load load = load(jar, fields);
    problems.throwIfAny();
    return load;
  }

  private Path jar(Path file, Fields fields) {
    return ownJar.orElseGet(
        () -> {
          String relative = required(fields, "jar");
          return file.toAbsolutePath().normalize().resolveSibling(relative).normalize();
        });
  }

  private Optional<Load> load(Fields fields, Path jar) {
    if (!fields.has("load")) {
      return Optional.empty();
    }
    Fields load = section(fields, "load", LOAD_KEYS);
    Optional<YamlNode.Scalar> generator = load.scalar("generator", "a load generator's name");
    return generator.isPresent() ? generator(generator.get(), load) : Optional.of(load(jar, load));
  }

  private Load load(Path jar, Fields fields) {
    return new Load(
        jar,
        program(fields, jar),
        required(fields, "endpoint"),
        fields.truth("pauses").orElse(false),
        light(fields).orElse(0));
  }

  private static Optional<Integer> light(Fields load) {
    return load.integer("light", 0, MOST_PER_SECOND).map(Long::intValue);
  }

  /** One for any server, pointed at an endpoint of this one's choice. */
  private Optional<Load> generator(YamlNode.Scalar name, Fields load) {
    for (String key : List.of("main", "arguments", "options")) {
      if (load.has(key)) {
        load.report(
            "`generator` and `" + key + "` stand together",
            "Leave `" + key + "` out; the generator brings its own.");
      }
    }
    Optional<Load> known = workloads.generator(name.text());
    if (known.isEmpty()) {
      problems.add(
          name.place(),
          "there is no load generator `" + name.text() + "`",
          "Write one of: " + String.join(", ", workloads.generatorNames()) + ".");
    }
    return known.map(
        found ->
            new Load(
                found.jar(),
                found.program(),
                load.text("endpoint").orElse(found.endpoint()),
                load.truth("pauses").orElse(found.pauses()),
                light(load).orElse(found.light())));
  }

  private Fields section(Fields fields, String key, Set<String> keys) {
    fields.require(key, MISSING.formatted(key), EXAMPLE);
    return fields
        .section(key, "a mapping", keys)
        .orElseGet(() -> new Fields(YamlNode.Mapping.emptyAt(fields.place()), problems));
  }

  private static String required(Fields fields, String key) {
    fields.require(key, MISSING.formatted(key), EXAMPLE);
    return fields.text(key).orElse("");
  }

  private Program program(Fields fields, Path jar) {
    String main = required(fields, "main");
    List<String> arguments = texts(fields, "arguments");
    List<Option> options =
        fields.has("options") || main.isEmpty()
            ? options(fields)
            : optionsInJar(jar, main, fields.place());
    return new Program(main, arguments, options);
  }

  private List<Option> optionsInJar(Path jar, String main, Place place) {
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      Path written = files.getPath("META-INF", "jitterlab", main + ".json");
      if (!Files.exists(written)) {
        String what = "`%s` in `%s` has no settings, and the descriptor has no `options`";
        problems.add(
            place,
            what.formatted(main, jar),
            "Mark what an experiment may set with @Setting, or write `options: {}`;"
                + " docs/extending.md has an example.");
        return List.of();
      }
      YamlNode.Mapping settings = YamlFile.read(written, "the settings of " + main, problems);
      return options(new Fields(settings, Set.of("options"), problems));
    } catch (IOException | FileSystemNotFoundException | ProviderNotFoundException _) {
      String what = "the jar `" + jar + "` cannot be read";
      problems.add(place, what, "Build it; ./jitterlab does so with those of this repository.");
      return List.of();
    }
  }

  private List<Option> options(Fields fields) {
    List<Option> options = new ArrayList<>();
    Optional<YamlNode.Mapping> declared = fields.mapping("options", "a mapping of options");
    for (YamlNode.Entry entry : declared.map(YamlNode.Mapping::entries).orElse(List.of())) {
      Fields.mapping(entry.value(), "`" + entry.key() + "`", "a mapping with a type", problems)
          .flatMap(option -> option(entry.key(), new Fields(option, OPTION_KEYS, problems)))
          .ifPresent(options::add);
    }
    return options;
  }

  private static List<String> texts(Fields fields, String key) {
    return fields.texts(key).stream().map(YamlNode.Scalar::text).toList();
  }

  private Optional<Option> option(String name, Fields fields) {
    String declared = required(fields, "type");
    Optional<OptionType> type =
        switch (declared) {
          case "integer" -> Optional.of(wholeNumber(fields));
          case "number" -> Optional.of(decimalNumber(fields));
          case "text" -> Optional.of(new OptionType.Text());
          case "boolean" -> Optional.of(new OptionType.Flag());
          case "choice" -> Optional.of(new OptionType.Choice(texts(fields, "values")));
          case "rate" -> Optional.of(new OptionType.ArrivalRate(required(fields, "process")));
          case "scenario" -> Optional.of(new OptionType.Journeys());
          case String _ -> Optional.empty();
        };
    Optional<YamlNode.Scalar> defaultValue = fields.scalar("default", "a value");
    if (type.isEmpty()) {
      String what = "unknown option type `" + declared + "`";
      problems.add(fields.place(), what, "Write one of: " + String.join(", ", TYPES) + ".");
      return Optional.empty();
    }
    defaultValue
        .filter(value -> !type.get().accepts(value.text()))
        .ifPresent(value -> Fields.wrongType(value, "`default`", type.get().expected(), problems));
    String help = fields.text("help").orElse("");
    return Optional.of(new Option(name, type.get(), defaultValue.map(YamlNode.Scalar::text), help));
  }

  private static OptionType wholeNumber(Fields fields) {
    return new OptionType.WholeNumber(
        fields.integer("min", Long.MIN_VALUE, Long.MAX_VALUE).orElse(Long.MIN_VALUE),
        fields.integer("max", Long.MIN_VALUE, Long.MAX_VALUE).orElse(Long.MAX_VALUE));
  }

  private static OptionType decimalNumber(Fields fields) {
    return new OptionType.DecimalNumber(
        bound(fields, "min").orElse(Double.NEGATIVE_INFINITY),
        bound(fields, "max").orElse(Double.POSITIVE_INFINITY));
  }

  private static Optional<Double> bound(Fields fields, String key) {
    return fields.value(
        key,
        "a number",
        scalar -> {
          try {
            return Optional.of(Double.valueOf(scalar.text()));
          } catch (NumberFormatException _) {
            return Optional.empty();
          }
        });
  }
}

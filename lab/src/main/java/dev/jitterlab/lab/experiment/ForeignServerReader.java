package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.workload.Artifact;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.ForeignServer.HttpLoad;
import dev.jitterlab.lab.workload.ForeignServer.Readiness;
import dev.jitterlab.lab.workload.ForeignServer.Requests;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.workload.ForeignServer.TickSource;
import dev.jitterlab.lab.workload.ForeignServer.Ticks;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the description of a server that is none of Jitterlab's own. */
final class ForeignServerReader {
  private static final double MAX_RATE_HZ = 100_000;

  /** Where the build leaves the agent, below Jitterlab's home. */
  private static final String AGENT_JAR = "agent/target/jitterlab-agent.jar";

  /** From which time on a request is recorded, unless the file says otherwise. */
  private static final String SLOW_REQUEST = "10ms";

  /** The generator of {@code load.http}. */
  private static final String HTTP = "http";

  private final Workloads workloads;
  private final Problems problems;
  private final Map<String, Place> places = new LinkedHashMap<>();

  /**
   * @param workloads has the load generator, and the folder with the agent
   */
  ForeignServerReader(Workloads workloads, Problems problems) {
    this.workloads = workloads;
    this.problems = problems;
  }

  /**
   * Reads it; empty, and reported, if what makes a server is missing.
   *
   * @param file the experiment file
   */
  Optional<ForeignServer> read(Mapping description, Path file) {
    Fields fields = new Fields(description, ExperimentFormat.FOREIGN, problems);
    Optional<String> name = required(fields, "name").flatMap(_ -> fields.text("name"));
    Optional<Fields> section =
        required(fields, "server")
            .flatMap(_ -> fields.section("server", "a mapping", ExperimentFormat.FOREIGN_SERVER));
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Fields server = section.get();
    List<Scalar> command =
        required(server, "command").map(found -> words(found, "server.command")).orElse(List.of());
    List<Artifact> artifacts = artifacts(server);
    Optional<Ticks> ticks = ticks(server);
    boolean byMethod = ticks.filter(t -> t.source() == TickSource.METHOD).isPresent();
    Optional<Requests> requests = requests(server);
    Optional<Path> agent = agent(server, byMethod, requests.isPresent());
    Optional<Scalar> metrics = server.scalar("metrics", "an address");
    metrics.ifPresent(address -> places.put("server.metrics", address.place()));
    Readiness readiness = readiness(server);
    Optional<Fields> loadFields = load(fields);
    List<Scalar> load =
        loadFields
            .flatMap(found -> found.node("command"))
            .map(found -> words(found, "load.command"))
            .orElse(List.of());
    Optional<HttpLoad> http = loadFields.flatMap(this::http);
    if (name.isEmpty() || command.isEmpty()) {
      return Optional.empty();
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    return Optional.of(
        new ForeignServer(
            name.get(),
            folder,
            command,
            artifacts,
            readiness,
            metrics,
            agent,
            ticks,
            requests,
            load,
            http,
            places));
  }

  private Optional<YamlNode> required(Fields fields, String key) {
    fields.require(key, "the key `" + key + "` is missing", "docs/any-server.md has an example.");
    return fields.node(key);
  }

  /** A list of words, or a text that is split as JVM arguments are. */
  private List<Scalar> words(YamlNode node, String key) {
    String name = "`command`";
    String expected = "a command line: a text, or a list of words";
    places.put(key, node.place());
    return switch (node) {
      case Sequence list when !list.items().isEmpty() ->
          list.items().stream()
              .flatMap(item -> Fields.scalar(item, name, "a word", problems).stream())
              .toList();
      case Scalar text when !text.text().isBlank() -> split(text);
      case Sequence _, Scalar _, Mapping _ -> {
        Fields.wrongType(node, name, expected, problems);
        yield List.of();
      }
    };
  }

  private List<Scalar> split(Scalar text) {
    Optional<List<String>> words = Arguments.split(text.text());
    if (words.isEmpty()) {
      problems.add(text.place(), "a quote is not closed", "Add the closing quote.");
    }
    return words.orElse(List.of()).stream()
        .map(word -> new Scalar(text.place(), word, Scalar.Type.TEXT))
        .toList();
  }

  private List<Artifact> artifacts(Fields server) {
    String expected = "Maven coordinates, such as com.h2database:h2:2.3.232";
    Path cache = Artifact.cache(System.getenv(), Path.of(System.getProperty("user.home")));
    List<Artifact> artifacts = new ArrayList<>();
    for (YamlNode node : server.list("artifacts", "a list of Maven coordinates")) {
      Optional<Scalar> text = Fields.scalar(node, "`artifacts`", expected, problems);
      Optional<Artifact> artifact = text.flatMap(given -> Artifact.parse(given.text(), cache));
      if (text.isPresent() && artifact.isEmpty()) {
        Fields.wrongType(node, "`artifacts`", expected, problems);
      }
      artifact.ifPresent(
          one -> {
            if (one.isSnapshot()) {
              problems.add(
                  node.place(),
                  "`artifacts`: `" + one.coordinates() + "` may be another jar at each build",
                  "Name a released version, or give the path of the jar in `command`.");
            }
            if (artifacts.stream().anyMatch(other -> other.name().equals(one.name()))) {
              problems.add(
                  node.place(),
                  "`artifacts`: a second jar with the name `" + one.name() + "`",
                  "Fetch one of them yourself, and give its path in `command`.");
            }
            artifacts.add(one);
          });
    }
    return artifacts;
  }

  private Readiness readiness(Fields server) {
    Scalar onPort =
        new Scalar(
            places.getOrDefault("server.command", server.place()), "${port}", Scalar.Type.TEXT);
    Readiness usual = new Readiness(Sign.PORT, onPort);
    Optional<Fields> section =
        server.section(
            "ready", "one of log, port and http, with its value", ExperimentFormat.FOREIGN_READY);
    if (section.isEmpty()) {
      return usual;
    }
    Fields ready = section.get();
    places.put("server.ready", ready.place());
    List<Readiness> signs =
        Stream.of(Sign.values())
            .flatMap(
                sign ->
                    ready.scalar(sign.word(), "a text").map(s -> new Readiness(sign, s)).stream())
            .toList();
    requireOne(ready, "ready", ExperimentFormat.FOREIGN_READY);
    return signs.stream().findFirst().orElse(usual);
  }

  private Optional<Ticks> ticks(Fields server) {
    Optional<Fields> section =
        server.section("ticks", "an event or a method, and a rate", ExperimentFormat.FOREIGN_TICKS);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Fields ticks = section.get();
    places.put("server.ticks", ticks.place());
    Optional<Double> rate = required(ticks, "rate").flatMap(_ -> rate(ticks));
    List<Ticks> sources =
        Stream.of(TickSource.values())
            .flatMap(source -> source(ticks, source).stream())
            .map(given -> new Ticks(given.source(), given.name(), rate.orElse(1.0)))
            .toList();
    requireOne(ticks, "ticks", Stream.of(TickSource.values()).map(TickSource::word).toList());
    return sources.stream().findFirst();
  }

  private Optional<Requests> requests(Fields server) {
    return server
        .section("requests", "a mapping with slow", ExperimentFormat.FOREIGN_REQUESTS)
        .map(
            fields -> {
              places.put("server.requests", fields.place());
              String slow = "a time with a unit, such as 10ms";
              String method = "methods, such as com.foo.Shop#pay, joined by +";
              return new Requests(
                  fields
                      .text("slow", slow, text -> text.matches("\\d{1,6}(\\.\\d{1,9})?(us|ms|s)"))
                      .orElse(SLOW_REQUEST),
                  fields.text(
                      "method",
                      method,
                      text -> text.matches("[\\w$.*]+#[\\w$]+(\\+[\\w$.*]+#[\\w$]+)*")));
            });
  }

  private static Optional<Ticks> source(Fields ticks, TickSource source) {
    String expected =
        switch (source) {
          case EVENT -> "the name of a Flight Recorder event, such as com.foo.Tick";
          case METHOD -> "a method, such as com.foo.Game#tick";
        };
    String form =
        switch (source) {
          case EVENT -> "[\\w$.]+";
          case METHOD -> "[\\w$.]+#[\\w$]+";
        };
    return ticks
        .text(source.word(), expected, name -> name.matches(form))
        .map(name -> new Ticks(source, name, 1));
  }

  private static boolean isRate(double hz) {
    return hz > 0 && hz <= MAX_RATE_HZ;
  }

  private static Optional<Double> rate(Fields ticks) {
    String expected = "ticks per second, a number above 0 and at most 100000, such as 20";
    return ticks
        .text(
            "rate",
            expected,
            given -> given.matches("\\d{1,6}(\\.\\d{1,6})?") && isRate(Double.parseDouble(given)))
        .map(Double::valueOf);
  }

  /** There if it is asked for, or if something else needs it. */
  private Optional<Path> agent(Fields server, boolean byMethod, boolean hasRequests) {
    Optional<Boolean> asked = server.truth("agent");
    if (asked.orElse(byMethod || hasRequests)) {
      return agent(server);
    }
    if (byMethod || hasRequests) {
      String needing = byMethod ? "ticks.method" : "requests";
      problems.add(
          server.node("agent").map(YamlNode::place).orElse(server.place()),
          "`agent` is off, and `" + needing + "` needs it",
          "Leave `agent` out, or leave `" + needing + "` out.");
    }
    return Optional.empty();
  }

  private Optional<Path> agent(Fields server) {
    Place place =
        server
            .node("agent")
            .map(YamlNode::place)
            .orElseGet(() -> places.getOrDefault("server.ticks", server.place()));
    places.put("server.agent", place);
    Optional<Path> jar =
        workloads.home().map(folder -> folder.resolve(AGENT_JAR).toAbsolutePath().normalize());
    if (jar.isEmpty() || !Files.isRegularFile(jar.get())) {
      String where = jar.map(Path::toString).orElse(AGENT_JAR);
      problems.add(
          place,
          "the agent's jar is not there: " + where,
          "Build it: ./jitterlab does so when its sources are there.");
    }
    return jar;
  }

  private Optional<Fields> load(Fields fields) {
    Optional<Fields> load =
        fields.section("load", "a mapping with command or http", ExperimentFormat.FOREIGN_LOAD);
    load.ifPresent(found -> requireOne(found, "load", ExperimentFormat.FOREIGN_LOAD));
    return load;
  }

  private Optional<HttpLoad> http(Fields load) {
    Optional<Mapping> options = load.mapping(HTTP, "a mapping of options");
    if (options.isEmpty()) {
      return Optional.empty();
    }
    places.put("load.http", options.get().place());
    Optional<Workload.Load> generator = workloads.generator(HTTP);
    if (generator.isEmpty()) {
      problems.add(
          options.get().place(),
          "the load generator `" + HTTP + "` was not found",
          "Start the lab in its own folder.");
    }
    return generator.map(found -> new HttpLoad(found, options.get()));
  }

  private static void requireOne(Fields fields, String key, List<String> choices) {
    List<String> found = choices.stream().filter(fields::has).toList();
    if (found.size() != 1) {
      String what =
          "`%s`: expected one of %s, found %s"
              .formatted(
                  key,
                  String.join(", ", choices),
                  found.isEmpty() ? "none" : String.join(" and ", found));
      fields.report(what, "Keep one; docs/any-server.md has examples.");
    }
  }
}

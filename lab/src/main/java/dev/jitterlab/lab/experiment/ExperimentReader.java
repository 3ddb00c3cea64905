package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.rule.RulesReader;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.ForeignServer.HttpLoad;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.workload.Workload.Program;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import dev.jitterlab.lab.yaml.YamlFile;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads and validates experiment files: the thesis's format (section 5.3.3) and what Jitterlab adds
 * to it, as docs/experiments.md describes it. Immutable.
 */
public record ExperimentReader(Workloads workloads) {
  private static final long DEFAULT_REPEATS = 2;
  private static final long MAX_REPEATS = 1_000;

  /** The workload whose server, idle, is the control process. */
  private static final String CONTROL = "periodic";

  private static final int MAX_PRIORITY = 1_000_000;

  /** Where the build leaves the agent that injects faults, below Jitterlab's home. */
  private static final String FAULTS_JAR = "faults/target/jitterlab-faults.jar";

  /**
   * The reader for this process: the workloads are those of the Jitterlab home, which is the system
   * property {@code jitterlab.home} or else found from the current folder upwards.
   */
  public static ExperimentReader ofThisHome() {
    return new ExperimentReader(Workloads.ofThisProcess());
  }

  /**
   * Reads a file.
   *
   * @throws dev.jitterlab.lab.LabException with everything that is wrong with it
   */
  public Experiment read(Path file) {
    Problems problems = new Problems();
    Fields fields =
        new Fields(
            YamlFile.read(file, "an experiment", problems), ExperimentFormat.TOP_LEVEL, problems);
    boolean described = fields.node("workload").filter(Mapping.class::isInstance).isPresent();
    Optional<Workload> workload = described ? Optional.empty() : workload(fields, problems);
    Optional<ForeignServer> foreign =
        described ? foreign(fields, file, problems) : Optional.empty();
    PropertiesReader properties =
        new PropertiesReader(workload, fields.has("workload"), described, problems);
    SelectedGroups selected =
        new SelectionReader(problems).read(fields, new GroupsReader(problems).variables(fields));
    String baseline = new BaselineReader(problems).read(fields, selected);
    Optional<Combination> again =
        fields.truth("calibrate").orElse(false)
            ? Combinations.again(baseline, selected.groups())
            : Optional.empty();
    SystemUnderTest system =
        new SystemUnderTest(
            workload,
            foreign,
            load(fields, workload, foreign, described, properties, problems),
            ticks(fields, workload, described, problems),
            fields.truth("fills_cpus").orElse(workload.filter(Workload::fillsCpus).isPresent()),
            workloads.home().map(home -> home.resolve(FAULTS_JAR).toAbsolutePath().normalize()));
    List<Combination> groups = Stream.concat(selected.groups().stream(), again.stream()).toList();
    Experiment experiment =
        new Experiment(
            fields.place(),
            name(fields, file, problems),
            fields.text("question").orElse(""),
            system,
            design(fields, groups.size(), problems),
            new TimingReader(problems).read(fields),
            new Groups(
                groups,
                selected.selection(),
                defaults(fields, properties),
                rules(fields, selected, properties, problems)),
            new AnalysisReader(fields, problems)
                .read(
                    groups.stream().map(Combination::name).toList(),
                    baseline,
                    again.map(Combination::name),
                    selected.variables(),
                    system),
            templates(fields),
            control(fields, system.name().isPresent()),
            fields.truth("cpu_sleep").orElse(false));
    checkProof(fields, problems);
    var unused = RulesReader.read(fields, problems); // who diagnoses reads them again
    problems.throwIfAny();
    return experiment;
  }

  /** Who reads it later finds every key. */
  private static void checkProof(Fields fields, Problems problems) {
    fields
        .mapping("proves", "a mapping that `./jitterlab suggest` writes")
        .map(node -> new Fields(node, ExperimentFormat.PROVES, problems))
        .ifPresent(
            proof ->
                ExperimentFormat.PROVES.forEach(
                    key -> {
                      proof.require(
                          key,
                          "`proves` without `" + key + "`",
                          "Write the file with `./jitterlab suggest RUN`.");
                      proof.text(key);
                    }));
  }

  private static Experiment.Design design(Fields fields, int groups, Problems problems) {
    ExecutionChoice execution =
        fields
            .choice("execution", ExecutionChoice.values(), ExecutionChoice::word)
            .orElse(ExecutionChoice.AUTO);
    InstancesReader instances = new InstancesReader(fields, problems);
    Optional<Sequential> sequential = instances.sequential(execution, groups);
    return new Experiment.Design(
        fields.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L),
        instances.read(sequential),
        sequential,
        execution,
        fields.integer("repeats", 0, MAX_REPEATS).orElse(DEFAULT_REPEATS).intValue());
  }

  private static List<Template> templates(Fields fields) {
    List<Template> templates = new ArrayList<>();
    for (Fields template :
        fields.sections(
            "templates",
            "a list of templates with file and to",
            "a template with file and to",
            ExperimentFormat.TEMPLATE)) {
      Optional<String> file = template.text("file");
      Optional<Scalar> to = template.scalar("to", "a path");
      if (file.isPresent() && to.isPresent()) {
        Place place = to.get().place();
        templates.add(new Template(file.get(), to.get().text(), place.line(), place.column()));
      } else if (!template.has("file") || !template.has("to")) {
        template.report(
            "a template without `file` or without `to`",
            "Write `{file: a.txt, to: '${group.name}.txt'}`.");
      }
    }
    return List.copyOf(templates);
  }

  private Optional<Workload> workload(Fields fields, Problems problems) {
    Optional<Scalar> name = fields.scalar("workload", "the name of a workload, or a server");
    Optional<Workload> workload = name.map(Scalar::text).flatMap(workloads::workload);
    if (name.isPresent() && workload.isEmpty()) {
      String unknown = name.get().text();
      String known =
          workloads.names().isEmpty()
              ? "no workloads were found"
              : Spelling.expected(unknown, workloads.names());
      problems.add(
          name.get().place(),
          "unknown workload `" + unknown + "`\n" + known,
          "Name a folder below workloads/, and start the lab in its own folder.");
    }
    return workload;
  }

  /** An experiment may say that there are none, and cannot make any. */
  private static boolean ticks(
      Fields fields, Optional<Workload> workload, boolean described, Problems problems) {
    boolean wanted = fields.truth("ticks").orElse(true);
    if (described && fields.has("ticks")) {
      problems.add(
          fields.node("ticks").orElseThrow().place(),
          "`ticks` is about the servers of workloads/",
          "Say what a tick is with `ticks` in `workload.server`; without it there is none.");
    } else if (fields.has("ticks") && wanted && workload.filter(one -> !one.ticks()).isPresent()) {
      problems.add(
          fields.node("ticks").orElseThrow().place(),
          "the workload `" + workload.get().name() + "` has no ticks",
          "Leave `ticks` out; response times and the workload's own metrics are measured.");
    }
    return wanted && workload.map(Workload::ticks).orElse(true);
  }

  private Optional<ForeignServer> foreign(Fields fields, Path file, Problems problems) {
    return fields
        .mapping("workload", "a mapping")
        .flatMap(node -> new ForeignServerReader(workloads, problems).read(node, file));
  }

  /** Where nothing can be run, there is nothing to control. */
  private Optional<Workload> control(Fields fields, boolean canRun) {
    boolean wanted = fields.truth("control").orElse(true);
    return wanted && canRun ? workloads.workload(CONTROL) : Optional.empty();
  }

  private static String name(Fields fields, Path file, Problems problems) {
    Optional<Scalar> given = fields.scalar("experiment", "a name");
    if (given.isEmpty()) {
      String fileName = file.getFileName().toString();
      return Combinations.folderName(fileName.replaceFirst("\\.ya?ml$", ""));
    }
    String name = given.get().text();
    if (!name.equals(Combinations.folderName(name))) {
      String what = "the name `" + name + "` cannot be part of a folder's name";
      String remedy = "Use letters, digits and ._- only, such as " + Combinations.folderName(name);
      problems.add(given.get().place(), what, remedy + ".");
    }
    return name;
  }

  private static PropertyRule defaults(Fields fields, PropertiesReader properties) {
    Mapping defaults =
        fields
            .mapping("defaults", "a mapping of properties")
            .orElse(Mapping.emptyAt(fields.place()));
    properties.check(defaults);
    return new PropertyRule(Map.of(), 0, defaults);
  }

  private static List<PropertyRule> rules(
      Fields fields, SelectedGroups selected, PropertiesReader properties, Problems problems) {
    TargetsReader targetsReader = new TargetsReader(problems);
    List<PropertyRule> rules = new ArrayList<>();
    String expected = "an entry with targets and properties";
    for (Fields rule :
        fields.sections(
            "properties", "a list of entries with targets", expected, ExperimentFormat.RULE)) {
      Map<String, String> targets = targetsReader.ofRule(rule, selected);
      int priority = rule.integer("priority", -MAX_PRIORITY, MAX_PRIORITY).orElse(0L).intValue();
      rule.require(
          "properties",
          "targets without `properties`",
          "Add `properties:` with what these groups get.");
      rule.mapping("properties", "a mapping of properties")
          .ifPresent(
              given -> {
                properties.check(given);
                rules.add(new PropertyRule(targets, priority, given));
              });
    }
    return List.copyOf(rules);
  }

  private static Map<String, String> load(
      Fields fields,
      Optional<Workload> workload,
      Optional<ForeignServer> foreign,
      boolean described,
      PropertiesReader properties,
      Problems problems) {
    Optional<Mapping> options = fields.mapping("load", "a mapping of options");
    Optional<HttpLoad> http = foreign.flatMap(ForeignServer::http);
    if (described) {
      String remedy =
          http.isPresent()
              ? "Move the options to workload.load.http."
              : "Describe the load under workload.load.";
      options.ifPresent(
          given ->
              problems.add(given.place(), "`load` is about the servers of workloads/", remedy));
    }
    Optional<Program> generator =
        http.map(HttpLoad::generator)
            .or(() -> workload.flatMap(Workload::load))
            .map(Workload.Load::program);
    if (http.isPresent()) {
      properties.checkOptions(http.get().options(), "load generator", generator);
      return ScenarioOption.texts(http.get().options(), generator);
    }
    options.ifPresent(
        given -> {
          if (workload.isPresent() && generator.isEmpty()) {
            String what = "the workload `" + workload.get().name() + "` has no load generator";
            problems.add(given.place(), what, "Leave `load` out.");
          }
          properties.checkOptions(given, "load", generator);
        });
    return options.map(given -> ScenarioOption.texts(given, generator)).orElse(Map.of());
  }
}

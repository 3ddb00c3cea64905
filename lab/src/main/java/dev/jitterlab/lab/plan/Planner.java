package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.experiment.Combination;
import dev.jitterlab.lab.experiment.ExecutionChoice;
import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.MergedProperties;
import dev.jitterlab.lab.experiment.SystemUnderTest;
import dev.jitterlab.lab.faults.FaultKind;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.plan.Plan.Block;
import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.plan.Plan.Instance;
import dev.jitterlab.lab.plan.Plan.Load;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Turns an experiment into a plan: groups with merged properties, command lines, blocks. Starts
 * nothing. The same experiment on the same machine gives the same plan, byte for byte.
 *
 * @param jdks finds the machine's JDKs; asked only where an experiment runs something
 * @param own the JDK of the lab: runs the load, and servers whose JDK the experiment leaves open
 * @param cores how many processors the machine has
 */
public record Planner(Supplier<JdkCatalog> jdks, Jdk own, int cores) {
  /** The planner for this machine. */
  public static Planner ofThisMachine() {
    JdkFinder finder = JdkFinder.ofThisMachine();
    return new Planner(finder::find, finder.running(), Runtime.getRuntime().availableProcessors());
  }

  /**
   * Reads an experiment file and plans it for this machine.
   *
   * @throws dev.jitterlab.lab.LabException with everything that is wrong with the file
   */
  public static Plan planHere(Path file) {
    return ofThisMachine().plan(ExperimentReader.ofThisHome().read(file));
  }

  /** What is needed of a group to plan its instances. */
  private record Settings(Group group, Jdk jdk, Map<String, String> options, Mapping properties) {}

  /**
   * Plans an experiment.
   *
   * @throws dev.jitterlab.lab.LabException if a JDK that it names is not there
   */
  public Plan plan(Experiment experiment) {
    Problems problems = new Problems();
    Optional<JdkChoice> choice =
        experiment.system().name().map(_ -> new JdkChoice(jdks.get(), problems));
    Map<String, Settings> groups = new LinkedHashMap<>();
    for (Combination combination : experiment.groups().combinations()) {
      groups.put(combination.name(), settings(experiment, combination, choice));
    }
    checkPrices(experiment, groups.values().stream().map(Settings::group).toList(), problems);
    groups.values().forEach(settings -> checkFaults(experiment, settings.group(), problems));
    groups.values().forEach(settings -> checkMachine(experiment, settings.group(), problems));
    problems.throwIfAny();
    Design design = design(experiment, groups.values().stream().map(Settings::group).toList());
    checkRotation(experiment, design, groups.values(), problems);
    List<Block> blocks = blocks(experiment, design, groups, problems);
    problems.throwIfAny();
    return new Plan(
        new Subject(
            experiment.name(),
            experiment.question(),
            experiment.system().name().orElse(null),
            experiment.system().workload().map(Workload::tickPackages).orElse(List.of())),
        design,
        experiment.timing(),
        experiment.analysis(),
        groups.values().stream().map(Settings::group).toList(),
        blocks,
        experiment.groups().selection(),
        experiment.templates(),
        safeguards(experiment));
  }

  private Design design(Experiment experiment, List<Group> groups) {
    Experiment.Design asked = experiment.design();
    return new Design(
        asked.seed(),
        asked.sequential().isPresent() && asked.execution() == ExecutionChoice.AUTO
            ? Schedule.roundByRound()
            : Schedule.execution(
                asked.execution(),
                groups.size() * asked.instances(),
                cores,
                Rotatable.obstacle(experiment, groups)),
        asked.instances(),
        asked.sequential().orElse(null));
  }

  private Safeguards safeguards(Experiment experiment) {
    return new Safeguards(
        experiment.design().repeats(),
        experiment.control().map(idle -> CommandLines.control(idle, own)).orElse(List.of()),
        !experiment.cpuSleep());
  }

  /** Costs are compared where all groups have a price, or not at all. */
  private static void checkPrices(Experiment experiment, List<Group> groups, Problems problems) {
    List<String> free =
        groups.stream().filter(group -> group.pricePerHour().isEmpty()).map(Group::name).toList();
    if (!free.isEmpty() && free.size() < groups.size()) {
      problems.add(
          experiment.place(),
          "some groups have a `price_per_hour` and others have none: " + String.join(", ", free),
          "Give every group one; `defaults` serves all that share it.");
    }
  }

  private static void checkRotation(
      Experiment experiment, Design design, Collection<Settings> groups, Problems problems) {
    boolean injects = groups.stream().anyMatch(one -> one.group().faults().isPresent());
    if (injects && design.execution().mode().equals(Schedule.ROTATE)) {
      problems.add(
          experiment.place(),
          "`faults` hit a server while it has its load, and with `execution: rotate` most have"
              + " none",
          "Set `execution: alternate`.");
    }
  }

  private static void checkFaults(Experiment experiment, Group group, Problems problems) {
    Optional<Path> jar = experiment.system().faultsAgent();
    if (group.faults().filter(FaultSettings::needAgent).isPresent()
        && jar.filter(Files::isRegularFile).isEmpty()) {
      problems.add(
          experiment.place(),
          "`faults` of the group `%s` needs an agent that is not there: %s"
              .formatted(group.name(), jar.map(Path::toString).orElse("the lab has no home")),
          "Build it: ./jitterlab does so when its sources are there.");
    }
    group
        .faults()
        .filter(one -> one.method().isEmpty())
        .flatMap(one -> one.kinds().stream().filter(FaultKind::needsMethod).findFirst())
        .ifPresent(
            kind ->
                problems.add(
                    experiment.place(),
                    "`faults` of the group `%s` have the kind `%s`, which happens in a method, and"
                            .formatted(group.name(), kind.word())
                        + " no method is named",
                    "Name one that must not be late, such as `faults: {method:"
                        + " 'com.foo.Game#tick'}`, or remove the kind."));
    boolean throttles =
        group.faults().filter(one -> one.kinds().contains(FaultKind.THROTTLING)).isPresent();
    if (throttles && group.machine().cpuLimit().isEmpty()) {
      problems.add(
          experiment.place(),
          "`faults` of the group `%s` have the kind `%s`, which lowers its CPU limit, and it has none"
              .formatted(group.name(), FaultKind.THROTTLING.word()),
          "Give the group a limit that it does not feel, such as `machine: {cpu_limit: 4}`.");
    }
  }

  private static void checkMachine(Experiment experiment, Group group, Problems problems) {
    if (group.machine().isolated() && group.machine().cpus().isEmpty()) {
      problems.add(
          experiment.place(),
          "`machine` of the group `%s` has `isolated: true` and names no `cpus`"
              .formatted(group.name()),
          "Add the CPUs that are isolated, such as `cpus: 1`.");
    }
  }

  private Settings settings(
      Experiment experiment, Combination combination, Optional<JdkChoice> choice) {
    MergedProperties merged = MergedProperties.of(experiment.groups(), combination);
    Optional<Scalar> named = merged.values().value("jdk").map(Scalar.class::cast);
    Optional<Jdk> found = named.flatMap(jdk -> choice.flatMap(choose -> choose.resolve(jdk)));
    String runs = experiment.system().name().map(_ -> Integer.toString(own.feature())).orElse(null);
    Map<String, String> options = texts(merged.values(), "server");
    Group group =
        new Group(
            combination.name(),
            combination.values(),
            merged.plainValues(),
            origins(merged),
            named.map(Scalar::text).orElse(runs),
            merged.values().value("jvm_arguments").map(Arguments::of).orElse(List.of()),
            options.entrySet().stream()
                .map(option -> "--" + option.getKey() + "=" + option.getValue())
                .toList());
    return new Settings(group, found.orElse(own), options, merged.values());
  }

  private static Map<String, List<String>> origins(MergedProperties merged) {
    Map<String, List<String>> origins = new LinkedHashMap<>();
    merged
        .origins()
        .forEach((path, places) -> origins.put(path, places.stream().map(Place::brief).toList()));
    return origins;
  }

  private List<Block> blocks(
      Experiment experiment, Design design, Map<String, Settings> groups, Problems problems) {
    SystemUnderTest system = experiment.system();
    Optional<ForeignCommands> foreign =
        system
            .foreign()
            .map(server -> new ForeignCommands(server, experiment, design, own, problems));
    Optional<CommandLines> commands = system.workload().map(CommandLines::new);
    List<Block> blocks = new ArrayList<>();
    for (List<Schedule.Slot> slots : Schedule.blocks(design, List.copyOf(groups.keySet()))) {
      int number = blocks.size() + 1;
      long seed = design.seed(Block.round(slots.stream().mapToInt(Schedule.Slot::number)));
      List<Instance> instances =
          slots.stream()
              .map(
                  slot ->
                      foreign
                          .map(lines -> instance(slot, seed, groups.get(slot.group()), lines))
                          .orElseGet(
                              () -> instance(slot, groups.get(slot.group()), system, commands)))
              .toList();
      system.foreign().ifPresent(server -> SharedAddresses.check(server, instances, problems));
      Optional<Load> load =
          commands
              .flatMap(lines -> lines.load(own, system.load(), seed, slots.size()))
              .or(() -> httpLoad(system, seed, slots.size()));
      blocks.add(
          design.execution().mode().equals(Schedule.ROTATE)
              ? rotated(number, instances, load.orElseThrow(), experiment, design)
              : new Block(number, instances, load.orElse(null)));
    }
    return blocks;
  }

  private static Block rotated(
      int number, List<Instance> instances, Load load, Experiment experiment, Design design) {
    return new Block(
        number,
        instances,
        load.inTurns(),
        Rotation.draw(
            experiment.timing().warmupSeconds(),
            experiment.timing().durationSeconds(),
            instances.stream().map(Instance::id).toList(),
            design.seed() + number));
  }

  private Optional<Load> httpLoad(SystemUnderTest system, long seed, int servers) {
    return system
        .foreign()
        .flatMap(ForeignServer::http)
        .map(
            http ->
                CommandLines.load(
                    http.generator(), StartPlaceholders.TARGET, own, system.load(), seed, servers));
  }

  private static Instance instance(
      Schedule.Slot slot, long loadSeed, Settings settings, ForeignCommands commands) {
    Mapping environment =
        settings
            .properties()
            .value("environment")
            .map(Mapping.class::cast)
            .orElse(Mapping.emptyAt(settings.properties().place()));
    return commands.instance(slot, loadSeed, settings.group(), settings.jdk(), environment);
  }

  private static Instance instance(
      Schedule.Slot slot,
      Settings settings,
      SystemUnderTest system,
      Optional<CommandLines> commands) {
    List<String> jvmArguments = new ArrayList<>(settings.group().jvmArguments());
    InjectingAgent.argument(system, slot, settings.group()).ifPresent(jvmArguments::add);
    List<String> command = new ArrayList<>();
    commands.ifPresent(lines -> command.addAll(settings.group().machine().prefix()));
    command.addAll(
        commands
            .map(
                lines ->
                    lines.server(
                        settings.jdk(),
                        jvmArguments,
                        settings.options(),
                        settings.group().recording(),
                        texts(settings.properties(), "environment")))
            .orElse(List.of()));
    return new Instance(
        slot.group() + "/" + slot.number(),
        slot.group(),
        slot.number(),
        command,
        null,
        system.ticks() ? null : true,
        system.fillsCpus() ? true : null);
  }

  /** The validated texts of a mapping, in the order in which they were set. */
  private static Map<String, String> texts(Mapping properties, String key) {
    return properties.value(key).map(Mapping.class::cast).map(Mapping::texts).orElse(Map.of());
  }
}

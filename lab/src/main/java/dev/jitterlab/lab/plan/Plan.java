package dev.jitterlab.lab.plan;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.collector.RecordingSettings;
import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.experiment.GroupSelection;
import dev.jitterlab.lab.experiment.Template;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.workload.ForeignServer.TickSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a run will do, decided before anything starts; written as {@code plan.json}, in which the
 * parts' keys stand beside one another.
 *
 * <p>The same experiment file, seed and machine give the same plan, byte for byte: there is no
 * time, no port and no run directory in it. File names in command lines are relative to the
 * process's own folder in the run directory.
 *
 * @param subject what is examined, and why
 * @param design the order, what runs at the same time, and how often
 * @param timing how long a block's phases last
 * @param analysis what is compared with what
 * @param groups every group, in the order of the Cartesian product
 * @param blocks what runs at the same time, in order
 * @param selection how the groups differ from the Cartesian product
 * @param templates what is rendered for groups and instances
 * @param safeguards what is done so that the trial can be believed
 */
public record Plan(
    @JsonUnwrapped Subject subject,
    @JsonUnwrapped Design design,
    @JsonUnwrapped Timing timing,
    @JsonUnwrapped Analysis analysis,
    List<Group> groups,
    List<Block> blocks,
    GroupSelection selection,
    List<Template> templates,
    Safeguards safeguards) {
  /** Takes it as it is; older plans lack what came later. */
  public Plan {
    templates = templates == null ? List.of() : List.copyOf(templates);
    safeguards = safeguards == null ? Safeguards.NONE : safeguards;
    selection = selection == null ? GroupSelection.WHOLE : selection;
  }

  /**
   * One test group: one combination of the variables' values.
   *
   * @param name unique, usable as a folder's name: the values joined by a hyphen
   * @param variables variable name to value, in the file's order
   * @param properties the merged properties, in the order in which they were set
   * @param origins property path (such as {@code jvm_arguments.memory}) to the places that set it,
   *     the winning one last, such as {@code scheduler.yaml:12}
   * @param jdk the JDK as the file names it, such as {@code 25}
   * @param jvmArguments flags for the JVM, in order
   * @param serverArguments the arguments of the server's main class that differ from the workload's
   *     own, in order
   */
  public record Group(
      String name,
      Map<String, String> variables,
      Map<String, Object> properties,
      Map<String, List<String>> origins,
      String jdk,
      List<String> jvmArguments,
      List<String> serverArguments) {
    /** What an hour of one of its servers costs; the currency is the author's. */
    public Optional<Double> pricePerHour() {
      return Optional.ofNullable(properties.get("price_per_hour"))
          .map(price -> Double.valueOf(price.toString()));
    }

    /** What its servers ask of the machine. */
    public MachineSettings machine() {
      return MachineSettings.of(
          properties.get("machine") instanceof Map<?, ?> asked ? asked : Map.of());
    }

    /** What the lab records of its servers. */
    public RecordingSettings recording() {
      return RecordingSettings.of(
          properties.get("recording") instanceof Map<?, ?> some ? some : Map.of());
    }

    /** What is injected into its servers; empty where nothing is. */
    public Optional<FaultSettings> faults() {
      return properties.get("faults") instanceof Map<?, ?> asked
          ? Optional.of(FaultSettings.of(asked, machine().cpuLimit().isPresent()))
          : Optional.empty();
    }

    /**
     * Whether its servers keep all processors busy by themselves, so that the group is about it.
     */
    public boolean keepsMachineBusy() {
      return raisesItsLoad()
          || serverArguments.contains(BUSY)
          || serverArguments.stream()
              .anyMatch(
                  argument -> argument.startsWith(STRESS) && !argument.equals(STRESS + "none"));
    }

    /** Whether its servers raise their load by themselves, until they no longer keep up. */
    public boolean raisesItsLoad() {
      return serverArguments.stream().anyMatch(RAISED::contains);
    }
  }

  /**
   * What runs at the same time.
   *
   * @param number from 1
   * @param instances the servers, in the order in which they are started
   * @param load the one load process that serves all of them; null in a plan without workload, and
   *     where the workload has no load generator, or a foreign one for each server
   * @param rotation how the load goes from server to server; null where all have it at once
   */
  public record Block(int number, List<Instance> instances, Load load, Rotation rotation) {
    /** A block whose servers all have their load at once. */
    public Block(int number, List<Instance> instances, Load load) {
      this(number, instances, load, null);
    }

    /**
     * The round that it belongs to, from 1: the number of its instances, or the first where all run
     * at once.
     */
    public int round() {
      return round(instances.stream().mapToInt(Instance::number));
    }

    /** The round of a block whose instances have these numbers. */
    static int round(IntStream numbers) {
      return numbers.min().orElseThrow();
    }

    /** The block without the instances of those groups. */
    public Block without(Set<String> groups) {
      return new Block(
          number,
          instances.stream().filter(i -> !groups.contains(i.group())).toList(),
          load,
          rotation == null ? null : rotation.without(groups));
    }

    /** How long its warm-up takes, at most. */
    public double warmupSeconds(Timing timing) {
      return rotation == null ? timing.warmupSeconds() : rotation.warmupSeconds();
    }

    /** How long it takes to measure its servers. */
    public double measuredSeconds(Timing timing) {
      return rotation == null ? timing.durationSeconds() : rotation.measuredSeconds();
    }

    /** The id of the load process that is for this instance alone. */
    public String externalLoadId(Instance instance) {
      return "load/" + number + "/" + instance.id();
    }

    /** By what it is told, after the run, whether an instance was steady. */
    public SteadySeries steadySeries(Instance instance) {
      return instance.ticks() ? SteadySeries.EXECUTION : steadySeriesWithoutTicks();
    }

    /** The same while it runs: of a flight recording nothing is known then. */
    public SteadySeries growingSeries(Instance instance) {
      return instance.ticksByEvent() ? steadySeriesWithoutTicks() : steadySeries(instance);
    }

    private SteadySeries steadySeriesWithoutTicks() {
      return load == null ? SteadySeries.CPU : SteadySeries.RESPONSE;
    }
  }

  /**
   * One server process.
   *
   * @param id {@code group/number}; also its folder below {@code groups/}
   * @param group the group's name
   * @param number from 1, within the group
   * @param command the whole command line
   * @param foreign what must be known of a server that is none of Jitterlab's own, whose command
   *     line has {@link StartPlaceholders}; null for those of {@code workloads/}
   * @param withoutTicks true for a server of {@code workloads/} that measures no ticks; else null
   * @param fillsCpus true for a server that keeps all CPUs busy on purpose; else null
   */
  public record Instance(
      String id,
      String group,
      int number,
      List<String> command,
      Foreign foreign,
      Boolean withoutTicks,
      Boolean fillsCpus) {
    /** An instance that does not fill the CPUs; one of {@code workloads/} has ticks. */
    public Instance(String id, String group, int number, List<String> command, Foreign foreign) {
      this(id, group, number, command, foreign, null, null);
    }

    /** Whether it measures ticks. */
    public boolean ticks() {
      return foreign == null ? withoutTicks == null : foreign.ticks() != null;
    }

    /** Whether it keeps all CPUs busy on purpose, whatever its options are. */
    public boolean keepsCpusBusy() {
      return fillsCpus != null;
    }

    /** Whether its ticks are events of its flight recording. */
    public boolean ticksByEvent() {
      return foreign != null
          && foreign.ticks() != null
          && foreign.ticks().source() == TickSource.EVENT;
    }

    /** Whether a command that is none of Jitterlab's own loads it. */
    public boolean hasExternalLoad() {
      return foreign != null && !foreign.load().isEmpty();
    }
  }

  /**
   * One load process; its folder is {@code load/<block number>}.
   *
   * @param endpoint which of the endpoints that a server announces the load is pointed at, such as
   *     {@code udp}
   * @param command the command line without the targets, which are known only when the servers are
   *     ready; for each {@code --target=<id>=<endpoint>} is appended, with the instance's id and
   *     the address of its endpoint
   */
  public record Load(String endpoint, List<String> command) {
    /** Part of the contract of load generators. */
    private static final String IN_TURNS = "--turns";

    /** The same; it loads those servers alone that it is told. */
    Load inTurns() {
      return new Load(endpoint, Stream.concat(command.stream(), Stream.of(IN_TURNS)).toList());
    }
  }

  /** How a server is asked to keep the machine busy; part of the contract of workloads. */
  private static final String STRESS = "--stress=";

  private static final String BUSY = "--load=busy";
  private static final Set<String> RAISED = Set.of("--load=auto", "--load=search");

  /**
   * The plan as far as it could run: without those groups, their instances, and the blocks that are
   * empty then. If the baseline is among them, the first group that is left takes its place.
   */
  public Plan without(Set<String> skipped) {
    if (skipped.isEmpty()) {
      return this;
    }
    List<Group> left = groups.stream().filter(g -> !skipped.contains(g.name())).toList();
    String baseline = analysis.baseline();
    String calibration = analysis.calibration();
    boolean lost = skipped.contains(baseline);
    return with(
        design,
        analysis.with(
            lost && !left.isEmpty() ? left.getFirst().name() : baseline,
            calibration == null || lost || skipped.contains(calibration) ? null : calibration),
        left,
        blocks.stream()
            .map(block -> block.without(skipped))
            .filter(block -> !block.instances().isEmpty())
            .toList());
  }

  private Plan with(Design made, Analysis asked, List<Group> someGroups, List<Block> someBlocks) {
    return new Plan(
        subject, made, timing, asked, someGroups, someBlocks, selection, templates, safeguards);
  }

  /**
   * The plan as if it had those blocks only; a group then has as many instances as the one that has
   * the fewest in them.
   */
  public Plan only(Set<Integer> numbers) {
    List<Block> some = blocks.stream().filter(block -> numbers.contains(block.number())).toList();
    Plan part = with(design, analysis, groups, some);
    long fewest =
        groups.stream().mapToLong(group -> part.instances(group.name()).count()).min().orElse(0);
    return with(design.with((int) fewest), analysis, groups, some);
  }

  /** What of it could run on this machine, and was to, as far as that is known by now. */
  public Plan ran(RunState state) {
    Plan possible = without(state.skippedGroups());
    return state.stop().isEmpty() ? possible : possible.only(state.finishedNumbers());
  }

  /**
   * How many rounds are whole: those of which all blocks have finished. A round has one instance of
   * every group.
   *
   * @param finished the numbers of the finished blocks
   */
  public int rounds(Set<Integer> finished) {
    Set<Integer> begun = new TreeSet<>();
    Set<Integer> open = new TreeSet<>();
    for (Block block : blocks) {
      Set<Integer> rounds = finished.contains(block.number()) ? begun : open;
      block.instances().forEach(instance -> rounds.add(instance.number()));
    }
    begun.removeAll(open);
    return begun.size();
  }

  /** How many blocks a round has. */
  public int blocksPerRound() {
    return (int)
        blocks.stream()
            .filter(block -> block.instances().stream().anyMatch(one -> one.number() == 1))
            .count();
  }

  /** What of it has still to be measured, in its order, each block from its start. */
  public List<Block> remaining(RunState state) {
    Set<Integer> finished = state.finishedNumbers();
    return ran(state).blocks().stream().filter(b -> !finished.contains(b.number())).toList();
  }

  /** Whether faults are injected into the servers of some group. */
  public boolean injectsFaults() {
    return groups.stream().anyMatch(group -> group.properties().get("faults") instanceof Map<?, ?>);
  }

  /** Whether load processes of Jitterlab's own run. */
  public boolean hasLoad() {
    return blocks.stream().anyMatch(block -> block.load() != null);
  }

  /** Whether load processes run that are none of Jitterlab's own. */
  public boolean hasExternalLoad() {
    return instances().anyMatch(Instance::hasExternalLoad);
  }

  /** Whether its servers measure ticks. */
  public boolean hasTicks() {
    return instances().allMatch(Instance::ticks);
  }

  /** By what it is told, while they run, whether its servers are steady; mostly one. */
  public List<SteadySeries> growingSeries() {
    return blocks.stream()
        .flatMap(block -> block.instances().stream().map(block::growingSeries))
        .distinct()
        .toList();
  }

  /** All servers, in the order of the blocks. */
  public Stream<Instance> instances() {
    return blocks.stream().flatMap(block -> block.instances().stream());
  }

  /** Those of a group. */
  public Stream<Instance> instances(String group) {
    return instances().filter(instance -> instance.group().equals(group));
  }

  /** The groups that the experiment is about: not the one that repeats the baseline. */
  public List<Group> contestants() {
    return groups.stream().filter(g -> !g.name().equals(analysis.calibration())).toList();
  }

  /** The group of that name. */
  public Group group(String name) {
    return groups.stream().filter(g -> g.name().equals(name)).findFirst().orElseThrow();
  }
}

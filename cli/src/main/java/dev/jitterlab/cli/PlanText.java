package dev.jitterlab.cli;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.experiment.GroupSelection;
import dev.jitterlab.lab.experiment.Sequential;
import dev.jitterlab.lab.experiment.Template;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Design;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Plan.Block;
import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.plan.Plan.Instance;
import dev.jitterlab.lab.plan.PlanWarnings;
import dev.jitterlab.lab.plan.Rotation;
import dev.jitterlab.lab.plan.RunTime;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.plan.Subject;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.statistics.PairFamily;
import dev.jitterlab.lab.statistics.Power;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A plan for people: groups, settings with their origins, schedule, command lines. */
final class PlanText {
  private static final String INDENT = "  ";
  private static final double[] SPREADS = {0.05, 0.1, 0.3};

  private final Plan plan;
  private final Terminal terminal;
  private final StringBuilder text = new StringBuilder();

  PlanText(Plan plan, Terminal terminal) {
    this.plan = plan;
    this.terminal = terminal;
  }

  String render() {
    head();
    groups();
    settings();
    schedule();
    commandLines();
    return text.toString();
  }

  private void head() {
    Subject subject = plan.subject();
    fact("Experiment", subject.experiment());
    if (!subject.question().isBlank()) {
      fact("Question", subject.question());
    }
    fact(
        "Workload",
        Objects.requireNonNullElse(subject.workload(), "none: can be planned, not run"));
    Design design = plan.design();
    fact("Seed", Long.toString(design.seed()));
    fact("Baseline", plan.analysis().baseline());
    fact("Verdict on", plan.analysis().primaryMetric());
    fact("Servers", servers(design));
    fact("Execution", design.execution().mode() + ": " + design.execution().why());
    Timing timing = plan.timing();
    fact(
        "Run time",
        "%s %s%s: %s, each with %s of warm-up%s and %s of measurement%s"
            .formatted(
                timing.warmupUntilSteady() ? "at most about" : "about",
                duration(plan),
                atMost(),
                blocks(),
                (timing.warmupUntilSteady() ? "at most " : "")
                    + Units.duration(timing.warmupSeconds()),
                timing.warmupUntilSteady()
                    ? ", until all its servers are steady (judged by %s),"
                        .formatted(SteadySeries.words(plan.growingSeries()))
                    : "",
                Units.duration(timing.durationSeconds()),
                plan.blocks().getFirst().rotation() == null ? "" : " of each server"));
    if (!plan.templates().isEmpty()) {
      fact(
          "Templates",
          plan.templates().stream().map(Template::file).collect(Collectors.joining(", ")));
    }
    sensitivity(plan).ifPresent(words -> fact("Can show", words));
    PlanWarnings.of(plan).forEach(words -> fact("Warning", words));
  }

  private String servers(Design design) {
    int groups = plan.groups().size();
    if (!design.endsWhenDecided()) {
      return "%s × %s = %d"
          .formatted(
              count(groups, "group"),
              count(design.instancesPerGroup(), "instance"),
              groups * design.instancesPerGroup());
    }
    Sequential sequential = design.sequential();
    return "%s × %d to %s, until decided = %d to %d"
        .formatted(
            count(groups, "group"),
            sequential.atLeast(),
            count(sequential.atMost(), "instance"),
            groups * sequential.atLeast(),
            groups * sequential.atMost());
  }

  private String blocks() {
    Design design = plan.design();
    return design.endsWhenDecided()
        ? "%d to %s until decided"
            .formatted(
                design.sequential().atLeast() * plan.blocksPerRound(),
                count(plan.blocks().size(), "block"))
        : count(plan.blocks().size(), "block");
  }

  private static String duration(Plan plan) {
    String most = Units.duration(RunTime.estimateSeconds(plan));
    return plan.design().endsWhenDecided()
        ? Units.duration(RunTime.estimateSecondsAtLeast(plan)) + " to " + most
        : most;
  }

  /** How long a run will take and what it can show, for who starts it. */
  static String outlook(Plan plan) {
    return "takes about "
        + duration(plan)
        + (plan.design().endsWhenDecided() ? " and ends when it is decided" : "")
        + sensitivity(plan).map(words -> "; finds " + words).orElse("");
  }

  private String atMost() {
    int repeats = plan.safeguards().repeats();
    return repeats == 0
        ? ""
        : ", at most %s if %s measured again"
            .formatted(
                Units.duration(RunTime.estimateSecondsAtMost(plan)),
                repeats == 1 ? "a round is" : repeats + " rounds are");
  }

  /** How much the instances will differ is not known before they have run. */
  private static Optional<String> sensitivity(Plan plan) {
    Design design = plan.design();
    int groups = plan.contestants().size();
    if (groups < 2 || design.instancesPerGroup() < 2) {
      return Optional.empty();
    }
    boolean isPaired = design.isPaired();
    double level = design.levelOfPower(RatioEstimate.LEVEL * PairFamily.baselineShare(groups));
    double extra =
        Metrics.with(plan.analysis().metrics())
            .primary(plan.analysis().primaryMetric())
            .extraSpread();
    return Optional.of(
        "in 4 of 5 runs a ratio to the baseline of "
            + Arrays.stream(SPREADS)
                .mapToObj(
                    spread ->
                        Units.number(
                                Power.smallestRatio(
                                    design.instancesPerGroup(), spread * extra, isPaired, level))
                            + " if "
                            + (isPaired ? "it varies" : "servers of a group vary")
                            + " by "
                            + Units.share(spread))
                .collect(Collectors.joining(", "))
            + (isPaired ? " from round to round" : ""));
  }

  private void fact(String name, String value) {
    String label = (name + " ".repeat(12)).substring(0, 12);
    String start = terminal.bold(label);
    for (String line : TextWrap.lines(value, terminal.width() - label.length())) {
      styled(start + terminal.shown(line));
      start = " ".repeat(label.length());
    }
  }

  private void groups() {
    title("Groups");
    List<String> variables = List.copyOf(plan.groups().getFirst().variables().keySet());
    List<List<String>> rows = new ArrayList<>();
    rows.add(cells("group", variables, ""));
    for (Group group : plan.groups()) {
      rows.add(cells(group.name(), values(variables, group.variables()), remark(group)));
    }
    table(rows);
    excluded(variables);
  }

  private String remark(Group group) {
    String included = plan.selection().included().get(group.name());
    return Stream.of(
            group.name().equals(plan.analysis().baseline()) ? "baseline" : "",
            included == null ? "" : "included by " + included)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private void excluded(List<String> variables) {
    if (plan.selection().excluded().isEmpty()) {
      return;
    }
    title("Excluded");
    List<List<String>> rows = new ArrayList<>();
    rows.add(cells("combination", variables, "by"));
    for (GroupSelection.Excluded out : plan.selection().excluded()) {
      rows.add(
          cells(out.name(), values(variables, out.variables()), String.join(", ", out.lines())));
    }
    table(rows);
  }

  private static List<String> values(List<String> variables, Map<String, String> values) {
    return variables.stream().map(values::get).toList();
  }

  private static List<String> cells(String first, List<String> middle, String last) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(middle);
    cells.add(last);
    return cells;
  }

  /** A table whose first row is the head. */
  private void table(List<List<String>> rows) {
    Table table = Table.plain("l".repeat(rows.getFirst().size()), rows.getFirst());
    rows.stream().skip(1).forEach(table::row);
    table.lines(terminal).forEach(line -> styled(INDENT + line));
  }

  private void settings() {
    SequencedSet<PropertyLine> common =
        new LinkedHashSet<>(PropertyLine.of(plan.groups().getFirst()));
    plan.groups().forEach(group -> common.retainAll(PropertyLine.of(group)));
    if (!common.isEmpty()) {
      title(plan.groups().size() == 1 ? "Settings" : "Settings of all groups");
      settings(List.copyOf(common));
    }
    for (Group group : plan.groups()) {
      List<PropertyLine> own =
          PropertyLine.of(group).stream().filter(setting -> !common.contains(setting)).toList();
      if (!own.isEmpty()) {
        title("Settings of " + group.name());
        settings(own);
      }
    }
  }

  private void settings(List<PropertyLine> settings) {
    List<List<String>> rows = new ArrayList<>(List.of(List.of("property", "value", "set in")));
    settings.forEach(one -> rows.add(List.of(one.path(), one.value(), one.origin())));
    table(rows);
  }

  private void schedule() {
    title("Schedule");
    for (Block block : plan.blocks()) {
      List<String> ids = block.instances().stream().map(Instance::id).toList();
      String start = "%sblock %-4d".formatted(INDENT, block.number());
      for (String line : TextWrap.words(ids, terminal.width() - start.length())) {
        line(start + line);
        start = " ".repeat(start.length());
      }
      if (block.rotation() != null) {
        turns(block.rotation());
      }
    }
  }

  private void turns(Rotation rotation) {
    rotation.warmup().forEach(round -> turns("warm-up", round, 0));
    rotation.rounds().forEach(round -> turns("measured", round, rotation.guardSeconds()));
  }

  private void turns(String what, Rotation.Round round, int guardSeconds) {
    String start =
        "%s%-9s %d s%s: "
            .formatted(
                INDENT + INDENT,
                what,
                round.seconds(),
                guardSeconds == 0 ? " each" : " each, guards of %d s".formatted(guardSeconds));
    for (String line : TextWrap.words(round.order(), terminal.width() - start.length())) {
      line(start + line);
      start = " ".repeat(start.length());
    }
  }

  private void commandLines() {
    if (plan.subject().workload() == null) {
      for (Group group : plan.groups()) {
        if (!group.jvmArguments().isEmpty()) {
          title("JVM arguments of " + group.name());
          command(group.jvmArguments());
        }
      }
      return;
    }
    Map<String, List<String>> commands =
        plan.blocks().stream()
            .flatMap(block -> block.instances().stream())
            .collect(Collectors.toMap(Instance::group, Instance::command, (first, _) -> first));
    for (Group group : plan.groups()) {
      title("Command line of " + group.name() + group.machine().limits());
      command(commands.get(group.name()));
    }
    foreign();
    if (!plan.hasLoad()) {
      return;
    }
    title("Command line of the load (in block 1; the seed counts up, targets are appended)");
    command(plan.blocks().getFirst().load().command());
  }

  /** What the lab knows of a server that is none of Jitterlab's own, and from where. */
  private void foreign() {
    List<Instance> first = plan.blocks().getFirst().instances();
    if (first.getFirst().foreign() == null) {
      return;
    }
    plan.blocks().forEach(this::externalLoads);
    title("The server");
    List<List<String>> rows = new ArrayList<>(List.of(List.of("of the server", "value", "set in")));
    rows.addAll(ForeignText.rows(first.getFirst().foreign()));
    table(rows);
    line(INDENT + "Known only when a process starts, and then in its process.json:");
    line(INDENT + "${port}, ${port.…}, ${directory}, ${target}");
  }

  /** Of the first server of each group, which may be in a block of its own. */
  private void externalLoads(Block block) {
    for (Instance instance : block.instances()) {
      if (instance.number() == 1 && instance.hasExternalLoad()) {
        title(
            "Command line of the load of %s (in block %d)"
                .formatted(instance.group(), block.number()));
        command(instance.foreign().load());
      }
    }
  }

  private void command(List<String> command) {
    List<String> words = command.stream().map(ShellWord::of).toList();
    List<String> lines = TextWrap.words(words, terminal.width() - 2 * INDENT.length() - 2);
    for (int i = 0; i < lines.size(); i++) {
      String indent = i == 0 ? INDENT : INDENT + INDENT;
      line(indent + lines.get(i) + (i < lines.size() - 1 ? " \\" : ""));
    }
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private void title(String title) {
    line("");
    styled(terminal.bold(terminal.shown(title)));
  }

  private void line(String line) {
    styled(terminal.shown(line));
  }

  /** Adds a line as it is: what the terminal cannot show has been replaced before it was styled. */
  private void styled(String line) {
    text.append(line).append('\n');
  }
}

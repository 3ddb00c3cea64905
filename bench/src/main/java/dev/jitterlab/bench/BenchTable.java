package dev.jitterlab.bench;

import dev.jitterlab.bench.BenchResult.Row;
import dev.jitterlab.bench.BenchResult.Spread;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a bench as text, a table for each scenario. Where the terminal is too narrow, the
 * columns that tell least are left out, and named. Not thread-safe.
 */
public final class BenchTable {
  /** What the compilers of a JVM in steady state take of a core (docs/measurements/ticks.md). */
  private static final double STEADY_COMPILERS = 0.01;

  /** How long a fast machine's compilers need. */
  private static final int LEAST_WARMUP_SECONDS = 12;

  private static final String COMPILERS = ThreadRole.COMPILERS.name().toLowerCase(Locale.ROOT);

  private final BenchResult result;
  private final BenchText text;

  private BenchTable(BenchResult result, Terminal terminal) {
    this.result = result;
    this.text = new BenchText(terminal);
  }

  /** Renders the outcome; lines with a line feed at the end of each. */
  public static String render(BenchResult result, Terminal terminal) {
    return new BenchTable(result, terminal).render();
  }

  private String render() {
    if (result.rows().stream().noneMatch(row -> row.scheduler().equals(CyclictestContender.NAME))) {
      // First, since it takes the meaning from most of the columns.
      text.warning(
          "Without cyclictest there is no control: the figures hold only for this machine at this"
              + " time.");
    }
    Map<String, List<Row>> byScenario =
        result.rows().stream()
            .collect(Collectors.groupingBy(Row::scenario, LinkedHashMap::new, Collectors.toList()));
    Map<String, Table> tables = new LinkedHashMap<>();
    byScenario.forEach((scenario, rows) -> tables.put(scenario, table(rows)));
    List<String> leftOut = text.tables(tables);
    result.causes().forEach(this::append);
    text.gap();
    legend(leftOut).forEach(text::line);
    return text.toString();
  }

  private void append(TickCauses causes) {
    text.title("late ticks of " + causes.contender() + ", " + causes.scenario());
    Table table =
        Table.of("")
            .text("cause")
            .number("late")
            .number("share")
            .number("highest")
            .number("by chance")
            .number("every");
    for (TickCauses.Share share : causes.shares()) {
      table.row(
          List.of(
              share.cause().text(),
              Units.count(share.late()),
              Units.share((double) share.late() / causes.late()),
              Units.seconds(share.highestDriftSeconds()),
              share.timeRatio() == null ? Units.NONE : Units.share(share.timeRatio()),
              share.rhythm().map(rhythm -> Units.seconds(rhythm.seconds())).orElse(Units.NONE)));
    }
    text.table(table);
    text.sentence(
        "%s of %s ticks started late (%s); another worker ran %s of them; methods compiled by C2: %s"
            .formatted(
                Units.count(causes.late()),
                Units.count(causes.ticks()),
                Units.share((double) causes.late() / Math.max(1, causes.ticks())),
                Units.count(causes.takenOver()),
                Units.count(causes.compilations())));
    if (causes.notKept() > 0) {
      text.line("ticks that the trace had no room for: " + Units.count(causes.notKept()));
    }
  }

  /** With the same columns for all scenarios, so that the tables can be compared. */
  private Table table(List<Row> rows) {
    boolean overloads =
        result.rows().stream().anyMatch(row -> row.scenario().equals(TickScenario.OVERLOAD));
    Table table =
        Table.of("")
            .text("drift of")
            .number("p50")
            .number("p90")
            .rank(6)
            .number("p99")
            .number("p99.9")
            .rank(5)
            .number("max")
            .rank(3)
            .number("missed")
            .rank(2);
    if (overloads) {
      table.number("missed by task").rank(1);
    }
    table.number("CPU").number("switches/s").rank(4);
    for (String control : controls()) {
      table.number("p99 / " + control).rank(rank(control));
    }
    for (Row row : rows) {
      table.row(cells(who(row), row, overloads));
      for (BenchResult.Session session : result.sessions()) {
        session.rows().stream()
            .filter(one -> isOfTheSame(one, row))
            .forEach(one -> table.row(cells("  " + text(session), one, overloads)));
      }
    }
    return table;
  }

  private static boolean isOfTheSame(Row one, Row other) {
    return Stream.<Function<Row, Object>>of(
            Row::scenario,
            Row::scheduler,
            Row::waiting,
            Row::policy,
            Row::pinned,
            Row::compilerNice,
            Row::zgc)
        .allMatch(what -> Objects.equals(what.apply(one), what.apply(other)));
  }

  /** Such as {@code 2026-11-26 20:31, 5 rounds}. */
  private static String text(BenchResult.Session session) {
    return "%s, %s"
        .formatted(
            session.startedAt().substring(0, "2026-11-26T20:31".length()).replace('T', ' '),
            session.rounds() == 1 ? "1 round" : session.rounds() + " rounds");
  }

  private static int rank(String control) {
    return switch (control) {
      case CyclictestContender.NAME -> 0;
      case FloorContender.NAME -> 1;
      default -> 7;
    };
  }

  private List<String> cells(String who, Row row, boolean overloads) {
    List<String> cells = new ArrayList<>(List.of(who));
    var drift = row.driftSeconds();
    Stream.of(drift.p50(), drift.p90(), drift.p99(), drift.p999(), drift.max())
        .forEach(seconds -> cells.add(Units.seconds(seconds)));
    cells.add(Units.count(row.missed()));
    if (overloads) {
      cells.add(missRates(row));
    }
    cells.add(Units.share(row.cpuCores()));
    cells.add(Units.count(Math.round(row.contextSwitchesPerSecond())));
    controls().forEach(control -> cells.add(ratio(row, control)));
    return cells;
  }

  /** The scheduler; where it has several rows, also what tells them apart. */
  private String who(Row row) {
    List<Row> sameScheduler =
        result.rows().stream()
            .filter(other -> other.scenario().equals(row.scenario()))
            .filter(other -> other.scheduler().equals(row.scheduler()))
            .toList();
    StringBuilder who = new StringBuilder(row.scheduler());
    if (sameScheduler.stream().map(Row::waiting).distinct().count() > 1) {
      who.append(", ").append(row.waiting());
    }
    if (sameScheduler.stream().map(Row::policy).distinct().count() > 1) {
      who.append(", ").append(row.policy().substring("SCHED_".length()));
    }
    if (row.pinned()) {
      who.append(", pinned");
    }
    if (row.compilerNice() != null) {
      who.append(", compilers at nice ").append(row.compilerNice());
    }
    if (row.zgc()) {
      who.append(", ZGC");
    }
    return who.toString();
  }

  private static String missRates(Row row) {
    return row.missRates() == null
        ? Units.NONE
        : Units.share(row.missRates().lowest()) + "–" + Units.share(row.missRates().highest());
  }

  /** The controls that any row was compared with. */
  private List<String> controls() {
    Set<String> compared =
        result.rows().stream()
            .flatMap(row -> row.ratioTo().keySet().stream())
            .collect(Collectors.toSet());
    return BenchResult.CONTROLS.stream().filter(compared::contains).toList();
  }

  private String ratio(Row row, String control) {
    BenchResult.Ratios ratios = row.ratioTo().get(control);
    if (ratios == null || ratios.p99() == null) {
      return Units.NONE;
    }
    Spread p99 = ratios.p99();
    if (p99.low() != null && p99.high() == null) { // the control had no drift in some rounds
      return "%s [≥ %s]".formatted(Units.number(p99.median()), Units.number(p99.low()));
    }
    return result.rounds() == 1 || p99.low() != null
        ? BenchText.interval(p99.median(), p99.low(), p99.high())
        : "%s (%s–%s)"
            .formatted(
                Units.number(p99.median()),
                Units.number(p99.lowest()),
                p99.highest() == null ? "" : Units.number(p99.highest()));
  }

  /** Which view of a JVM the table has, by what the compilers took; empty without a JVM. */
  private Optional<String> steadiness() {
    OptionalDouble compilers =
        result.rows().stream()
            .map(row -> row.threadsPerSecond().get(COMPILERS))
            .filter(Objects::nonNull)
            .mapToDouble(ThreadRole.Time::cpuSeconds)
            .max();
    if (compilers.isEmpty()) {
      return Optional.empty();
    }
    String most = Units.share(compilers.getAsDouble());
    return Optional.of(
        compilers.getAsDouble() <= STEADY_COMPILERS
            ? "this is a JVM in steady state: its compilers took at most " + most + " of a core"
            : "this is the start-up of a JVM: its compilers took up to %s of a core; try --warmup %d"
                .formatted(most, Math.max(LEAST_WARMUP_SECONDS, 2 * result.warmupSeconds())));
  }

  /** What contenders do with late periods where there are more than the cores can run. */
  private Optional<String> latePolicy() {
    List<String> overloaded =
        result.rows().stream()
            .filter(row -> row.scenario().equals(TickScenario.OVERLOAD))
            .map(Row::scheduler)
            .distinct()
            .toList();
    List<String> peers =
        overloaded.stream()
            .filter(name -> !name.equals(FloorContender.NAME))
            .filter(name -> !name.equals(CyclictestContender.NAME))
            .filter(name -> !ServerContender.isOfTheLibrary(name))
            .toList();
    return overloaded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            peers.isEmpty()
                ? "overload: late periods are skipped"
                : "overload: late periods are skipped; not by these, which catch up: "
                    + String.join(", ", peers));
  }

  private List<String> legend(List<String> missing) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "drift: start − schedule; rounds: %d, measured %d s in each after a warm-up of %d s"
            .formatted(result.rounds(), result.secondsPerRound(), result.warmupSeconds()));
    steadiness().ifPresent(lines::add);
    latePolicy().ifPresent(lines::add);
    if (!result.sessions().isEmpty()) {
      lines.add("below each row: the same of each session (UTC)");
    }
    Boolean cpuSleep = result.environment().cpuSleep();
    if (cpuSleep != null) {
      lines.add(
          cpuSleep
              ? "idle CPUs went to sleep, and ticks waited until one woke up; root keeps them awake"
              : "idle CPUs were kept awake");
    }
    SpinGaps stalls = result.machineStalls();
    lines.add(
        "the machine itself: threads that only spin lose %s of their time, at worst %s at once;"
            .formatted(Units.share(stalls.lostRatio()), Units.seconds(stalls.longestSeconds())));
    lines.add(
        "a core stalls for over 0.5 ms %s times a second"
            .formatted(Units.number(stalls.over500usPerSecond())));
    if (result.rounds() >= MedianInterval.LEAST_ROUNDS) {
      lines.add("ratios: median of the rounds [its 95 % interval]");
      if (result.sessions().stream().anyMatch(one -> one.rounds() < MedianInterval.LEAST_ROUNDS)) {
        lines.add("ratios of fewer than six rounds: median (lowest–highest) of the rounds");
      }
    } else if (result.rounds() > 1) {
      lines.add("ratios: median (lowest–highest) of the rounds; from six rounds on an interval");
    }
    if (!missing.isEmpty()) {
      lines.add("too narrow for: " + String.join(", ", missing) + " (--format json has all)");
    }
    for (BenchResult.Failure failure : result.leftOut()) {
      lines.add(
          "left out: %s in %s, because it failed in round %d: %s"
              .formatted(
                  failure.contender(), failure.scenario(), failure.round(), failure.reason()));
    }
    lines.addAll(result.notes());
    return lines;
  }
}

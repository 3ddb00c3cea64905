package dev.jitterlab.lab.report.page;

import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.AllRequests;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.data.GroupResponses;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportData.GroupTimeline;
import dev.jitterlab.lab.report.data.StepOutcomes;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which share of the requests took longer than some times, of all requests and of each step; and
 * what became of the requests of each step. A request without a right answer took longer than any
 * time, as in all other tables of response times.
 */
final class SlowRequestsSection {
  static final Section SECTION =
      Section.of(
              "slow-requests",
              "Slow requests",
              SlowRequestsSection::lead,
              SlowRequestsSection::write)
          .where(
              data ->
                  hasOutcomes(data)
                      || data.timelines().stream()
                          .anyMatch(group -> !group.responses().all().isEmpty()));

  private static final List<Double> THRESHOLDS_SECONDS = List.of(0.05, 0.1, 0.25, 1.0);
  private static final String PROMISE = "--slo=";
  private static final double NS_PER_SECOND = 1e9;

  private SlowRequestsSection() {}

  private static String lead(ReportData data) {
    return "The share of the requests that took longer than each of these times, with their"
        + " number. A request that was refused, failed or got a wrong answer counts as slower than"
        + " any of them; one that was still out at the end counts as what it had waited. A share"
        + " that may be higher for that reason is marked with ≥. Bars can"
        + " be compared down a column, not across."
        + (steps(data).isEmpty()
            ? ""
            : " One table for all requests, and one for each step of the load’s journeys.")
        + (hasOutcomes(data)
            ? " The last table shows what happened to the requests of each step. A request that"
                + " failed ends its journey. A number is marked with ≥ if the load lost part of"
                + " its counts."
            : "");
  }

  private static void write(Html html, ReportData data) {
    table("All requests", data, GroupResponses::all).write(html);
    for (String step : steps(data)) {
      table(step, data, responses -> responses.steps().getOrDefault(step, AllRequests.NONE))
          .write(html);
    }
    if (hasOutcomes(data)) {
      outcomes(data).write(html);
    }
  }

  private static boolean hasOutcomes(ReportData data) {
    return data.timelines().stream().anyMatch(group -> !group.responses().outcomes().isEmpty());
  }

  /** A row for each step and group; a column for each outcome that occurred anywhere. */
  private static Table outcomes(ReportData data) {
    List<StepOutcomes> all =
        data.timelines().stream().map(group -> group.responses().outcomes()).toList();
    TreeSet<String> steps = new TreeSet<>();
    TreeSet<String> failures = new TreeSet<>();
    for (StepOutcomes one : all) {
      one.bySteps().forEach((_, outcomes) -> failures.addAll(outcomes.keySet()));
      steps.addAll(one.bySteps().keySet());
    }
    failures.remove(StepOutcomes.OK);
    Table table =
        Table.of("What happened to the requests of each step")
            .text("Step")
            .text("Group", "group")
            .number("Requests", "requests")
            .number(StepOutcomes.OK, StepOutcomes.OK);
    failures.forEach(outcome -> table.number(outcome, outcome));
    table.number("Share failed", "failed");
    for (String step : steps) {
      for (GroupTimeline group : data.timelines()) {
        StepOutcomes own = group.responses().outcomes();
        long requests = own.requests(step);
        long ok = own.count(step, StepOutcomes.OK);
        List<String> cells = new ArrayList<>();
        cells.add(step);
        cells.add(group.group());
        cells.add(count(own, requests));
        cells.add(count(own, ok));
        failures.forEach(outcome -> cells.add(count(own, own.count(step, outcome))));
        cells.add(
            requests == 0 || own.hidesSome()
                ? Units.NONE
                : Units.share((double) (requests - ok) / requests));
        table.row(cells);
      }
    }
    return table;
  }

  private static String count(StepOutcomes of, long requests) {
    return (of.hidesSome() ? "≥ " : "") + Units.count(requests);
  }

  private static List<String> steps(ReportData data) {
    TreeSet<String> steps = new TreeSet<>();
    data.timelines().forEach(group -> steps.addAll(group.responses().steps().keySet()));
    return List.copyOf(steps);
  }

  private static Table table(
      String caption, ReportData data, Function<GroupResponses, AllRequests> of) {
    List<Double> thresholds = thresholds(data);
    Optional<Double> promised = promisedSeconds(data);
    Table table = Table.of(caption).styled("late").text("Group");
    for (double seconds : thresholds) {
      table.number(
          "above "
              + Units.seconds(seconds)
              + (promised.filter(own -> own == seconds).isPresent() ? " (promised)" : ""));
    }
    table.number("p50", "p50").number("p99", "p99").number("Requests", "requests");
    for (GroupTimeline group : data.timelines()) {
      AllRequests own = of.apply(group.responses());
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(group.group()));
      for (double seconds : thresholds) {
        cells.add(cell(own, seconds, most(data, of, seconds)));
      }
      cells.add(Cell.of(own.show(Quantile.P50)));
      cells.add(Cell.of(own.show(Quantile.P99)));
      cells.add(Cell.of(own.isEmpty() ? Units.NONE : Units.count(own.count())));
      table.cells(null, cells);
    }
    return table;
  }

  private static double most(
      ReportData data, Function<GroupResponses, AllRequests> of, double seconds) {
    return data.timelines().stream()
        .mapToDouble(group -> above(of.apply(group.responses()), seconds))
        .max()
        .orElse(0);
  }

  private static double above(AllRequests requests, double seconds) {
    return requests.shareAbove(Math.round(seconds * NS_PER_SECOND));
  }

  private static Cell cell(AllRequests requests, double seconds, double most) {
    if (requests.isEmpty()) {
      return ShareBar.cell(Units.NONE, null, most, "not measured");
    }
    double share = above(requests, seconds);
    long slow = Math.round(share * requests.count());
    return ShareBar.cell(
        shown(requests, seconds, share),
        share,
        most,
        (slow == 0 ? "none" : Units.count(slow)) + " of " + Units.count(requests.count()));
  }

  /** A request that was still out may have taken longer than it had waited. */
  private static String shown(AllRequests requests, double seconds, double share) {
    String least = Units.share(share);
    String most = Units.share(requests.mostAbove(Math.round(seconds * NS_PER_SECOND)));
    return (requests.hidesSome() || !most.equals(least) ? "≥ " : "") + least;
  }

  private static List<Double> thresholds(ReportData data) {
    return Stream.concat(promisedSeconds(data).stream(), THRESHOLDS_SECONDS.stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** What the load promises (its option {@code slo}), in seconds; empty if it does not. */
  static Optional<Double> promisedSeconds(ReportData data) {
    return data.plan().blocks().stream()
        .map(Plan.Block::load)
        .filter(load -> load != null)
        .flatMap(load -> load.command().stream())
        .filter(argument -> argument.startsWith(PROMISE))
        .findFirst()
        .flatMap(argument -> seconds(argument.substring(PROMISE.length())));
  }

  private static Optional<Double> seconds(String span) {
    try {
      return Optional.of(TimeSpan.parse(span).ns() / NS_PER_SECOND);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // an option of a user's own generator that means something else
    }
  }
}

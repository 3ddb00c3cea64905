package dev.jitterlab.lab.report.text;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.view.CauseViews;
import dev.jitterlab.diagnosis.view.EventLanes;
import dev.jitterlab.diagnosis.view.SampleComparison;
import dev.jitterlab.diagnosis.view.Waterfall;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.EventTimes;
import dev.jitterlab.lab.report.words.LaneWords;
import dev.jitterlab.lab.report.words.LateWords;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The causes of late ticks and slow requests, as text for the terminal. Not thread-safe. */
public final class CausesText {
  private static final int WORST = 5;
  private static final int FINDINGS = 8;
  private static final int LANES = 3;
  private static final double LEAST_SHARE = 0.01;

  private final Causes causes;
  private final Terminal terminal;
  private final CausePlots plots;
  private final EventTimes times;
  private final StringBuilder out = new StringBuilder();

  private CausesText(Causes causes, Terminal terminal) {
    this.causes = causes;
    this.terminal = terminal;
    this.plots = new CausePlots(terminal);
    this.times =
        EventTimes.of(
            Stream.concat(
                causes.events().stream().map(Causes.LateEvent::at),
                causes.findings().stream()
                    .flatMap(finding -> finding.evidence().stream())
                    .map(Causes.Evidence::at)));
  }

  /** Renders them: lines with a line feed at the end of each. */
  public static String render(Causes causes, Terminal terminal) {
    return new CausesText(causes, terminal).render();
  }

  private String render() {
    for (Causes.GroupCauses group : causes.groups()) {
      wrapped("", CauseSentences.ofGroup(causes, group, LateWords.of(causes)), terminal::bold);
    }
    CauseSentences.grade(causes).ifPresent(grade -> wrapped("", grade, terminal::dim));
    causes.groups().stream().filter(group -> group.lateEvents() > 0).forEach(this::group);
    waterfalls();
    worst();
    lanes();
    samples();
    findings();
    rules();
    gaps();
    sources();
    return out.toString();
  }

  private void group(Causes.GroupCauses group) {
    line("");
    wrapped(
        "%s: %s, late by %s in total"
            .formatted(
                group.name(),
                LateWords.of(causes).counted(group.lateEvents()),
                Units.seconds(group.latenessSeconds())));
    Map<String, Character> letters = CausePlots.letters(group.secondsByCause());
    line(plots.budget(group.secondsByCause()));
    Table table = Table.plain("lrrr", "cause", "late time", "share", "other orders say");
    for (Map.Entry<String, Double> one : group.secondsByCause().entrySet()) {
      Causes.Bounds bounds = group.bounds().get(one.getKey());
      table.row(
          letters.get(one.getKey()) + " " + CauseSentences.words(one.getKey()),
          Units.seconds(one.getValue()),
          CauseSentences.share(one.getValue() / group.latenessSeconds()),
          bounds == null
              ? ""
              : Units.seconds(bounds.leastSeconds())
                  + " to "
                  + Units.seconds(bounds.mostSeconds()));
    }
    table.linesThatFold(terminal).forEach(this::line);
    for (Causes.Grade grade : causes.grades()) {
      if (grade.group().equals(group.name())) {
        String cause = CauseSentences.words(grade.cause());
        wrapped("%s: %s. %s".formatted(cause, grade.standing(), grade.why()));
      }
    }
    views().overTime().stream()
        .filter(over -> over.group().equals(group.name()) && over.steps().size() > 1)
        .flatMap(over -> plots.overTime(over, letters).stream())
        .forEach(this::line);
  }

  /** What each group has more or less than the baseline. */
  private void waterfalls() {
    for (Waterfall one : views().waterfalls()) {
      if (one.seconds() <= 0 && one.baselineSeconds() <= 0) {
        continue;
      }
      title("From " + one.baseline() + " to " + one.group() + ", late time of the mean server");
      double greatest = Math.max(one.seconds(), one.baselineSeconds());
      Table table = Table.plain("lr", "", "late time");
      table.row(one.baseline(), Units.seconds(one.baselineSeconds()));
      one.steps().stream()
          .filter(step -> Math.abs(step.seconds()) >= LEAST_SHARE * greatest)
          .forEach(
              step ->
                  table.row(
                      CauseSentences.words(step.cause()),
                      (step.seconds() < 0 ? "-" : "+") + Units.seconds(Math.abs(step.seconds()))));
      table.row(one.group(), Units.seconds(one.seconds()));
      table.linesThatFold(terminal).forEach(this::line);
    }
  }

  /** What happened around the worst of them. */
  private void lanes() {
    for (EventLanes lanes : views().lanes().stream().limit(LANES).toList()) {
      causes.events().stream()
          .filter(event -> event.id().equals(lanes.event()))
          .findFirst()
          .ifPresent(
              event -> {
                List<String> lines = plots.lanes(event, lanes);
                if (!lines.isEmpty()) {
                  title("Around " + LaneWords.name(event) + ", from when it was due");
                  lines.forEach(this::line);
                }
              });
    }
  }

  /** What late ones ran, and normal ones did not. */
  private void samples() {
    for (SampleComparison one : views().samples()) {
      if (one.tooFew() == null && !one.methods().isEmpty()) {
        title("What late ones of " + one.group() + " run, and normal ones do not");
        Table table = Table.plain("lrrr", "method, with what it calls", "late", "normal", "points");
        for (SampleComparison.Method method : one.methods()) {
          table.row(
              LaneWords.method(method.method()),
              LaneWords.percent(method.late(), one.lateSamples()),
              LaneWords.percent(method.normal(), one.normalSamples()),
              LaneWords.difference(one, method));
        }
        table.linesThatFit(terminal).forEach(this::line);
        line(
            terminal.dim(
                "%s and %s samples"
                    .formatted(Units.count(one.lateSamples()), Units.count(one.normalSamples()))));
      }
    }
    for (SampleComparison one : views().samples()) {
      if (one.tooFew() != null && isLate(one.group())) {
        line("");
        wrapped("", one.group() + ": " + one.tooFew(), terminal::dim);
      }
    }
  }

  private boolean isLate(String group) {
    return causes.groups().stream()
        .anyMatch(one -> one.name().equals(group) && one.lateEvents() > 0);
  }

  /** Files of older versions have none. */
  private CauseViews views() {
    return causes.views() == null ? CauseViews.NONE : causes.views();
  }

  private void worst() {
    List<Causes.LateEvent> worst = CauseSentences.worst(causes, WORST);
    if (worst.isEmpty()) {
      return;
    }
    title("The latest");
    for (Causes.LateEvent event : worst) {
      wrapped(
          "%s  %s: late by %s"
              .formatted(
                  times.text(event.at()),
                  LaneWords.name(event),
                  Units.seconds(event.latenessSeconds())));
      for (Causes.Part part : event.parts()) {
        if (part.seconds() >= LEAST_SHARE * event.latenessSeconds()) {
          wrapped("    ", CauseSentences.part(event, part), UnaryOperator.identity());
          part.evidence().stream().limit(1).forEach(this::evidence);
        }
      }
    }
  }

  private void evidence(Causes.Evidence one) {
    wrapped(
        "        ",
        "%s  %s on %s%s%s"
            .formatted(
                times.text(one.at()),
                one.event(),
                one.thread(),
                one.what().isEmpty() ? "" : ": " + one.what(),
                one.seconds() == null ? "" : " (" + Units.seconds(one.seconds()) + ")"),
        terminal::dim);
  }

  private void findings() {
    List<CauseSentences.Found> found = CauseSentences.patterns(causes);
    if (found.isEmpty()) {
      return;
    }
    title("What stands behind it");
    for (CauseSentences.Found one : found.stream().limit(FINDINGS).toList()) {
      wrapped(one.sentence());
      one.costliest().evidence().stream().limit(1).forEach(this::evidence);
    }
    if (found.size() > FINDINGS) {
      line("and %d more; --format json has all".formatted(found.size() - FINDINGS));
    }
  }

  private void rules() {
    if (causes.rules().isEmpty()) {
      return;
    }
    title("Rules of your own");
    CauseSentences.rules(causes).forEach(this::wrapped);
    causes.rules().stream()
        .filter(one -> one.outcome().equals("found"))
        .map(Causes.RuleOutcome::rule)
        .distinct()
        .flatMap(rule -> CauseSentences.evidence(causes, rule).stream())
        .forEach(this::evidence);
  }

  private void gaps() {
    if (causes.notRecorded().isEmpty()) {
      return;
    }
    title("Not recorded, or only in part");
    CauseSentences.gaps(causes).forEach(this::wrapped);
  }

  private void sources() {
    for (Causes.Source source : causes.sources()) {
      for (String problem : source.problems()) {
        wrapped("", "⚠ " + source.instance() + ": " + problem, terminal::yellow);
      }
    }
    causes.sources().stream()
        .flatMap(source -> source.clocks().stream())
        .max(Comparator.comparingDouble(Causes.Clock::errorSeconds))
        .ifPresent(
            clock ->
                wrapped(
                    "",
                    "All times are on the recording's clock. They may be off by %s (%s, %s)."
                        .formatted(
                            Units.seconds(clock.errorSeconds()), clock.source(), clock.method()),
                    terminal::dim));
  }

  private void title(String text) {
    line("");
    wrapped("", text, terminal::bold);
  }

  private void wrapped(String text) {
    wrapped("", text, UnaryOperator.identity());
  }

  private void wrapped(String indent, String text, UnaryOperator<String> style) {
    TextWrap.lines(terminal.shown(text), Math.max(20, terminal.width() - indent.length()))
        .forEach(one -> line(indent + style.apply(one)));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}

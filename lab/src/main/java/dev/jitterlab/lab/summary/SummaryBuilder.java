package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.experiment.Sequential;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.summary.Summary.Check;
import dev.jitterlab.lab.summary.Summary.Ending;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import dev.jitterlab.lab.summary.Summary.Validity;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.TrialChecks;
import java.util.List;
import java.util.Optional;

/**
 * Makes the summary of a run from its run directory, whole or cut short. The same directory gives
 * the same summary, byte for byte. Not thread-safe.
 */
public record SummaryBuilder(RunDirectory directory) {
  /**
   * Builds the summary and writes {@code summary.json} and {@code validity.json}.
   *
   * @throws LabException as {@link #build}
   */
  public Summary write() {
    Summary summary = build();
    write(summary);
    return summary;
  }

  /** Writes {@code summary.json} and {@code validity.json} of a summary that it has built. */
  public void write(Summary summary) {
    Json.write(directory.validity(), summary.validity());
    Json.write(directory.summary(), summary);
  }

  /**
   * Builds the summary; writes nothing.
   *
   * @throws LabException if the directory is not that of a run, or a file in it is damaged
   */
  public Summary build() {
    return build(MeasuredRun.read(directory));
  }

  /**
   * Builds the summary of the finished blocks of a run that goes on, as if it had no others; writes
   * nothing. Between two blocks only: DuckDB does not run while something is measured.
   *
   * @throws LabException if a file is damaged
   */
  public Summary buildSoFar() {
    return build(MeasuredRun.readSoFar(directory));
  }

  private static Summary build(MeasuredRun run) {
    Plan plan = run.plan();
    Analysis analysis = plan.analysis();
    Metric primary = run.primary();
    Contest contest = run.contest();
    List<Finding> findings = run.findings();
    Verdict verdict =
        new Verdict(
            primary,
            contest,
            analysis.baseline(),
            Optional.ofNullable(analysis.equivalenceMargin()),
            Verdict.LEVEL);
    List<String> contestants = plan.contestants().stream().map(Plan.Group::name).toList();
    TrialOutcome outcome =
        verdict.of(contestants, Optional.ofNullable(analysis.calibration()), findings);
    return new Summary(
        plan.subject().experiment(),
        plan.subject().question(),
        VerdictWords.of(outcome, primary) + ended(run),
        analysis.baseline(),
        analysis.primaryMetric(),
        new Validity(
            TrialChecks.status(findings).word(),
            findings.stream().map(SummaryBuilder::check).toList()),
        plan.groups().stream().map(group -> group(run, group)).toList(),
        Comparisons.of(run, contest, verdict.decisions(contestants)),
        analysis.metrics(),
        Costs.of(plan, contest),
        run.controls(),
        Verdict.undecided(outcome),
        outcome,
        ending(run).orElse(null),
        run.answered());
  }

  /** Why a trial that ends when it is decided ended without being so. */
  private static String ended(MeasuredRun run) {
    return run.state()
        .stop()
        .filter(look -> look.outcome() == TrialLook.Outcome.FUTILITY)
        .flatMap(_ -> ending(run))
        .map(ending -> " " + ending.words())
        .orElse("");
  }

  private static Optional<Ending> ending(MeasuredRun run) {
    Sequential sequential = run.plan().design().sequential();
    List<TrialLook> looks = run.state().looks();
    if (sequential == null || looks.isEmpty()) {
      return Optional.empty();
    }
    TrialLook last = looks.getLast();
    return Optional.of(
        new Ending(
            sequential.atLeast(),
            sequential.atMost(),
            last.rounds(),
            run.look().nominal(Verdict.LEVEL),
            last.outcome(),
            last.why()));
  }

  private static GroupSummary group(MeasuredRun run, Plan.Group group) {
    List<InstanceFigures> counting = run.counting().get(group.name());
    List<InstanceFigures> measured =
        counting.stream().filter(instance -> !instance.readings().isEmpty()).toList();
    List<InstanceSummary> instances =
        run.plan().blocks().stream()
            .flatMap(
                block ->
                    block.instances().stream()
                        .filter(instance -> instance.group().equals(group.name()))
                        .map(
                            instance ->
                                new InstanceSummary(
                                    instance.id(),
                                    block.number(),
                                    run.nullified().containsKey(instance.id()),
                                    run.nullified().get(instance.id()),
                                    Optional.ofNullable(run.figures().get(instance.id()))
                                        .map(
                                            own ->
                                                InstanceFigures.values(List.of(own), run.metrics()))
                                        .orElse(null),
                                    run.outliers().get(instance.id()),
                                    Optional.ofNullable(run.steadiness().get(instance.id()))
                                        .map(SteadyStates::summary)
                                        .orElse(null))))
            .toList();
    return new GroupSummary(
        group.name(),
        group.variables(),
        instances,
        measured.isEmpty() ? null : InstanceFigures.values(measured, run.metrics()),
        SteadyStates.ofGroup(instances),
        counting.size(),
        (int) counting.stream().filter(instance -> isDoubted(instance, run.metrics())).count(),
        (int) counting.stream().filter(instance -> run.ofCpu().containsKey(instance.id())).count(),
        run.helpers().get(group.name()));
  }

  private static boolean isDoubted(InstanceFigures instance, Metrics metrics) {
    return metrics.all().stream().allMatch(instance.doubtful());
  }

  private static Check check(Finding finding) {
    String why = finding.why() + (finding.remedy().isEmpty() ? "" : ". " + finding.remedy());
    return new Check(
        finding.name(),
        finding.value().orElse(null),
        finding.limit(),
        finding.status().word(),
        why);
  }
}

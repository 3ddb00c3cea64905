package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Failed, left-out and dropped scrapes all count. A server that stands still does not answer them:
 * so they make a trial invalid only where they spared no process.
 */
final class ScrapeLoss extends Check {
  private static final int FORGIVEN = 1;

  ScrapeLoss() {
    super(
        Question.of("scrape_loss_ratio", Unit.RATIO, "Was every process sampled every second?")
            .from(Dependence.OUTCOME)
            .limit(0.02, 0.2)
            .needs("there are no samples", Kind.SAMPLES));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    SamplesReader samples = evidence.samples().orElseThrow();
    Map<String, Double> losses = new LinkedHashMap<>();
    Stream.concat(
            evidence.servers().stream()
                .filter(server -> evidence.recording(server).isOn(Scrapes.NAME)),
            evidence.loads().stream())
        .filter(process -> process.windows().seconds() >= 1)
        .filter(process -> hasEndpoint(process, evidence))
        .forEach(process -> losses.put(process.id(), loss(process, samples)));
    if (losses.isEmpty()
        && !evidence.servers().isEmpty()
        && evidence.servers().stream().noneMatch(server -> hasEndpoint(server, evidence))) {
      return nothingToMeasure("no process has an endpoint of its own to be sampled");
    }
    if (losses.isEmpty()) {
      return withoutEvidence("no block was measured");
    }
    return worstUnlessOwn(
        losses,
        Worst.greatest(losses),
        worst ->
            "at worst, %s of the samples of %s are missing"
                .formatted(Units.share(worst.value()), worst.of()),
        "others were sampled",
        "Leave the lab some CPU: fewer instances at once, or less load.");
  }

  /** A foreign server may have none; of the others it is known when they are ready. */
  private static boolean hasEndpoint(Evidence.MeasuredProcess process, Evidence evidence) {
    ProcessRecord record = evidence.processes().get(process.id());
    return record == null || record.endpoints().containsKey("metrics");
  }

  /**
   * A successful scrape leaves one lab_scrape_seconds behind. The two at the bounds of a window do
   * not belong to the rounds of every second, and are not counted. Because of them, a process is
   * forgiven a single lost round of several, in all slices together: a short measurement has fewer
   * than fifty rounds, so that one slow answer would be beyond the limit.
   */
  private static double loss(Evidence.MeasuredProcess process, SamplesReader samples) {
    long expected = 0;
    long lost = 0;
    for (Window part : process.windows().parts()) {
      long rounds = rounds(part, samples);
      expected += rounds;
      lost += Math.max(0, rounds - inside(part, process.id(), LabMetrics.SCRAPE_SECONDS, samples));
    }
    boolean isForgiven = lost <= FORGIVEN && expected > FORGIVEN;
    return expected == 0 || isForgiven ? 0 : (double) lost / expected;
  }

  /**
   * How many rounds there were in a window, or should have been: those that were left out have no
   * sample of their own. A window of five seconds has four or five rounds, depending on where in
   * the second it begins.
   */
  private static long rounds(Window part, SamplesReader samples) {
    long least = Math.max(0, (long) Math.floor(part.seconds()) - 1);
    return Math.max(least, inside(part, LabMetrics.MACHINE, LabMetrics.SCRAPE_LATENESS, samples));
  }

  private static long inside(Window part, String source, String metric, SamplesReader samples) {
    return samples.series(source, metric, null, part.from(), part.to()).stream()
        .filter(point -> point.at() > part.from() && point.at() < part.to())
        .count();
  }
}

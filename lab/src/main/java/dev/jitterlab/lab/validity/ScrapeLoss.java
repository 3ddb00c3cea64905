package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.ticks.MeasuredWindows;
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

  /** A successful scrape leaves one lab_scrape_seconds behind. */
  private static double loss(Evidence.MeasuredProcess process, SamplesReader samples) {
    MeasuredWindows windows = process.windows();
    int found = samples.series(process.id(), LabMetrics.SCRAPE_SECONDS, null, windows).size();
    return Math.max(
        0,
        1 - found / windows.parts().stream().mapToDouble(part -> Math.floor(part.seconds())).sum());
  }
}

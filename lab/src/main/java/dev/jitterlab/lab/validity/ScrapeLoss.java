package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Was every process sampled every second? Failed, left-out and dropped scrapes all count. */
final class ScrapeLoss implements Check {
  private static final String NAME = "scrape_loss_ratio";
  private static final Limit LIMIT = new Limit(0.02, 0.2);

  @Override
  public Finding examine(Evidence evidence) {
    if (evidence.samples().isEmpty()) {
      return Finding.withoutEvidence(NAME, LIMIT, "there are no samples");
    }
    SamplesReader samples = evidence.samples().get();
    Map<String, Double> losses = new LinkedHashMap<>();
    Stream.concat(
            evidence.servers().stream()
                .filter(server -> evidence.recording(server).isOn(Scrapes.NAME)),
            evidence.loads().stream())
        .filter(process -> process.window().seconds() >= 1)
        .filter(process -> hasEndpoint(process, evidence))
        .forEach(process -> losses.put(process.id(), loss(process, samples)));
    if (!evidence.servers().isEmpty()
        && evidence.servers().stream().noneMatch(server -> hasEndpoint(server, evidence))) {
      String why = "no process has an endpoint of its own to be sampled";
      return new Finding(NAME, Optional.empty(), LIMIT.valid(), Status.VALID, why, "");
    }
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(losses),
        worst ->
            "at worst, %s of the samples of %s are missing"
                .formatted(Units.share(worst.value()), worst.of()),
        "Leave the lab some CPU: fewer instances at once, or less load.",
        "no block was measured");
  }

  /** A foreign server may have none; of the others it is known when they are ready. */
  private static boolean hasEndpoint(Evidence.MeasuredProcess process, Evidence evidence) {
    ProcessRecord record = evidence.processes().get(process.id());
    return record == null || record.endpoints().containsKey("metrics");
  }

  /** A successful scrape leaves one lab_scrape_seconds behind. */
  private static double loss(Evidence.MeasuredProcess process, SamplesReader samples) {
    Window window = process.window();
    int found =
        samples
            .series(process.id(), LabMetrics.SCRAPE_SECONDS, null, window.from(), window.to())
            .size();
    return Math.max(0, 1 - found / Math.floor(window.seconds()));
  }
}

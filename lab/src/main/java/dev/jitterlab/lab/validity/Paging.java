package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Did anything wait for the disk where it wanted memory? */
enum Paging implements Check {
  /** Pages that the machine swapped out or in, whosever they were. */
  SWAP("machine_swapped_pages", 256),
  /** Pages that a server had to wait for, because they were on the disk. */
  FAULTS("server_major_faults_per_second", 1);

  private final String checkName;
  private final double valid;

  Paging(String checkName, double valid) {
    this.checkName = checkName;
    this.valid = valid;
  }

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> figures =
        switch (this) {
          case SWAP -> swapped(evidence);
          case FAULTS -> faults(evidence);
        };
    return Finding.ofWorst(
        checkName,
        new Limit(valid, Double.MAX_VALUE),
        Worst.greatest(figures),
        worst ->
            switch (this) {
              case SWAP ->
                  "the machine swapped %s pages in %s"
                      .formatted(Units.count(Math.round(worst.value())), worst.of());
              case FAULTS ->
                  "%s waited %s times a second for a page from the disk"
                      .formatted(worst.of(), Units.number(worst.value()));
            },
        "Give the machine more memory or the servers less heap; on a machine that measures, turn swap off.",
        "page faults were not sampled");
  }

  private static Map<String, Double> swapped(Evidence evidence) {
    Map<String, Double> pages = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                evidence
                    .increase(LabMetrics.MACHINE, LabMetrics.SWAPPED_PAGES, null, window)
                    .ifPresent(count -> pages.put("block " + block, count)));
    return pages;
  }

  private static Map<String, Double> faults(Evidence evidence) {
    Map<String, Double> faults = new LinkedHashMap<>();
    evidence
        .servers()
        .forEach(
            server ->
                faultsPerSecond(server.id(), server.window(), evidence)
                    .ifPresent(rate -> faults.put(server.id(), rate)));
    return faults;
  }

  /** Major faults of a process. */
  static Optional<Double> faultsPerSecond(String id, Window window, Evidence evidence) {
    return evidence
        .increase(id, LabMetrics.MAJOR_FAULTS, null, window)
        .map(count -> count / window.seconds());
  }
}

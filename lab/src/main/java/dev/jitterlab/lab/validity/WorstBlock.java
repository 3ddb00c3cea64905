package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A check that looks at every measured block; the greatest figure decides. */
abstract class WorstBlock extends Check {
  private final String remedy;

  WorstBlock(Question question, String remedy) {
    super(question);
    this.remedy = remedy;
  }

  /** The figure of a block; empty where nothing is known of it. */
  abstract Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence);

  /** The worst figure in words. */
  abstract String why(Worst worst, Evidence evidence);

  @Override
  protected final Finding examine(Evidence evidence) {
    Map<Integer, Double> figures = new LinkedHashMap<>();
    Map<String, Double> named = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                figure(block, window, evidence)
                    .ifPresent(
                        figure -> {
                          figures.put(block, figure);
                          named.put("block " + block, figure);
                        }));
    return figures.isEmpty()
        ? unknown(evidence)
        : judged(greatest(named, worst -> why(worst, evidence), remedy), figures, evidence);
  }

  /** What the greatest figure makes of the trial, given those of all blocks. */
  Finding judged(Finding worst, Map<Integer, Double> figures, Evidence evidence) {
    return worst;
  }
}

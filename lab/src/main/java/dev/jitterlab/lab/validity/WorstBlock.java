package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.statistics.ModifiedZScore;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A check that looks at every measured block; the greatest figure decides. */
abstract class WorstBlock extends Check {
  private final String remedy;

  WorstBlock(Question question, String remedy) {
    super(question);
    this.remedy = remedy;
  }

  /** The figure of a block; empty where nothing is known of it. */
  abstract Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence);

  /** The same of a server that was measured in slices of its own. */
  Optional<Double> figureOfSlices(Evidence.MeasuredProcess server, Evidence evidence) {
    return figure(server.block(), server.windows(), evidence);
  }

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

  /**
   * The group that was spared most, and the greatest figure of its servers. Empty unless some
   * groups were spared, and most servers of each other group were struck: those may have brought it
   * about themselves, and must not take away the figures of all. What comes and goes with
   * neighbours spares nobody, or strikes single servers. Where all groups have some of it in the
   * background, those must have at least twice as much as the one that was spared.
   *
   * @param figures those of all blocks
   */
  final Optional<Worst> spared(Map<Integer, Double> figures, Evidence evidence) {
    Map<String, Double> spared = new TreeMap<>();
    List<List<Double>> struck = new ArrayList<>();
    ofGroups(figures, evidence)
        .forEach(
            (group, ofServers) -> {
              double most = Collections.max(ofServers);
              if (question().limit().grade(most) == Status.INVALID) {
                struck.add(ofServers);
              } else {
                spared.put(group, most);
              }
            });
    return struck.isEmpty() || !struck.stream().allMatch(this::isTheRule)
        ? Optional.empty()
        : Worst.least(spared).filter(least -> isBeyond(struck, least.value()));
  }

  private Map<String, List<Double>> ofGroups(Map<Integer, Double> figures, Evidence evidence) {
    Map<String, List<Double>> groups = new TreeMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      String group = server.id().substring(0, server.id().lastIndexOf('/'));
      Optional<Double> figure =
          evidence.hasSlices(server)
              ? figureOfSlices(server, evidence)
              : Optional.ofNullable(figures.get(server.block()));
      figure.ifPresent(one -> groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(one));
    }
    return groups;
  }

  /** Not an accident of one server. */
  private boolean isTheRule(List<Double> figures) {
    return question().limit().grade(median(figures)) != Status.VALID;
  }

  /** A single burst makes no background that all groups have a group's own doing. */
  private static boolean isBeyond(List<List<Double>> struck, double spared) {
    return struck.stream()
        .allMatch(figures -> median(figures) >= OutlierCause.TIMES_THE_OTHERS * spared);
  }

  private static double median(List<Double> figures) {
    return ModifiedZScore.median(figures.stream().mapToDouble(Double::doubleValue).toArray());
  }
}

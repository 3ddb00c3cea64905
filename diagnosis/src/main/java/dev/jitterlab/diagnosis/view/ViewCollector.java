package dev.jitterlab.diagnosis.view;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.LatestWorks;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Collects the views server by server, while each is in memory. Not thread-safe. */
public final class ViewCollector {
  private static final int LANES = 6;

  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final List<Lane> lanes = new ArrayList<>();

  private static final class Group {
    private final LateOverTime.Collector overTime = new LateOverTime.Collector();
    private final SamplePool samples = new SamplePool();
    private final long[] ns = new long[Cause.values().length];
    private int servers;
  }

  private record Lane(String group, long latenessNs, EventLanes lanes) {}

  /**
   * Adds a server.
   *
   * @param group the group that it is counted in
   * @param instance its id
   * @param late its late ticks and requests that count
   * @param measured the time that counts; empty for all
   * @param isOfTicks whether a method is known to be part of ticks or requests
   * @param id the id of a late event in causes.json
   */
  public void add(
      String group,
      String instance,
      JvmTimeline timeline,
      List<Budget> late,
      List<MeasuredSpan> measured,
      Predicate<String> isOfTicks,
      Function<Budget, String> id) {
    Group of = groups.computeIfAbsent(group, _ -> new Group());
    of.servers++;
    long from = measured.isEmpty() ? timeline.works().firstNs() : measured.getFirst().fromNs();
    for (Budget budget : late) {
      of.overTime.add(budget, from);
      for (BudgetPart part : budget.parts()) {
        of.ns[part.cause().rank()] += part.ns();
      }
    }
    of.samples.add(timeline, measured, isOfTicks);
    for (Budget budget : worst(late)) {
      lanes.add(
          new Lane(
              group,
              budget.latenessNs(),
              LaneReader.read(id.apply(budget), instance, timeline, budget)));
    }
  }

  /** The latest; of those that overlap, one. */
  private static List<Budget> worst(List<Budget> late) {
    long[] latenessNs = new long[late.size()];
    long[] fromNs = new long[late.size()];
    long[] endNs = new long[late.size()];
    for (int i = 0; i < latenessNs.length; i++) {
      Budget one = late.get(i);
      latenessNs[i] = one.latenessNs();
      fromNs[i] = one.work().fromNs();
      endNs[i] = one.work().endNs();
    }
    int[] worst = LatestWorks.apart(latenessNs, fromNs, endNs, LatestWorks.LANES_OF_A_SERVER);
    return Arrays.stream(worst).mapToObj(late::get).toList();
  }

  /**
   * The views of all servers so far.
   *
   * @param baseline the group that the others are compared with
   */
  public CauseViews views(Optional<String> baseline) {
    List<LateOverTime> overTime = new ArrayList<>();
    List<SampleComparison> samples = new ArrayList<>();
    List<Waterfall> waterfalls = new ArrayList<>();
    Group base = baseline.map(groups::get).orElse(null);
    groups.forEach(
        (name, group) -> {
          overTime.add(group.overTime.of(name));
          samples.add(group.samples.of(name));
          if (base != null && base != group) {
            waterfalls.add(
                Waterfall.of(
                    baseline.orElseThrow(), base.ns, base.servers, name, group.ns, group.servers));
          }
        });
    return new CauseViews(overTime, waterfalls, latest(), samples);
  }

  /** The latest of each group, then the latest of all. */
  private List<EventLanes> latest() {
    List<Lane> byLateness =
        lanes.stream().sorted(Comparator.comparingLong(Lane::latenessNs).reversed()).toList();
    Map<String, Lane> firstOfGroup = new LinkedHashMap<>();
    byLateness.forEach(one -> firstOfGroup.putIfAbsent(one.group(), one));
    List<Lane> chosen = new ArrayList<>(firstOfGroup.values());
    byLateness.stream()
        .filter(one -> chosen.size() < LANES && !chosen.contains(one))
        .forEach(chosen::add);
    return chosen.stream()
        .sorted(Comparator.comparingLong(Lane::latenessNs).reversed())
        .limit(LANES)
        .map(Lane::lanes)
        .toList();
  }
}

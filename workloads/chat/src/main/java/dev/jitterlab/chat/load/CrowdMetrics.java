package dev.jitterlab.chat.load;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Shows what the users of each server heard, and whether all of it was right. The ratios compare
 * users: the one that got most, or had to wait longest, with the mean user, since the scrape before
 * and since the start. All the work is done when scraped.
 */
final class CrowdMetrics implements MultiCollector {
  private static final Map<String, Function<DeliveryFaults, LongAdder>> FAULTS =
      Map.of(
          "lost", faults -> faults.lost,
          "doubled", faults -> faults.doubled,
          "reordered", faults -> faults.reordered,
          "altered", faults -> faults.altered);

  private final List<TargetCrowd> crowds;
  private final Map<TargetCrowd, long[][]> before = new HashMap<>();

  CrowdMetrics(List<TargetCrowd> crowds) {
    this.crowds = List.copyOf(crowds);
  }

  @Override
  public synchronized MetricSnapshots collect() {
    GaugeSnapshot.Builder busiest =
        GaugeSnapshot.builder()
            .name("jitterlab_chat_busiest_user_ratio")
            .help("Messages, heard by all, of the user that has most, by the mean user's.");
    GaugeSnapshot.Builder idlest =
        GaugeSnapshot.builder()
            .name("jitterlab_chat_idlest_user_ratio")
            .help("Messages, heard by all, of the user that has fewest, by the mean user's.");
    GaugeSnapshot.Builder slowest =
        GaugeSnapshot.builder()
            .name("jitterlab_chat_slowest_user_ratio")
            .help("Mean time to delivery of the listener that waits longest, by the mean of all.");
    for (TargetCrowd crowd : crowds) {
      long[][] now =
          crowd.users().stream()
              .filter(user -> !user.isStopped())
              .map(user -> user.share().now())
              .toArray(long[][]::new);
      long[][] last = before.put(crowd, now);
      shares(
          crowd, "start", now, new long[now.length][UserShare.FIGURES], busiest, idlest, slowest);
      if (last != null) {
        shares(crowd, "scrape", now, last, busiest, idlest, slowest);
      }
    }
    return new MetricSnapshots(
        counter(
            "jitterlab_chat_deliveries",
            "Messages that users heard, one for each listener.",
            crowd -> crowd.users().stream().mapToLong(user -> user.share().heard.sum()).sum()),
        faults(),
        counter(
            "jitterlab_chat_announced_drops",
            "Messages that the server dropped, and said so.",
            crowd -> crowd.faults().dropped.sum()),
        counter(
            "jitterlab_chat_left_out",
            "Messages that were due while a user was away, and too many waited already.",
            TargetCrowd::leftOut),
        counter("jitterlab_chat_refused", "Refusals of the server.", TargetCrowd::refusals),
        counter("jitterlab_chat_returns", "Users that came back.", TargetCrowd::returns),
        counter(
            "jitterlab_chat_return_seconds",
            "How long they were away: from the end of a connection to the welcome.",
            TargetCrowd::returnSeconds),
        Snapshots.gauge(
            "jitterlab_chat_present",
            "Users in their rooms.",
            crowds,
            crowd -> Labels.of("target", crowd.target().id()),
            TargetCrowd::present),
        busiest.build(),
        idlest.build(),
        slowest.build());
  }

  /** Adds nothing where nobody said, or heard, anything. */
  private static void shares(
      TargetCrowd crowd,
      String window,
      long[][] now,
      long[][] before,
      GaugeSnapshot.Builder busiest,
      GaugeSnapshot.Builder idlest,
      GaugeSnapshot.Builder slowest) {
    long said = 0;
    long most = 0;
    long fewest = Long.MAX_VALUE;
    long heard = 0;
    double heardNs = 0;
    double slowestNs = 0;
    for (int i = 0; i < now.length; i++) {
      long mine = now[i][UserShare.SAID] - before[i][UserShare.SAID];
      long mineHeard = now[i][UserShare.HEARD] - before[i][UserShare.HEARD];
      double mineNs = now[i][UserShare.HEARD_NS] - before[i][UserShare.HEARD_NS];
      said += mine;
      most = Math.max(most, mine);
      fewest = Math.min(fewest, mine);
      heard += mineHeard;
      heardNs += mineNs;
      slowestNs = mineHeard == 0 ? slowestNs : Math.max(slowestNs, mineNs / mineHeard);
    }
    if (said > 0) {
      double mean = (double) said / now.length;
      busiest.dataPoint(point(crowd, window, most / mean));
      idlest.dataPoint(point(crowd, window, fewest / mean));
    }
    if (heardNs > 0) {
      slowest.dataPoint(point(crowd, window, slowestNs / (heardNs / heard)));
    }
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(
      TargetCrowd crowd, String window, double value) {
    return new GaugeSnapshot.GaugeDataPointSnapshot(
        value, Labels.of("target", crowd.target().id(), "window", window), null);
  }

  private CounterSnapshot counter(String name, String help, ToDoubleFunction<TargetCrowd> value) {
    return Snapshots.counter(
        name, help, crowds, crowd -> Labels.of("target", crowd.target().id()), value);
  }

  private CounterSnapshot faults() {
    List<Map.Entry<TargetCrowd, String>> keys =
        crowds.stream()
            .flatMap(crowd -> FAULTS.keySet().stream().map(fault -> Map.entry(crowd, fault)))
            .collect(Collectors.toList());
    return Snapshots.counter(
        "jitterlab_load_faults",
        "Answers that were wrong: a sound server has none.",
        keys,
        key -> Labels.of("target", key.getKey().target().id(), "fault", key.getValue()),
        key -> FAULTS.get(key.getValue()).apply(key.getKey().faults()).sum());
  }
}

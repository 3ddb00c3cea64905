package dev.jitterlab.lab;

import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Rows of samples.duckdb, one round a second, both ends of the window included. */
final class SamplesFixture {
  static final int CORES = 2;

  private static final String STEPS = "jitterlab_load_step_requests_total";

  private final double requestsPerSecond;
  private final List<Sample> rows = new ArrayList<>();

  /**
   * No rows yet.
   *
   * @param requestsPerSecond what each server is offered
   */
  SamplesFixture(double requestsPerSecond) {
    this.requestsPerSecond = requestsPerSecond;
  }

  /** What the machine's cores did. */
  void machine(double from, double to, double steal, double busy, double latenessSeconds) {
    for (double at = from; at <= to; at++) {
      rows.add(new Sample(at, "machine", "lab_scrape_lateness_seconds", "", latenessSeconds));
      for (int cpu = 0; cpu < CORES; cpu++) {
        core(at, cpu, "user", (busy - steal) * (at - from));
        core(at, cpu, "steal", steal * (at - from));
        core(at, cpu, "idle", (1 - busy) * (at - from));
      }
    }
  }

  private void core(double at, int cpu, String state, double seconds) {
    String labels = "cpu=\"" + cpu + "\",state=\"" + state + "\"";
    rows.add(
        new Sample(at, "machine", "lab_machine_cpu_seconds_total", labels, 1_000 * cpu + seconds));
  }

  /** The second core has another number. */
  void renumberSecondCore(int number) {
    rows.replaceAll(
        row ->
            isOfCore(row, "cpu=\"1\"")
                ? new Sample(
                    row.at(),
                    row.source(),
                    row.metric(),
                    row.labels().replace("cpu=\"1\"", "cpu=\"" + number + '"'),
                    row.value())
                : row);
  }

  /** The core was offline until then. */
  void offline(String core, double until) {
    rows.removeIf(row -> isOfCore(row, core) && row.at() <= until);
  }

  private static boolean isOfCore(Sample row, String core) {
    return row.metric().equals("lab_machine_cpu_seconds_total") && row.labels().startsWith(core);
  }

  /** For a second the hypervisor has these cores; counters stay that much higher. */
  void stealSecond(String core, double second, double to) {
    rows.replaceAll(
        row ->
            isOfCore(row, core)
                    && row.labels().endsWith("state=\"steal\"")
                    && row.at() > second
                    && row.at() <= to
                ? new Sample(row.at(), row.source(), row.metric(), row.labels(), row.value() + 1)
                : row);
  }

  /** What else the lab samples; the whole run is in the lab's session here. */
  void run(double from, double to, double cpuShare, double swappedPagesPerSecond, double dropped) {
    counter("lab", "lab_session_cpu_seconds_total", from, to, CORES * cpuShare);
    counter("machine", "lab_machine_swapped_pages_total", from, to, swappedPagesPerSecond);
    for (double at = from; at <= to; at++) {
      rows.add(new Sample(at, "machine", "lab_samples_dropped_total", "", dropped));
    }
    other("make", 7, from, to, 0.05);
  }

  /** A process that is not the run's uses that share of the machine. */
  void other(String command, int pid, double from, double to, double share) {
    String labels = "command=\"" + command + "\",pid=\"" + pid + '"';
    for (double at = from; at <= to; at++) {
      double seconds = CORES * share * (at - from);
      rows.add(new Sample(at, "machine", "lab_other_cpu_seconds_total", labels, seconds));
    }
  }

  /** Another run of Jitterlab is seen then. */
  void otherLab(double at) {
    rows.add(new Sample(at, "machine", LabMetrics.OTHER_LABS, "pid=\"77\"", 1));
  }

  void frequency(double from, double to, double hertz) {
    for (double at = from; at <= to; at++) {
      for (int cpu = 0; cpu < CORES; cpu++) {
        String labels = "cpu=\"" + cpu + '"';
        rows.add(new Sample(at, "machine", "lab_machine_cpu_hertz", labels, hertz));
      }
    }
  }

  /** A counter that grows evenly; replaces what is there. */
  void counter(String source, String metric, double from, double to, double perSecond) {
    rows.removeIf(
        row ->
            row.source().equals(source)
                && row.metric().equals(metric)
                && row.at() >= from
                && row.at() <= to);
    for (double at = from; at <= to; at++) {
      rows.add(new Sample(at, source, metric, "", 3 + perSecond * (at - from)));
    }
  }

  /** A load generator has counted three requests of a step before, and so many a second. */
  void steps(String loadId, String labels, double from, double to, double perSecond) {
    requests(loadId, STEPS, labels, from, to, perSecond);
  }

  /** From that time on the load has counted nothing of that target. */
  void stepsBeginAnew(String loadId, String target, double from) {
    rows.replaceAll(
        row ->
            row.source().equals(loadId)
                    && row.metric().equals(STEPS)
                    && row.labels().contains(target)
                    && row.at() >= from
                ? new Sample(row.at(), loadId, STEPS, row.labels(), 0)
                : row);
  }

  /** The same of all requests. */
  void outcomes(String loadId, String labels, double from, double to, double perSecond) {
    requests(loadId, "jitterlab_load_outcomes_total", labels, from, to, perSecond);
  }

  /** A load generator has counted so many requests with an outcome from that time on. */
  void outcomesFrom(String loadId, String labels, double from, double to, double at, double count) {
    for (double now = from; now <= to; now++) {
      rows.add(
          new Sample(now, loadId, "jitterlab_load_outcomes_total", labels, now >= at ? count : 0));
    }
  }

  private void requests(
      String loadId, String metric, String labels, double from, double to, double perSecond) {
    for (double at = from; at <= to; at++) {
      rows.add(new Sample(at, loadId, metric, labels, 3 + perSecond * (at - from)));
    }
  }

  /** A load generator that checks answers has counted so many wrong ones of that kind. */
  void faults(String loadId, String id, String fault, double from, double to, double count) {
    String labels = "fault=\"" + fault + "\",target=\"" + id + "\"";
    for (double at = from; at <= to; at++) {
      rows.add(new Sample(at, loadId, "jitterlab_load_faults_total", labels, count));
    }
  }

  /** From that time on the counter is greater by so much. */
  void step(String source, String metric, double at, double more) {
    rows.replaceAll(
        row ->
            row.source().equals(source) && row.metric().equals(metric) && row.at() >= at
                ? new Sample(row.at(), source, metric, row.labels(), row.value() + more)
                : row);
  }

  /** No late tick was counted so far. */
  void withoutLate() {
    rows.removeIf(row -> row.metric().equals("jitterlab_ticks_late_total"));
  }

  /** All late ticks above 1.1 periods come in that measured second: so many. */
  void lateIn(String id, double from, double to, int second, double count) {
    rows.removeIf(
        row ->
            row.source().equals(id)
                && row.metric().equals("jitterlab_ticks_late_total")
                && row.labels().equals("threshold=\"1.1\""));
    for (double at = from; at <= to; at++) {
      late(at, id, "1.1", at - from > second ? count : 0);
    }
  }

  /** That share of all its ticks is late, whatever the threshold. */
  void late(String id, double from, double to, double ticksPerSecond, double share) {
    rows.removeIf(
        row -> row.source().equals(id) && row.metric().equals("jitterlab_ticks_late_total"));
    for (double at = from; at <= to; at++) {
      for (String threshold : LateTicks.THRESHOLDS) {
        late(at, id, threshold, ticksPerSecond * (at - from + 3) * share);
      }
    }
  }

  /** Only what the lab knows of a process is left, and that it was asked. */
  void neverAnswered(String source, double from, double to) {
    rows.removeIf(
        row ->
            row.source().equals(source)
                && (!row.metric().startsWith(LabMetrics.PREFIX)
                    || row.metric().equals(LabMetrics.SCRAPE_SECONDS)));
    for (double at = from; at <= to; at++) {
      rows.add(new Sample(at, source, LabMetrics.SCRAPE_FAILED, "", at - from + 1));
    }
  }

  /** What the lab knows of any process: it used a twentieth of the machine. */
  void process(String id, double from, double to, boolean halfScraped) {
    process(id, from, to, halfScraped, CORES * 0.05);
  }

  void process(String id, double from, double to, boolean halfScraped, double cpuPerSecond) {
    for (double at = from; at <= to; at++) {
      double cpuSeconds = 7 + cpuPerSecond * (at - from);
      rows.add(new Sample(at, id, "lab_process_cpu_seconds_total", "", cpuSeconds));
      rows.add(new Sample(at, id, "lab_observing_cpu_seconds_total", "", cpuSeconds / 10));
      rows.add(new Sample(at, id, "lab_collector_cpu_seconds_total", "", cpuSeconds / 5));
      rows.add(new Sample(at, id, "lab_process_major_faults_total", "", 5));
      rows.add(new Sample(at, id, "lab_process_resident_bytes", "", 200e6 + (at - from)));
      if (!halfScraped || (at - from) % 2 < 1) {
        rows.add(new Sample(at, id, "lab_scrape_seconds", "", 0.004));
      }
    }
  }

  /** What a game server exposes; the late share is that above 1.1 periods. */
  void server(
      String id,
      double from,
      double to,
      double ticksPerSecond,
      double lateShare,
      boolean threadTimes) {
    for (double at = from; at <= to; at++) {
      double ticks = ticksPerSecond * (at - from + 3);
      rows.add(new Sample(at, id, "jitterlab_tick_total_seconds_count", "", ticks));
      late(at, id, "1.1", ticks * lateShare);
      late(at, id, "1.4", ticks * lateShare / 2);
      late(at, id, "2", ticks * lateShare / 10);
      late(at, id, "4", 0);
      lateTickTime(at, id, threadTimes ? ticks * lateShare : 0);
      rows.add(new Sample(at, id, "jitterlab_players", "", 100));
      rows.add(new Sample(at, id, "jitterlab_battles", "", 10));
    }
  }

  /** One battle more a second; every second tick is late from so many battles on. */
  void risingLoad(String id, double from, double to, int carried) {
    rows.removeIf(
        row ->
            row.source().equals(id)
                && (row.metric().equals("jitterlab_battles")
                    || row.metric().equals("jitterlab_ticks_late_total")));
    double late = 0;
    double ticksBefore = 0;
    for (double at = from; at <= to; at++) {
      double battles = at - from;
      double now = at;
      double ticks =
          rows.stream()
              .filter(row -> row.source().equals(id) && row.at() == now)
              .filter(row -> row.metric().equals("jitterlab_tick_total_seconds_count"))
              .findFirst()
              .orElseThrow()
              .value();
      late += battles > carried ? (ticks - ticksBefore) / 2 : 0;
      ticksBefore = ticks;
      late(at, id, "1.1", late);
      rows.add(new Sample(at, id, "jitterlab_battles", "", battles));
    }
  }

  private void late(double at, String id, String threshold, double count) {
    String labels = "threshold=\"" + threshold + "\"";
    rows.add(new Sample(at, id, "jitterlab_ticks_late_total", labels, count));
  }

  /** Late ticks start 4 ms late, 3 of it in the run queue, and take 10 ms, 6 of it on a CPU. */
  private void lateTickTime(double at, String id, double count) {
    thread(at, id, "drift_seconds_count", count);
    thread(at, id, "drift_seconds_sum", count * 0.004);
    thread(at, id, "run_queue_seconds_sum", count * 0.003);
    thread(at, id, "execution_seconds_sum", count * 0.01);
    thread(at, id, "execution_run_queue_seconds_sum", count * 0.001);
    thread(at, id, "cpu_seconds_sum", count * 0.006);
  }

  private void thread(double at, String id, String name, double value) {
    rows.add(new Sample(at, id, "jitterlab_tick_thread_" + name, "sample=\"late\"", value));
  }

  /** What a load process exposes of one server. */
  void load(
      String loadId,
      String target,
      double from,
      double to,
      double plannedShare,
      double sentShare,
      double share) {
    String labels = "target=\"" + target + "\"";
    for (double at = from; at <= to; at++) {
      double offered = requestsPerSecond * (at - from + 3);
      double planned = offered * plannedShare;
      rows.add(new Sample(at, loadId, "jitterlab_load_planned_total", labels, planned));
      rows.add(new Sample(at, loadId, "jitterlab_load_offered_total", labels, offered));
      rows.add(new Sample(at, loadId, "jitterlab_load_sent_total", labels, offered * sentShare));
      rows.add(new Sample(at, loadId, "jitterlab_load_answered_total", labels, offered * share));
    }
  }

  /** Replaces the file. */
  void write(RunDirectory run) throws IOException {
    Files.deleteIfExists(run.samples());
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(rows);
    }
    SampleDatabase.load(run);
  }
}

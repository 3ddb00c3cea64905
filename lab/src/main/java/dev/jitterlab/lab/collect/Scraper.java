package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.changepoint.GrowingSeries;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.machine.GivingWay;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Samples the processes of a block, and the machine, every second: absolute deadlines, each
 * endpoint on a thread of its own, asleep in between. All of them give way to what is measured.
 *
 * <p>The endpoints of a round are asked 20 ms one after the other, not all at once: to answer costs
 * a server some milliseconds of CPU, and on a machine with few cores answers at the same time would
 * leave none for the ticks that are being measured.
 *
 * <p>All samples of one round carry the time at which the round began; that is also what Prometheus
 * does. A regular round may last 900 ms, and one at the bound of a measurement 5 s: what the next
 * second would make good, a bound cannot, and without it every share of the instance is unknown. An
 * endpoint that has not answered by then has failed, which is counted in {@code
 * lab_scrape_failed_total} of its source. A round that begins late, also because it waited for
 * another one, says so in {@code lab_scrape_lateness_seconds}, and the rounds that it overlapped
 * are left out, never caught up on.
 *
 * <p>No endpoint is asked by two rounds at a time: else the later round could be answered first,
 * and counters would seem to fall. So a round waits for the one before. The round at a bound keeps
 * the others waiting for 450 ms at most, so that a server that hangs makes no gap in the samples of
 * its rivals. After that, regular rounds leave out the endpoints that the bound still waits for,
 * and count them as failed.
 *
 * <p>{@link #sampleNow} and {@link #close} may be called by any thread.
 */
public final class Scraper implements AutoCloseable {
  private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);

  /** Warm-ups and durations are whole seconds: their bounds shall fall between two rounds. */
  private static final long FIRST_ROUND_NS = PERIOD_NS / 2;

  private static final int TIMEOUT_MILLIS = 900;

  /**
   * A server whose CPUs are full answers in seconds; then it shall still be known how late it was.
   */
  private static final int BOUND_TIMEOUT_MILLIS = 5000;

  private static final long STAGGER_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_STAGGER_NS = TimeUnit.MILLISECONDS.toNanos(400);

  /**
   * A process whose samples are collected.
   *
   * @param target where it is asked
   * @param process is looked at as its host has it
   * @param regular whether this is done every second; otherwise at the bounds of a measurement only
   */
  public record Source(ScrapeTarget target, HostProcess process, boolean regular) {}

  private final List<Source> sources;
  private final List<HostProcess> unasked;
  private final Host host;
  private final SampleSpool spool;
  private final Time time;
  private final LiveFigures live = new LiveFigures();
  private final LiveMeans executions = new LiveMeans("jitterlab_tick_execution_seconds");
  private final LiveRates cpuTimes = new LiveRates(LabMetrics.PROCESS_CPU);
  private final Map<String, Long> failedScrapes = new ConcurrentHashMap<>();

  /**
   * The sources that the round of a bound still waits for while regular rounds go on, and how many
   * of their scrapes had failed when it began to.
   */
  private final Map<String, Long> pending = new ConcurrentHashMap<>();

  private final ExecutorService requests =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("lab-scrape-", 1).daemon().factory());
  private final int roundTimeoutMillis;
  private final int boundTimeoutMillis;
  private final Thread thread;

  /** The servers that are asked; null for all. */
  private volatile Set<String> attended;

  /** Held for a round; by that of a bound only for half of the time that a regular one may last. */
  private final ReentrantLock round = new ReentrantLock();

  /** Held for the whole round of a bound, and taken before the other lock. */
  private final ReentrantLock bounds = new ReentrantLock();

  /**
   * Begins to sample at once.
   *
   * @param unasked processes that are only looked at, also at how long they waited for a CPU
   * @param spool stays the caller's
   */
  public Scraper(
      List<Source> sources, List<HostProcess> unasked, Host host, SampleSpool spool, Time time) {
    this(sources, unasked, host, spool, time, TIMEOUT_MILLIS, BOUND_TIMEOUT_MILLIS);
  }

  /** For tests, which need not wait as long. */
  Scraper(
      List<Source> sources,
      List<HostProcess> unasked,
      Host host,
      SampleSpool spool,
      Time time,
      int roundTimeoutMillis,
      int boundTimeoutMillis) {
    this.roundTimeoutMillis = roundTimeoutMillis;
    this.boundTimeoutMillis = boundTimeoutMillis;
    this.sources = List.copyOf(sources);
    this.unasked = List.copyOf(unasked);
    this.host = host;
    this.spool = spool;
    this.time = time;
    this.thread = Thread.ofPlatform().name("lab-scraper").daemon().start(this::sampleEverySecond);
  }

  /** The figures to show, kept up to date. */
  public LiveFigures live() {
    return live;
  }

  /** How long ticks took from scrape to scrape, kept up to date. */
  public GrowingSeries executions() {
    return executions;
  }

  /** The CPU time that processes use, in seconds per second, kept up to date. */
  public GrowingSeries cpuTimes() {
    return cpuTimes;
  }

  /**
   * From now on asks these servers, and no others: to answer would wake one that rests. What the
   * host knows of the others is sampled all the same.
   */
  public void attendTo(Set<String> servers) throws InterruptedException {
    round.lockInterruptibly();
    try {
      attended = Set.copyOf(servers);
      executions.breakOff(source -> !isAttended(source));
      cpuTimes.breakOff(source -> !isAttended(source));
    } finally {
      round.unlock();
    }
  }

  private boolean isAttended(String source) {
    Set<String> some = attended;
    return some == null || some.contains(source);
  }

  /**
   * Samples everything once more, beside the regular rounds: the bounds of a measurement. Also what
   * observing and collecting garbage have cost, and what every other process of the machine has
   * used, which would cost too much each second. Waits for a round that is under way.
   *
   * @return the time that the samples carry, in seconds since the epoch
   */
  public double sampleNow() throws InterruptedException {
    Future<Double> at = requests.submit(this::bound);
    try {
      return at.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the bound of a measurement was not sampled", e.getCause());
    } finally {
      at.cancel(true); // where the caller was interrupted
    }
  }

  private double bound() throws InterruptedException {
    GivingWay.begin();
    bounds.lockInterruptibly();
    try (OpenScrapes scrapes = new OpenScrapes(requests)) {
      double at = boundRound(scrapes);
      int restMillis = boundTimeoutMillis - heldMillis();
      long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(restMillis);
      Optional<OpenScrapes.Scrape> next = scrapes.takeNext(untilNs);
      while (next.isPresent()) {
        keepPending(List.of(next.get()), at);
        next = scrapes.takeNext(untilNs);
      }
      keepPending(scrapes.takeRest(), at);
      return at;
    } finally {
      pending.clear(); // where it was interrupted
      bounds.unlock();
    }
  }

  /**
   * How long a round at a bound keeps the others waiting. The next one is due half a second later
   * on the mean: it must not be late because a server hangs.
   */
  private int heldMillis() {
    return Math.min(roundTimeoutMillis / 2, boundTimeoutMillis);
  }

  /** Regular rounds ask these sources again as soon as that is done. */
  private void keepPending(List<OpenScrapes.Scrape> scrapes, double at)
      throws InterruptedException {
    List<Sample> rows = new ArrayList<>();
    addOutcomes(scrapes, at, rows);
    keep(rows);
    scrapes.forEach(scrape -> pending.remove(scrape.source()));
  }

  /** Keeps what has come in the time of a regular round; the rest is pending then. */
  private double boundRound(OpenScrapes scrapes) throws InterruptedException {
    round.lockInterruptibly();
    try {
      double at = time.epochSeconds();
      List<Sample> rows = new ArrayList<>();
      host.sampleSessions(at, rows);
      sources.forEach(source -> source.process().sampleThreads(at, rows));
      look(at, sources, rows);
      ask(at, sources, scrapes, boundTimeoutMillis, rows);
      addOutcomes(scrapes.take(heldMillis()), at, rows);
      for (String source : scrapes.sources()) {
        pending.put(source, failedScrapes.getOrDefault(source, 0L));
      }
      addDropped(at, rows);
      keep(rows);
      return at;
    } finally {
      round.unlock();
    }
  }

  /** Ends the regular rounds; one that is under way is broken off. */
  @Override
  public void close() {
    thread.interrupt();
    requests.shutdownNow();
  }

  private void sampleEverySecond() {
    try {
      GivingWay.begin();
      List<Source> regular = sources.stream().filter(Source::regular).toList();
      long deadlineNs = time.nanoTime() + FIRST_ROUND_NS;
      while (true) {
        time.sleepUntil(deadlineNs);
        regularRound(regular, deadlineNs);
        deadlineNs = nextDeadline(deadlineNs, time.nanoTime());
      }
    } catch (InterruptedException | RejectedExecutionException e) {
      // Closed: while it waited, or in the middle of a round.
    }
  }

  private void regularRound(List<Source> regular, long deadlineNs) throws InterruptedException {
    round.lockInterruptibly();
    try (OpenScrapes scrapes = new OpenScrapes(requests)) {
      double lateSeconds = (time.nanoTime() - deadlineNs) / 1e9;
      double at = time.epochSeconds();
      List<Sample> rows = new ArrayList<>();
      rows.add(new Sample(at, LabMetrics.MACHINE, LabMetrics.SCRAPE_LATENESS, "", lateSeconds));
      look(at, regular, rows);
      ask(at, regular, scrapes, roundTimeoutMillis, rows);
      addOutcomes(scrapes.take(roundTimeoutMillis), at, rows);
      addOutcomes(scrapes.takeRest(), at, rows);
      addDropped(at, rows);
      keep(rows);
    } finally {
      round.unlock();
    }
  }

  /** The first deadline of the grid that is still to come. */
  static long nextDeadline(long deadlineNs, long nowNs) {
    long periodsOver = Math.max(0, (nowNs - deadlineNs) / PERIOD_NS);
    return deadlineNs + (periodsOver + 1) * PERIOD_NS;
  }

  /** What the host knows, whether a server answers or not. */
  private void look(double at, List<Source> looked, List<Sample> rows) {
    host.sample(at, rows);
    unasked.forEach(process -> process.sampleRunQueue(at, rows));
    unasked.forEach(process -> process.sample(at, rows));
    looked.forEach(source -> source.process().sample(at, rows));
  }

  /** Begins the scrapes; one of a pending source has failed already. */
  private void ask(
      double at, List<Source> asked, OpenScrapes scrapes, int timeoutMillis, List<Sample> rows) {
    long staggerNs = Math.min(STAGGER_NS, LONGEST_STAGGER_NS / Math.max(1, asked.size()));
    long turnNs = time.nanoTime();
    for (Source one : asked) {
      ScrapeTarget target = one.target();
      if (target.addresses().isEmpty() || !isAsked(target.source())) {
        continue;
      }
      if (pending.containsKey(target.source())) {
        rows.add(failures(target.source(), at, countFailed(target.source(), 1)));
        continue;
      }
      long thisTurnNs = turnNs;
      scrapes.begin(target.source(), () -> scrape(target, at, thisTurnNs, timeoutMillis));
      turnNs += staggerNs;
    }
  }

  private void addDropped(double at, List<Sample> rows) {
    rows.add(
        new Sample(at, LabMetrics.MACHINE, LabMetrics.SAMPLES_DROPPED, "", spool.droppedRows()));
  }

  private void keep(List<Sample> rows) {
    live.update(rows);
    List<Sample> attendedRows =
        attended == null ? rows : rows.stream().filter(row -> isAttended(row.source())).toList();
    executions.update(attendedRows);
    cpuTimes.update(attendedRows);
    spool.offer(rows);
  }

  /** A load is always asked. */
  private boolean isAsked(String source) {
    return source.startsWith("load/") || isAttended(source);
  }

  private List<Sample> scrape(ScrapeTarget target, double at, long turnNs, int timeoutMillis)
      throws Exception {
    if (time.nanoTime() - turnNs < 0) {
      time.sleepUntil(turnNs);
    }
    long startNs = time.nanoTime();
    GivingWay.begin(); // the thread may have been started by one that does not
    List<Sample> rows = new ArrayList<>();
    for (ExpositionParser.Series series : target.scrape(timeoutMillis)) {
      rows.add(new Sample(at, target.source(), series.name(), series.labels(), series.value()));
    }
    double seconds = (time.nanoTime() - startNs) / 1e9;
    rows.add(new Sample(at, target.source(), LabMetrics.SCRAPE_SECONDS, "", seconds));
    return rows;
  }

  /** The samples of the scrapes, and how many have failed so far, if they succeeded or not. */
  private void addOutcomes(List<OpenScrapes.Scrape> scrapes, double at, List<Sample> rows)
      throws InterruptedException {
    for (OpenScrapes.Scrape scrape : scrapes) {
      int failed = 0;
      try {
        rows.addAll(scrape.get());
      } catch (ExecutionException | CancellationException e) {
        failed = 1;
      }
      long failedSoFar = countFailed(scrape.source(), failed);
      Long before = pending.get(scrape.source()); // later rounds have counted their own since then
      rows.add(failures(scrape.source(), at, before == null ? failedSoFar : before + failed));
    }
  }

  private long countFailed(String source, long failed) {
    return failedScrapes.merge(source, failed, Long::sum);
  }

  private static Sample failures(String source, double at, long failedSoFar) {
    return new Sample(at, source, LabMetrics.SCRAPE_FAILED, "", failedSoFar);
  }
}

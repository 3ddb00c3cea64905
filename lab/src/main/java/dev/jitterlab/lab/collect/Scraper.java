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
import java.util.Set;
import java.util.concurrent.Callable;
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
 * lab_scrape_failed_total} of its source. A round that begins late says so in {@code
 * lab_scrape_lateness_seconds}, and the rounds that it overlapped are left out, never caught up on.
 *
 * <p>Rounds never overlap, the one at the bound of a measurement included: else the later one could
 * ask an endpoint first, and counters would seem to fall.
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
  private final ExecutorService requests =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("lab-scrape-", 1).daemon().factory());
  private final int roundTimeoutMillis;
  private final int boundTimeoutMillis;
  private final Thread thread;

  /** The servers that are asked; null for all. */
  private volatile Set<String> attended;

  /** Held for a round. */
  private final ReentrantLock round = new ReentrantLock();

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
    Future<Double> at = requests.submit(this::boundRound);
    try {
      return at.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the bound of a measurement was not sampled", e.getCause());
    } finally {
      at.cancel(true); // where the caller was interrupted
    }
  }

  private double boundRound() throws InterruptedException {
    GivingWay.begin();
    round.lockInterruptibly();
    try {
      double at = time.epochSeconds();
      List<Sample> rows = new ArrayList<>();
      host.sampleSessions(at, rows);
      sources.forEach(source -> source.process().sampleThreads(at, rows));
      sample(at, sources, rows, boundTimeoutMillis);
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
        long latenessNs = time.nanoTime() - deadlineNs;
        regularRound(regular, latenessNs / 1e9);
        deadlineNs = nextDeadline(deadlineNs, time.nanoTime());
      }
    } catch (InterruptedException | RejectedExecutionException e) {
      // Closed: while it waited, or in the middle of a round.
    }
  }

  private void regularRound(List<Source> regular, double latenessSeconds)
      throws InterruptedException {
    round.lockInterruptibly();
    try {
      double at = time.epochSeconds();
      List<Sample> rows = new ArrayList<>();
      rows.add(new Sample(at, LabMetrics.MACHINE, LabMetrics.SCRAPE_LATENESS, "", latenessSeconds));
      sample(at, regular, rows, roundTimeoutMillis);
    } finally {
      round.unlock();
    }
  }

  /** The first deadline of the grid that is still to come. */
  static long nextDeadline(long deadlineNs, long nowNs) {
    long periodsOver = Math.max(0, (nowNs - deadlineNs) / PERIOD_NS);
    return deadlineNs + (periodsOver + 1) * PERIOD_NS;
  }

  private void sample(double at, List<Source> asked, List<Sample> rows, int timeoutMillis)
      throws InterruptedException {
    host.sample(at, rows);
    unasked.forEach(process -> process.sampleRunQueue(at, rows));
    unasked.forEach(process -> process.sample(at, rows));
    List<ScrapeTarget> scraped = new ArrayList<>();
    List<Callable<List<Sample>>> scrapes = new ArrayList<>();
    long staggerNs = Math.min(STAGGER_NS, LONGEST_STAGGER_NS / Math.max(1, asked.size()));
    long turnNs = time.nanoTime();
    for (Source source : asked) {
      source.process().sample(at, rows);
      if (!source.target().addresses().isEmpty() && isAsked(source.target().source())) {
        long thisTurnNs = turnNs;
        scraped.add(source.target());
        scrapes.add(() -> scrape(source.target(), at, thisTurnNs, timeoutMillis));
        turnNs += staggerNs;
      }
    }
    List<Future<List<Sample>>> answers =
        requests.invokeAll(scrapes, timeoutMillis, TimeUnit.MILLISECONDS);
    for (int i = 0; i < answers.size(); i++) {
      rows.addAll(outcome(answers.get(i), scraped.get(i).source(), at));
    }
    rows.add(
        new Sample(at, LabMetrics.MACHINE, LabMetrics.SAMPLES_DROPPED, "", spool.droppedRows()));
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

  /** The samples of a scrape, and how many have failed so far, if it succeeded or not. */
  private List<Sample> outcome(Future<List<Sample>> answer, String source, double at)
      throws InterruptedException {
    List<Sample> rows = new ArrayList<>();
    boolean failed = false;
    try {
      rows.addAll(answer.get());
    } catch (ExecutionException | CancellationException e) {
      failed = true;
    }
    long failedSoFar = failedScrapes.merge(source, failed ? 1L : 0L, Long::sum);
    rows.add(new Sample(at, source, LabMetrics.SCRAPE_FAILED, "", failedSoFar));
    return rows;
  }
}

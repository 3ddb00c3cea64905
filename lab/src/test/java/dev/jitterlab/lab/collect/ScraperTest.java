package dev.jitterlab.lab.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against real endpoints; the regular rounds are stopped by a clock that stands still. */
class ScraperTest {
  private static final long SECOND_NS = 1_000_000_000;

  @TempDir private Path folder;
  private final FakeHost host = new FakeHost(STOPPED);
  private final CountDownLatch released = new CountDownLatch(1);

  /** The thread of the rounds sleeps for good, so that only {@code sampleNow} samples. */
  private static final Time STOPPED =
      new Time() {
        @Override
        public long nanoTime() {
          return 0;
        }

        @Override
        public double epochSeconds() {
          return 1000;
        }

        @Override
        public void sleepUntil(long deadlineNs) throws InterruptedException {
          if (Thread.currentThread().getName().equals("lab-scraper")) {
            new CountDownLatch(1).await();
          }
        }
      };

  @Test
  void keepsToTheGridAndLeavesOutRoundsThatItMissed() {
    assertEquals(5 + SECOND_NS, Scraper.nextDeadline(5, 5));
    assertEquals(5 + SECOND_NS, Scraper.nextDeadline(5, 5 + SECOND_NS - 1));
    assertEquals(5 + 2 * SECOND_NS, Scraper.nextDeadline(5, 5 + SECOND_NS));
    assertEquals(5 + 4 * SECOND_NS, Scraper.nextDeadline(5, 5 + 3 * SECOND_NS + 7));
  }

  @Test
  void keepsToTheGridWhenNanoTimeOverflows() {
    long deadlineNs = Long.MAX_VALUE - 3;

    assertEquals(deadlineNs + SECOND_NS, Scraper.nextDeadline(deadlineNs, deadlineNs + 10));
  }

  @Test
  void filesTheSamplesOfEachSourceAndCountsFailedScrapes() throws Exception {
    HttpServer good = serve("jitterlab_players 7\n");
    HttpServer malformed = serve("jitterlab_players seven\n");
    RunDirectory run = new RunDirectory(folder);
    try (SampleSpool spool = new SampleSpool(run);
        Scraper scraper =
            new Scraper(
                List.of(
                    source("pool/1", good, true),
                    source("pool/2", malformed, true),
                    source("load/1", good, true)),
                List.of(host.process("control/1")),
                host,
                spool,
                STOPPED)) {
      scraper.sampleNow();
      assertEquals(1000, scraper.sampleNow());
      assertEquals(7, scraper.live().players().orElseThrow(), "those of servers only");
    } finally {
      good.stop(0);
      malformed.stop(0);
    }

    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          Optional.of(7.0),
          samples.max("pool/1", "jitterlab_players", MeasuredWindows.of(0, 2000)));
      assertEquals(
          Optional.of(2.0),
          samples.max("pool/2", "lab_scrape_failed_total", MeasuredWindows.of(0, 2000)));
      assertEquals(
          Optional.of(0.0),
          samples.max("pool/1", "lab_scrape_failed_total", MeasuredWindows.of(0, 2000)));
      assertEquals(
          Optional.empty(),
          samples.max("pool/2", LabMetrics.SCRAPE_SECONDS, MeasuredWindows.of(0, 2000)));
      assertTrue(
          samples.max("pool/2", "lab_process_cpu_seconds_total", MeasuredWindows.of(0, 2000)).get()
              > 0);
      assertEquals(
          Optional.of(0.0),
          samples.max("machine", "lab_samples_dropped_total", MeasuredWindows.of(0, 2000)));
    }
  }

  /** Two rounds, each a second after the other, without waiting. */
  @Test
  void asksAnIrregularEndpointAtTheBoundsOnly() throws Exception {
    HttpServer good = serve("jitterlab_players 7\n");
    RunDirectory run = new RunDirectory(folder);
    CountDownLatch round = new CountDownLatch(3);
    Time counting =
        new Time() {
          @Override
          public long nanoTime() {
            return 0;
          }

          @Override
          public double epochSeconds() {
            return 1000 - round.getCount();
          }

          @Override
          public void sleepUntil(long deadlineNs) throws InterruptedException {
            round.countDown();
            if (round.getCount() == 0) {
              new CountDownLatch(1).await();
            }
          }
        };
    try (SampleSpool spool = new SampleSpool(run);
        Scraper scraper =
            new Scraper(List.of(source("pool/1", good, false)), List.of(), host, spool, counting)) {
      assertTrue(round.await(30, TimeUnit.SECONDS), "three rounds");
      scraper.sampleNow();
    } finally {
      good.stop(0);
    }

    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      assertEquals(1, samples.series("pool/1", "jitterlab_players", null, 0, 2000).size());
      assertEquals(
          1, samples.series("pool/1", "lab_process_cpu_seconds_total", null, 0, 2000).size());
      assertEquals(
          2, samples.series("machine", "lab_scrape_lateness_seconds", null, 0, 2000).size());
    }
  }

  @Test
  void doesNotWaitForAnEndpointThatNeverAnswers() throws Exception {
    HttpServer silent = serve("");
    silent.removeContext("/");
    silent.createContext(
        "/",
        exchange -> {
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    RunDirectory run = new RunDirectory(folder);
    try (SampleSpool spool = new SampleSpool(run);
        Scraper scraper =
            new Scraper(
                List.of(source("pool/1", silent, true)),
                List.of(),
                host,
                spool,
                STOPPED,
                300,
                300)) {
      scraper.sampleNow();
    } finally {
      released.countDown();
      silent.stop(0);
    }

    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          Optional.of(1.0),
          samples.max("pool/1", "lab_scrape_failed_total", MeasuredWindows.of(0, 2000)));
    }
  }

  /** Regular rounds have no time at all here; without a bound, all shares are unknown. */
  @Test
  void waitsLongerForTheBoundOfAMeasurement() throws Exception {
    HttpServer server = serve("answers_total 1\n");
    RunDirectory run = new RunDirectory(folder);
    try (SampleSpool spool = new SampleSpool(run);
        Scraper scraper =
            new Scraper(
                List.of(source("pool/1", server, true)),
                List.of(),
                host,
                spool,
                STOPPED,
                0,
                60_000)) {
      scraper.sampleNow();
    } finally {
      server.stop(0);
    }

    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      assertEquals(1, samples.series("pool/1", "answers_total", "", 0, 1e9).size());
    }
  }

  /** The endpoint counts its answers; the first of a round is held back while another wants one. */
  @Test
  void asksNobodyTwiceAtATimeSoThatNoCounterSeemsToFall() throws Exception {
    AtomicInteger answers = new AtomicInteger();
    CountDownLatch asked = new CountDownLatch(1);
    HttpServer counting = serve("");
    counting.removeContext("/");
    counting.createContext(
        "/",
        exchange -> {
          if (asked.getCount() > 0) {
            asked.countDown();
            awaitRelease();
          }
          byte[] body = ("answers_total " + answers.incrementAndGet() + "\n").getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    RunDirectory run = new RunDirectory(folder);
    OneRound oneRound = new OneRound();
    try (SampleSpool spool = new SampleSpool(run);
        Scraper scraper =
            new Scraper(
                List.of(source("pool/1", counting, true)), List.of(), host, spool, oneRound)) {
      assertTrue(asked.await(60, TimeUnit.SECONDS), "the round has begun");
      FutureTask<Double> bound = new FutureTask<>(scraper::sampleNow);
      Thread thread = Thread.ofPlatform().start(bound);
      while (thread.isAlive() && !isHeldBackIn("boundRound")) {
        Thread.onSpinWait();
      }
      released.countDown();
      bound.get(60, TimeUnit.SECONDS);
      assertTrue(oneRound.isOver.await(60, TimeUnit.SECONDS), "or its samples are not there");
    } finally {
      released.countDown();
      counting.stop(0);
    }

    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      List<Double> values =
          samples.series("pool/1", "answers_total", "", 0, 1e9).stream()
              .map(SamplesReader.Point::value)
              .toList();
      assertEquals(List.of(1.0, 2.0), values);
    }
  }

  /** The one that hangs is asked once; its rival goes on to be sampled. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aServerThatHangsAtABoundMakesNoGapInTheSamplesOfItsRival() throws Exception {
    ToldRounds rounds = new ToldRounds();
    AtomicInteger asked = new AtomicInteger();
    HttpServer bad =
        serve(
            () -> {
              asked.incrementAndGet();
              rounds.begin.countDown();
              awaitRelease();
              return "answers_total 1\n";
            });
    AtomicInteger answers = new AtomicInteger();
    HttpServer good = serve(() -> "jitterlab_players " + answers.incrementAndGet() + "\n");
    RunDirectory run = new RunDirectory(folder);
    double at;
    try (SampleSpool spool = new SampleSpool(run);
        Scraper scraper =
            new Scraper(
                List.of(source("bad/1", bad, true), source("good/1", good, true)),
                List.of(),
                host,
                spool,
                rounds,
                500,
                600_000)) {
      FutureTask<Double> bound = new FutureTask<>(scraper::sampleNow);
      Thread.ofPlatform().daemon().start(bound);
      while (scraper.live().players().orElse(0) < 2) { // the first answer is the bound's
        TimeUnit.MILLISECONDS.sleep(10);
      }
      rounds.stopped.set(true);
      assertFalse(bound.isDone(), "it still waits for the other one");
      assertEquals(1, asked.get(), "nobody is asked twice at a time");
      released.countDown();
      at = bound.get(60, TimeUnit.SECONDS);
      assertTrue(rounds.isOver.await(60, TimeUnit.SECONDS), "or its samples are not there");
    } finally {
      released.countDown();
      bad.stop(0);
      good.stop(0);
    }

    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      assertFalse(samples.series("good/1", "jitterlab_players", "", at + 0.5, 1e9).isEmpty());
      assertEquals(1, samples.series("good/1", "jitterlab_players", "", at, at).size());
      assertEquals(1, samples.series("bad/1", "answers_total", "", at, at).size());
      List<Double> failed =
          samples.series("bad/1", LabMetrics.SCRAPE_FAILED, "", 0, 1e9).stream()
              .map(SamplesReader.Point::value)
              .toList();
      assertEquals(0.0, failed.getFirst(), "the bound's own did not");
      assertTrue(failed.getLast() >= 1, "regular rounds went on without it: " + failed);
      assertEquals(failed.stream().sorted().toList(), failed);
    }
  }

  /** Three seconds go by until the endpoint answers the bound, and the round can begin. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aRoundThatWaitedForABoundIsLate() throws Exception {
    ToldRounds rounds = new ToldRounds();
    HttpServer server =
        serve(
            () -> {
              rounds.begin.countDown();
              awaitRelease();
              return "answers_total 1\n";
            });
    RunDirectory run = new RunDirectory(folder);
    try (SampleSpool spool = new SampleSpool(run);
        Scraper scraper =
            new Scraper(
                List.of(source("pool/1", server, true)),
                List.of(),
                host,
                spool,
                rounds,
                600_000,
                600_000)) {
      FutureTask<Double> bound = new FutureTask<>(scraper::sampleNow);
      Thread.ofPlatform().daemon().start(bound);
      while (!isHeldBackIn("regularRound")) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      rounds.stopped.set(true);
      rounds.nowNs.addAndGet(3 * SECOND_NS);
      released.countDown();
      double unused = bound.get(60, TimeUnit.SECONDS);
      assertTrue(rounds.isOver.await(60, TimeUnit.SECONDS), "or its samples are not there");
    } finally {
      released.countDown();
      server.stop(0);
    }

    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          List.of(3.0),
          samples.series("machine", LabMetrics.SCRAPE_LATENESS, "", 0, 1e9).stream()
              .map(SamplesReader.Point::value)
              .toList());
    }
  }

  /** Whether that method of some thread waits for the lock that another round holds. */
  private static boolean isHeldBackIn(String method) {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            stack ->
                IntStream.range(1, stack.length)
                    .anyMatch(
                        i ->
                            stack[i].getMethodName().equals(method)
                                && stack[i - 1].getMethodName().equals("lockInterruptibly")));
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One regular round, then none; a second goes by with every look at the clock. */
  private static final class OneRound implements Time {
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    final CountDownLatch isOver = new CountDownLatch(1);

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public double epochSeconds() {
      return looks.incrementAndGet();
    }

    @Override
    public void sleepUntil(long deadlineNs) throws InterruptedException {
      if (over.getAndSet(true)) {
        isOver.countDown();
        new CountDownLatch(1).await();
      }
    }
  }

  /**
   * Regular rounds that begin once they are told to, one after the other and in time, until they
   * are stopped; a second goes by on the wall clock with every look at it.
   */
  private static final class ToldRounds implements Time {
    private final AtomicInteger looks = new AtomicInteger();
    final AtomicLong nowNs = new AtomicLong();
    final CountDownLatch begin = new CountDownLatch(1);
    final AtomicBoolean stopped = new AtomicBoolean();
    final CountDownLatch isOver = new CountDownLatch(1);

    @Override
    public long nanoTime() {
      return nowNs.get();
    }

    @Override
    public double epochSeconds() {
      return looks.incrementAndGet();
    }

    @Override
    public void sleepUntil(long deadlineNs) throws InterruptedException {
      if (!Thread.currentThread().getName().equals("lab-scraper")) {
        return;
      }
      begin.await();
      if (stopped.get()) {
        isOver.countDown();
        new CountDownLatch(1).await();
      }
      nowNs.set(deadlineNs);
    }
  }

  private Scraper.Source source(String id, HttpServer server, boolean regular) {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
    return new Scraper.Source(new ScrapeTarget(id, List.of(address)), host.process(id), regular);
  }

  private static HttpServer serve(String text) throws Exception {
    return serve(() -> text);
  }

  private static HttpServer serve(Supplier<String> text) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor()); // answers side by side
    server.createContext(
        "/",
        exchange -> {
          byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }
}

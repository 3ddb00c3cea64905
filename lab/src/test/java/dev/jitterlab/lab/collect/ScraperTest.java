package dev.jitterlab.lab.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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
      while (thread.isAlive() && !isABoundHeldBack()) {
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

  /** Whether a thread that samples a bound waits for the lock that a round holds. */
  private static boolean isABoundHeldBack() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            stack ->
                IntStream.range(1, stack.length)
                    .anyMatch(
                        i ->
                            stack[i].getMethodName().equals("boundRound")
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

  private Scraper.Source source(String id, HttpServer server, boolean regular) {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
    return new Scraper.Source(new ScrapeTarget(id, List.of(address)), host.process(id), regular);
  }

  private static HttpServer serve(String text) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor()); // answers side by side
    server.createContext(
        "/",
        exchange -> {
          byte[] body = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }
}

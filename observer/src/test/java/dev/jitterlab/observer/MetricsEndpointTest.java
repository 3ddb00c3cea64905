package dev.jitterlab.observer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.tick.ExecutionBudget;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.WaitingPeriods;
import dev.jitterlab.tick.admission.AdmissionGovernor;
import dev.jitterlab.tick.admission.AdmissionLimits;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsEndpointTest {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final TickRecorder recorder = new TickRecorder();

  @Test
  void showsRealTicksBesideTheJvmsOwnMetrics() throws Exception {
    TickMetrics.register(registry, recorder, () -> 0);
    runTicks(3);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String text = get(endpoint.uri(), "text/plain");

      assertTrue(value(text, "jitterlab_ticks_total") >= 3, text);
      assertEquals(
          value(text, "jitterlab_ticks_total"),
          value(text, "jitterlab_tick_execution_seconds_count"));
      assertEquals(
          value(text, "jitterlab_ticks_total"), value(text, "jitterlab_tick_drift_seconds_count"));
      assertEquals(
          value(text, "jitterlab_ticks_total") - 1,
          value(text, "jitterlab_tick_total_seconds_count"));
      assertEquals(0, value(text, "jitterlab_ticks_failed_total"));
      assertTrue(value(text, "process_cpu_seconds_total") > 0, text);
      assertTrue(text.contains("jitterlab_ticks_late_total{threshold=\"1.1\"} "), text);
      assertTrue(text.contains("jitterlab_tick_total_seconds_bucket{le=\"0.055\"} "), text);
    }
  }

  @Test
  void showsPeriodsThatWaitForATickThatHangs() throws Exception {
    TickMetrics.register(registry, recorder, () -> 0, () -> WaitingPeriods.of(7, 50_000_000));
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String text = get(endpoint.uri(), "text/plain");

      assertEquals(7, value(text, "jitterlab_ticks_waiting"));
      assertEquals(0.05, value(text, "jitterlab_tick_waiting_seconds"));
    }
  }

  @Test
  void showsWhatWasDoneAboutLateTicks() throws Exception {
    TickMetrics.register(registry, recorder, () -> 0);
    CountDownLatch ticks = new CountDownLatch(2);
    TickSchedulers schedulers = TickSchedulers.named("scheduled-pool").listener(recorder);
    try (TickScheduler scheduler = schedulers.create()) {
      TaskOptions skip = TaskOptions.defaults().latePolicy(LatePolicy.skip());
      scheduler.start(
          "battle",
          Rate.hz(1000),
          skip,
          tick -> {
            long endNs = System.nanoTime() + (tick.index() == 0 ? 5_000_000 : 0);
            while (System.nanoTime() - endNs < 0) {
              Thread.onSpinWait();
            }
            ticks.countDown();
          });
      ticks.await();
    }
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String text = get(endpoint.uri(), "text/plain");

      assertTrue(value(text, "jitterlab_ticks_missed_total{action=\"skip\"}") >= 4, text);
      assertTrue(value(text, "jitterlab_tick_late_actions_total{action=\"skip\"}") >= 1, text);
      assertEquals(0, value(text, "jitterlab_ticks_missed_total{action=\"coalesce\"}"), text);
      assertEquals(0, value(text, "jitterlab_ticks_reanchored_total"), text);
    }
  }

  @Test
  void showsTicksOverBudgetAndTasksInQuarantine() throws Exception {
    CountDownLatch quarantined = new CountDownLatch(1);
    TickListener listener =
        tick -> {
          if (tick.isQuarantined()) {
            quarantined.countDown();
          }
        };
    TickSchedulers schedulers =
        TickSchedulers.named("partitioned").threads(1).listener(recorder.andThen(listener));
    try (TickScheduler scheduler = schedulers.create()) {
      TickMetrics.register(registry, recorder, scheduler);
      ExecutionBudget budget = ExecutionBudget.ofNs(1).quarantineAfter(1, 1);
      scheduler.start(
          "battle",
          Rate.hz(1000),
          TaskOptions.defaults().budget(budget),
          tick -> {
            long endNs = System.nanoTime() + 2;
            while (System.nanoTime() - endNs < 0) {
              Thread.onSpinWait();
            }
          });
      quarantined.await();
      try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
        String text = get(endpoint.uri(), "text/plain");

        assertTrue(value(text, "jitterlab_ticks_over_budget_total") >= 2, text);
        assertEquals(1, value(text, "jitterlab_tasks_quarantined"), text);
        assertEquals(
            1, value(text, "jitterlab_tick_budget_actions_total{action=\"quarantine\"}"), text);
        assertEquals(
            0, value(text, "jitterlab_tick_budget_actions_total{action=\"release\"}"), text);
      }
    }
  }

  @Test
  void showsWhatTheGovernorMeasuresAndAnswers() throws Exception {
    AdmissionGovernor governor = new AdmissionGovernor(1, AdmissionLimits.defaults());
    AdmissionMetrics.register(registry, governor);
    Rate hz20 = Rate.hz(20);
    assertTrue(governor.mayStart(hz20).isGranted());
    assertFalse(governor.mayStart(hz20).isGranted());
    assertFalse(governor.mayStart(hz20, 36_000_000).isGranted());
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String text = get(endpoint.uri(), "text/plain");

      assertEquals(0, value(text, "jitterlab_admission_utilisation_ratio"), text);
      assertEquals(1, value(text, "jitterlab_admission_grants_total"), text);
      assertEquals(
          1, value(text, "jitterlab_admission_refusals_total{reason=\"unmeasured\"}"), text);
      assertEquals(
          1, value(text, "jitterlab_admission_refusals_total{reason=\"utilisation\"}"), text);
      assertEquals(0, value(text, "jitterlab_admission_refusals_total{reason=\"drift\"}"), text);
    }
  }

  @Test
  void showsWhatLateTicksWaitedFor() throws Exception {
    TickMetrics.register(registry, recorder, () -> 0);
    CountDownLatch ticks = new CountDownLatch(3);
    Optional<String> off;
    TickSchedulers schedulers = TickSchedulers.named("partitioned").threads(1).listener(recorder);
    try (TickScheduler scheduler = schedulers.create()) {
      off = scheduler.threadTimesOff();
      scheduler.start(
          "battle",
          Rate.hz(1000),
          tick -> {
            long endNs = System.nanoTime() + 5_000_000; // so that the next one starts late
            while (System.nanoTime() - endNs < 0) {
              Thread.onSpinWait();
            }
            ticks.countDown();
          });
      ticks.await();
    }
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String text = get(endpoint.uri(), "text/plain");

      String late = "{sample=\"late\"}";
      double count = value(text, "jitterlab_tick_thread_cpu_seconds_count" + late);
      double cpu = value(text, "jitterlab_tick_thread_cpu_seconds_sum" + late);
      double execution = value(text, "jitterlab_tick_thread_execution_seconds_sum" + late);
      assertEquals(off.isEmpty(), count >= 2, text);
      assertEquals(off.isEmpty(), cpu > 0 && cpu <= execution, text);
      assertEquals(0, value(text, "jitterlab_tick_thread_cpu_seconds_sum{sample=\"on-time\"}"));
    }
  }

  @Test
  void offersOpenMetricsToThoseWhoAskForIt() throws Exception {
    TickMetrics.register(registry, recorder, () -> 7);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String text = get(endpoint.uri(), "application/openmetrics-text; version=1.0.0");

      assertTrue(text.endsWith("# EOF\n"), text);
      assertEquals(7, value(text, "jitterlab_ticks_failed_total"));
    }
  }

  @Test
  void refusesAPortThatIsInUse() throws Exception {
    try (MetricsEndpoint first = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      assertThrows(
          IOException.class,
          () ->
              MetricsEndpoint.start("127.0.0.1", first.uri().getPort(), new PrometheusRegistry()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "localhost, localhost",
    "::1, [::1]",
    "[::1], [::1]",
    "fe80::1%eth0, [fe80::1%eth0]"
  })
  void putsAnAddressOfIpv6IntoBrackets(String host, String inUri) {
    URI uri = MetricsEndpoint.uri(host, 80);

    assertEquals("http://" + inUri + ":80/metrics", uri.toString());
    assertEquals(inUri, uri.getHost());
  }

  @Test
  void canBeScrapedAtAnAddressOfIpv6() throws Exception {
    InetAddress loopback = InetAddress.getByName("::1");
    assumeTrue(
        NetworkInterface.getByInetAddress(loopback) != null,
        "needs `grep -q ^0*1 /proc/net/if_inet6`: an interface with ::1");
    for (String host : List.of("::1", "[::1]")) {
      try (MetricsEndpoint endpoint = MetricsEndpoint.start(host, 0, new PrometheusRegistry())) {
        assertTrue(get(endpoint.uri(), "*/*").contains("jvm_"), host);
      }
    }
  }

  @Test
  void closesItsSocketIfTheHostMakesNoAddress() throws Exception {
    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

    assertThrows(
        IllegalArgumentException.class,
        () -> MetricsEndpoint.start(socket, registry, "no host", pauseMs -> {}));
    assertTrue(socket.isClosed());
  }

  @ParameterizedTest
  @CsvSource({
    "GET /metrics HTTP/1.1, 200",
    "HEAD /metrics HTTP/1.1, 200",
    "GET /metrics?name[]=jvm_info HTTP/1.1, 200",
    "GET /other HTTP/1.1, 404",
    "POST /metrics HTTP/1.1, 405",
    "garbage, 400",
    "GET /metrics SMTP/1.1, 400"
  })
  void answersByTheRequestLine(String requestLine, String status) throws Exception {
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String answer = send(endpoint.uri(), requestLine + "\r\nAccept: */*\r\n\r\n");

      assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }
  }

  @Test
  void showsOnlyTheMetricsThatAreAskedFor() throws Exception {
    TickMetrics.register(registry, recorder, () -> 7);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String answer =
          send(endpoint.uri(), "GET /metrics?name[]=jitterlab_ticks_failed_total HTTP/1.1\r\n\r\n");

      assertTrue(answer.contains("jitterlab_ticks_failed_total 7"), answer);
      assertFalse(answer.contains("jvm_"), answer);
    }
  }

  @Test
  void goesOnAfterARequestThatIsTooLongOrBreaksOff() throws Exception {
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      assertEquals("", send(endpoint.uri(), "GET /" + "x".repeat(10_000)));
      assertEquals("", send(endpoint.uri(), "GET /met"));

      assertTrue(get(endpoint.uri(), "*/*").contains("jvm_"));
    }
  }

  @Test
  void saysWhatFailedWhenMetricsCannotBeCollected() throws Exception {
    Collector broken =
        () -> {
          throw new IllegalStateException("broken gauge");
        };
    registry.register(broken);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      String answer = send(endpoint.uri(), "GET /metrics HTTP/1.1\r\n\r\n");

      assertTrue(answer.startsWith("HTTP/1.1 500 ") && answer.contains("broken gauge"), answer);
    }
  }

  @Test
  void answersAlsoWhenSomeOfTheJvmsMetricsAreRegisteredAlready() throws Exception {
    JvmMemoryMetrics.builder().register(registry);
    GaugeWithCallback.builder()
        .name("jvm_threads_daemon")
        .callback(gauge -> gauge.call(-7))
        .register(registry);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      for (int i = 0; i < 2; i++) {
        String text = get(endpoint.uri(), "*/*");

        assertEquals(-7, value(text, "jvm_threads_daemon"));
        assertTrue(value(text, "jvm_threads_current") > 0, text);
        assertTrue(text.contains("jvm_memory_used_bytes"), text);
        assertTrue(value(text, "process_cpu_seconds_total") > 0, text);
      }
    }
  }

  @Test
  void answersWhileSlowClientsAreStillToSayWhatTheyWant() throws Exception {
    AtomicInteger givenUp = new AtomicInteger();
    List<Socket> slow = new ArrayList<>();
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      for (int i = 0; i < 5; i++) {
        Socket client = new Socket(endpoint.uri().getHost(), endpoint.uri().getPort());
        client.getOutputStream().write("GET /met".getBytes(StandardCharsets.ISO_8859_1));
        slow.add(client);
        Thread waiting = new Thread(() -> awaitEnd(client, givenUp));
        waiting.setDaemon(true);
        waiting.start();
      }
      assertTrue(get(endpoint.uri(), "*/*").contains("jvm_"));
      assertEquals(0, givenUp.get(), "it did not wait for the endpoint to give them up");
    }
    for (Socket client : slow) {
      client.close();
    }
  }

  private static void awaitEnd(Socket client, AtomicInteger ended) {
    try {
      int unused = client.getInputStream().read();
    } catch (IOException e) {
      return; // closed by the test
    }
    ended.incrementAndGet();
  }

  @Test
  void breaksOffAnAnswerThatNobodyReadsWhenItIsClosed() throws Exception {
    GaugeWithCallback.builder()
        .name("large")
        .labelNames("text")
        .callback(gauge -> gauge.call(1, "x".repeat(20_000_000))) // more than sockets hold
        .register(registry);
    try (Socket client = new Socket()) {
      client.setReceiveBufferSize(4_096);
      client.setSoTimeout(60_000);
      try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
        client.connect(new InetSocketAddress("127.0.0.1", endpoint.uri().getPort()));
        client
            .getOutputStream()
            .write("GET /metrics HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals('H', client.getInputStream().read(), "the answer has begun");
      }
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!threadsOfEndpoints().isEmpty() && System.nanoTime() - deadlineNs < 0) {
        Thread.sleep(5);
      }
      assertEquals(List.of(), threadsOfEndpoints());
    }
  }

  private static List<String> threadsOfEndpoints() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("jitterlab-metrics"))
        .collect(Collectors.toList());
  }

  @Test
  void asksForNoProtobufWhereThereIsNone() {
    assertEquals(
        List.of("application/openmetrics-text;version=1.0.0;q=0.8,text/plain;q=0.5", ""),
        ScrapeExchange.withoutProtobuf(
            List.of(
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                    + "encoding=delimited,application/openmetrics-text;version=1.0.0;q=0.8,"
                    + "text/plain;q=0.5",
                "application/vnd.google.protobuf;q=0.3")));
  }

  /** As when a process has no file descriptor left: every accept fails at once. */
  @Test
  void pausesForLongerAndLongerWhileItCannotAccept() throws Exception {
    List<Long> pausesMs = new ArrayList<>();
    CountDownLatch over = new CountDownLatch(1);
    ServerSocket broken =
        new ServerSocket(0, 1, InetAddress.getLoopbackAddress()) {
          @Override
          public Socket accept() throws IOException {
            if (pausesMs.size() == 6) {
              over.countDown();
              close();
            }
            throw new SocketException("Too many open files");
          }
        };
    MetricsEndpoint endpoint = MetricsEndpoint.start(broken, registry, "127.0.0.1", pausesMs::add);
    assertTrue(over.await(60, TimeUnit.SECONDS), () -> "paused " + pausesMs);
    endpoint.close();

    assertEquals(List.of(100L, 200L, 400L, 800L, 1_600L, 2_000L), pausesMs);
  }

  /** As when there was no memory for a moment, or no thread. */
  @Test
  void answersTheNextScrapeAfterAnErrorInAccepting() throws Exception {
    List<Long> pausesMs = new CopyOnWriteArrayList<>();
    ServerSocket fragile =
        new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")) {
          private int calls;

          @Override
          public Socket accept() throws IOException {
            if (++calls <= 2) {
              throw new OutOfMemoryError("of the test");
            }
            return super.accept();
          }
        };
    try (MetricsEndpoint endpoint =
        MetricsEndpoint.start(fragile, registry, "127.0.0.1", pausesMs::add)) {
      assertTrue(get(endpoint.uri(), "*/*").contains("jvm_"));
    }

    assertEquals(List.of(100L, 200L), pausesMs);
  }

  /** As when there is no memory. A server may end itself when any thread ends by an Error. */
  @Test
  void keepsItsThreadsWhenAScrapeFailsByAnError() throws Exception {
    List<Thread> collecting = new CopyOnWriteArrayList<>();
    Collector broken =
        () -> {
          collecting.add(Thread.currentThread());
          throw new OutOfMemoryError("of the test");
        };
    registry.register(broken);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", 0, registry)) {
      while (collecting.size() < 20) { // more than there may be threads
        assertEquals("", send(endpoint.uri(), "GET /metrics HTTP/1.1\r\n\r\n"));
      }
    }

    assertTrue(Set.copyOf(collecting).size() < collecting.size(), "each one ended its thread");
  }

  /** As in a runtime made by jlink without java.management. */
  @Test
  void showsTheOtherMetricsWhereTheJvmHasNone() throws Exception {
    TickMetrics.register(registry, recorder, () -> 7);
    AtomicInteger calls = new AtomicInteger();
    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    try (MetricsEndpoint endpoint =
        MetricsEndpoint.start(
            socket,
            registry,
            "127.0.0.1",
            pauseMs -> {},
            unused -> {
              calls.incrementAndGet();
              throw new NoClassDefFoundError("java/lang/management/ManagementFactory");
            })) {
      for (int i = 0; i < 2; i++) {
        assertEquals(7, value(get(endpoint.uri(), "*/*"), "jitterlab_ticks_failed_total"));
      }
    }

    assertEquals(1, calls.get());
  }

  /** Sends bytes, half-closes, and returns all that comes back. */
  private static String send(URI uri, String request) throws IOException {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException e) {
      return ""; // reset: the request was not read to its end
    }
  }

  private void runTicks(int count) throws InterruptedException {
    CountDownLatch ticks = new CountDownLatch(count);
    TickSchedulers schedulers = TickSchedulers.named("scheduled-pool").threads(1);
    try (TickScheduler scheduler = schedulers.listener(recorder).create()) {
      scheduler.start("battle", Rate.hz(1000), tick -> ticks.countDown());
      ticks.await();
    }
  }

  private static String get(URI uri, String accept) throws IOException {
    URLConnection connection = uri.toURL().openConnection();
    connection.setRequestProperty("Accept", accept);
    connection.setReadTimeout(60_000); // the port of one that has ended still takes connections
    try (InputStream body = connection.getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static double value(String text, String metric) {
    return text.lines()
        .filter(line -> line.startsWith(metric + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(metric.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(metric + " is not in " + text));
  }
}

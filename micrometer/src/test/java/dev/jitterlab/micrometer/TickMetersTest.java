package dev.jitterlab.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.FailureHandler;
import dev.jitterlab.tick.ManualScheduler;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickTask;
import dev.jitterlab.tick.recording.TickRecorder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TickMetersTest {
  private static final Rate RATE = Rate.hz(20); // a period is 50 ms

  private final TickRecorder recorder = new TickRecorder();
  private final TickMeters meters = new TickMeters(recorder, Tags.of("room", "lobby"));

  static Stream<MeterRegistry> registries() {
    return Stream.of(
        new SimpleMeterRegistry(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
  }

  /** Ten ticks of 10 ms each, but that the fifth takes 70 ms. */
  private static void tenTicks(TickListener listener) {
    ManualScheduler scheduler = new ManualScheduler(listener);
    scheduler.start(
        "battle",
        RATE,
        tick -> scheduler.clock().advance((tick.index() == 4 ? 70 : 10) * 1_000_000L));
    int ticks = scheduler.advance(Duration.ofMillis(500));
    assertEquals(10, ticks);
  }

  @ParameterizedTest
  @MethodSource("registries")
  void timesAreThoseOfTheTicks(MeterRegistry registry) {
    meters.bindTo(registry);
    tenTicks(meters);

    assertEquals(10, timer(registry, "execution").count());
    assertEquals(160, timer(registry, "execution").totalTime(TimeUnit.MILLISECONDS), 0.001);
    assertEquals(70, timer(registry, "execution").max(TimeUnit.MILLISECONDS), 0.001);
    assertEquals(9, timer(registry, "wait").count(), "the first tick has no previous end");
    assertEquals(9, timer(registry, "total").count());
    assertEquals(10, timer(registry, "drift").count());
    assertEquals(20, timer(registry, "drift").max(TimeUnit.MILLISECONDS), 0.001);
    assertEquals(0, timer(registry, "drift.early").count());
  }

  @ParameterizedTest
  @MethodSource("registries")
  void countersAreTheRecorders(MeterRegistry registry) {
    meters.bindTo(registry);
    tenTicks(meters);

    assertEquals(10, counter(registry, "jitterlab.ticks"));
    assertEquals(1, counter(registry, "jitterlab.ticks.late", "threshold", "1.1"));
    assertEquals(1, counter(registry, "jitterlab.ticks.late", "threshold", "2"), "40 + 70 ms");
    assertEquals(0, counter(registry, "jitterlab.ticks.late", "threshold", "4"));
    assertEquals(0, counter(registry, "jitterlab.ticks.overdue"));
    assertEquals(
        (double) recorder.overBudgetTicks(), counter(registry, "jitterlab.ticks.over.budget"));
  }

  @Test
  void prometheusShowsTheNamesOfTheObserver() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    meters.bindTo(registry);
    ManualScheduler scheduler = new ManualScheduler(meters);
    new SchedulerMeters(scheduler, Tags.of("room", "lobby")).bindTo(registry);
    scheduler.start("battle", RATE, tick -> {});
    int ticks = scheduler.advance(Duration.ofSeconds(1));

    String page = registry.scrape();
    assertEquals(20, ticks);
    for (String line :
        new String[] {
          "jitterlab_tick_execution_seconds_count{room=\"lobby\"} 20",
          "jitterlab_tick_drift_seconds_count{room=\"lobby\"} 20",
          "jitterlab_tick_wait_seconds_count{room=\"lobby\"} 19",
          "jitterlab_tick_total_seconds_count{room=\"lobby\"} 19",
          "jitterlab_ticks_total{room=\"lobby\"} 20",
          "jitterlab_ticks_late_total{room=\"lobby\",threshold=\"1.1\"} 0",
          "jitterlab_ticks_missed_total{action=\"skip\",room=\"lobby\"} 0",
          "jitterlab_tick_late_actions_total{action=\"skip\",room=\"lobby\"} 0",
          "jitterlab_ticks_overdue_total{room=\"lobby\"} 0",
          "jitterlab_ticks_surplus_total{room=\"lobby\"} 0",
          "jitterlab_ticks_reanchored_total{room=\"lobby\"} 0",
          "jitterlab_ticks_over_budget_total{room=\"lobby\"} 0",
          "jitterlab_tick_budget_actions_total{action=\"quarantine\",room=\"lobby\"} 0",
          "jitterlab_ticks_failed_total{room=\"lobby\"} 0",
          "jitterlab_ticks_taken_over_total{room=\"lobby\"} 0",
          "jitterlab_tick_spin_seconds_total{room=\"lobby\"} 0",
          "jitterlab_tasks_active{room=\"lobby\"} 1",
          "jitterlab_tasks_quarantined{room=\"lobby\"} 0",
          "jitterlab_ticks_waiting{room=\"lobby\"} 0",
          "jitterlab_tick_waiting_seconds{room=\"lobby\"} 0",
        }) {
      assertTrue(
          page.lines().anyMatch(each -> each.equals(line) || each.equals(line + ".0")),
          () -> line + " is not in\n" + page);
    }
  }

  @Test
  void schedulerMetersCountActiveTasksAndFailures() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    ManualScheduler scheduler =
        new ManualScheduler(meters, (tick, failure) -> FailureHandler.Decision.CONTINUE);
    new SchedulerMeters(scheduler).bindTo(registry);
    TickTask failing =
        tick -> {
          throw new IllegalStateException("on purpose");
        };
    scheduler.start("bad", RATE, failing);
    TaskHandle good = scheduler.start("good", RATE, tick -> {});
    assertEquals(2, registry.get("jitterlab.tasks.active").gauge().value());
    int ticks = scheduler.advance(Duration.ofMillis(150));
    good.stop();

    assertEquals(6, ticks);
    assertEquals(1, registry.get("jitterlab.tasks.active").gauge().value());
    assertEquals(3, counter(registry, "jitterlab.ticks.failed"));
  }

  /** No timer has told of it yet. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void thePeriodsOfATickThatHangsAreWaiting() throws InterruptedException {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    AtomicBoolean hangs = new AtomicBoolean(true);
    try (TickScheduler scheduler = TickScheduler.partitioned().workers(1).build()) {
      new SchedulerMeters(scheduler).bindTo(registry);
      scheduler.start(
          "hanging",
          Rate.hz(1_000),
          tick -> {
            while (hangs.get()) {
              LockSupport.parkNanos(1_000_000);
            }
          });
      try {
        while (registry.get("jitterlab.ticks.waiting").gauge().value() < 10) {
          Thread.sleep(1); // the time limit interrupts it
        }
        assertEquals(0.001, registry.get("jitterlab.tick.waiting").gauge().value(), 1e-9);
      } finally {
        hangs.set(false);
      }
    }
  }

  @Test
  void eachOfSeveralRegistriesHasAllTicks() {
    SimpleMeterRegistry first = new SimpleMeterRegistry();
    SimpleMeterRegistry second = new SimpleMeterRegistry();
    meters.bindTo(first);
    meters.bindTo(second);
    tenTicks(meters);

    assertEquals(10, timer(first, "execution").count());
    assertEquals(10, timer(second, "execution").count());
    assertEquals(10, recorder.ticks(), "once, and not once a registry");
  }

  /** Such as by a framework, which binds all meters that it finds, and by hand. */
  @ParameterizedTest
  @MethodSource("registries")
  void aRegistryThatIsBoundTwiceHasEachTickOnce(MeterRegistry registry) {
    meters.bindTo(registry);
    meters.bindTo(registry);
    tenTicks(meters);

    assertEquals(10, timer(registry, "execution").count());
    assertEquals(160, timer(registry, "execution").totalTime(TimeUnit.MILLISECONDS), 0.001);
    assertEquals(10, counter(registry, "jitterlab.ticks"));
  }

  @Test
  void aRegistryThatWasClearedCanBeBoundAgain() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    meters.bindTo(registry);
    registry.clear();
    meters.bindTo(registry);
    tenTicks(meters);

    assertEquals(10, timer(registry, "execution").count());
  }

  @ParameterizedTest
  @MethodSource("registries")
  void allocatesNothingInSteadyState(MeterRegistry registry) {
    meters.bindTo(registry);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long[] bytes = {-1};
    TickListener repeated =
        tick -> {
          for (int i = 0; i < 20_000; i++) {
            meters.onTick(tick);
          }
          long before = threads.getThreadAllocatedBytes(id);
          for (int i = 0; i < 100_000; i++) {
            meters.onTick(tick);
          }
          bytes[0] = threads.getThreadAllocatedBytes(id) - before;
        };
    ManualScheduler scheduler = new ManualScheduler(repeated);
    scheduler.start("battle", RATE, tick -> {});
    int ticks = scheduler.advance(Duration.ofMillis(50));

    assertEquals(1, ticks);
    assertTrue(
        bytes[0] >= 0 && bytes[0] < 10_000, bytes[0] + " bytes in 100,000 ticks of " + registry);
  }

  @Test
  void refusesNull() {
    assertThrows(NullPointerException.class, () -> new TickMeters(null));
    assertThrows(NullPointerException.class, () -> new SchedulerMeters(null));
    assertThrows(NullPointerException.class, () -> meters.bindTo(null));
  }

  private static Timer timer(MeterRegistry registry, String part) {
    return registry.get("jitterlab.tick." + part).tag("room", "lobby").timer();
  }

  private static double counter(MeterRegistry registry, String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }
}

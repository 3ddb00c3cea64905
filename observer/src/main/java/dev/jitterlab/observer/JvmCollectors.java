package dev.jitterlab.observer;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmCompilationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * The metrics of the JVM and the process, without those whose price a tick pays: looking for
 * deadlocks stops every thread, twice a scrape; allocation of memory pools needs a listener that
 * runs after each collection; native memory needs the platform's MBean server, 0.1 s of CPU.
 */
final class JvmCollectors {
  private JvmCollectors() {}

  /** Adds them all; those whose names the registry has already stay as its owner made them. */
  static void register(PrometheusRegistry registry) {
    add(registry, JvmBufferPoolMetrics.builder()::register);
    add(registry, JvmClassLoadingMetrics.builder()::register);
    add(registry, JvmCompilationMetrics.builder()::register);
    add(registry, JvmGarbageCollectorMetrics.builder()::register);
    add(registry, JvmMemoryMetrics.builder()::register);
    add(registry, JvmRuntimeInfoMetric.builder()::register);
    add(registry, ProcessMetrics.builder()::register);
    registerThreads(registry, ManagementFactory.getThreadMXBean());
  }

  private static void add(PrometheusRegistry registry, Consumer<PrometheusRegistry> metrics) {
    try {
      metrics.accept(registry);
    } catch (IllegalArgumentException | IllegalStateException e) {
      System.getLogger(JvmCollectors.class.getName())
          .log(System.Logger.Level.DEBUG, "the registry has some of these metrics", e);
    }
  }

  /** Under the names that Prometheus's own collector has for them. */
  private static void registerThreads(PrometheusRegistry registry, ThreadMXBean threads) {
    gauge(registry, "current", "Threads there are.", threads::getThreadCount);
    gauge(registry, "daemon", "Daemon threads there are.", threads::getDaemonThreadCount);
    gauge(registry, "peak", "Most threads at a time so far.", threads::getPeakThreadCount);
    add(
        registry,
        CounterWithCallback.builder()
                .name("jvm_threads_started_total")
                .help("Threads started so far.")
                .callback(callback -> callback.call((double) threads.getTotalStartedThreadCount()))
            ::register);
  }

  private static void gauge(
      PrometheusRegistry registry, String what, String help, IntSupplier value) {
    add(
        registry,
        GaugeWithCallback.builder()
                .name("jvm_threads_" + what)
                .help(help)
                .callback(callback -> callback.call(value.getAsInt()))
            ::register);
  }
}

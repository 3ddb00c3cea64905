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
import java.util.function.IntSupplier;

/**
 * The metrics of the JVM and the process, without those whose price a tick pays: looking for
 * deadlocks stops every thread, twice a scrape; allocation of memory pools needs a listener that
 * runs after each collection; native memory needs the platform's MBean server, 0.1 s of CPU.
 */
final class JvmCollectors {
  private JvmCollectors() {}

  static void register(PrometheusRegistry registry) {
    JvmBufferPoolMetrics.builder().register(registry);
    JvmClassLoadingMetrics.builder().register(registry);
    JvmCompilationMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmMemoryMetrics.builder().register(registry);
    JvmRuntimeInfoMetric.builder().register(registry);
    ProcessMetrics.builder().register(registry);
    registerThreads(registry, ManagementFactory.getThreadMXBean());
  }

  /** Under the names that Prometheus's own collector has for them. */
  private static void registerThreads(PrometheusRegistry registry, ThreadMXBean threads) {
    gauge(registry, "current", "Threads there are.", threads::getThreadCount);
    gauge(registry, "daemon", "Daemon threads there are.", threads::getDaemonThreadCount);
    gauge(registry, "peak", "Most threads at a time so far.", threads::getPeakThreadCount);
    CounterWithCallback.builder()
        .name("jvm_threads_started_total")
        .help("Threads started so far.")
        .callback(callback -> callback.call((double) threads.getTotalStartedThreadCount()))
        .register(registry);
  }

  private static void gauge(
      PrometheusRegistry registry, String what, String help, IntSupplier value) {
    GaugeWithCallback.builder()
        .name("jvm_threads_" + what)
        .help(help)
        .callback(callback -> callback.call(value.getAsInt()))
        .register(registry);
  }
}

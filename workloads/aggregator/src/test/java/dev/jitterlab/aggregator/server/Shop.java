package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.upstream.BehaviourRules;
import dev.jitterlab.aggregator.upstream.ServiceReplicas;
import dev.jitterlab.aggregator.upstream.TimedRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** An aggregator and its upstream services in this JVM, on real sockets. */
final class Shop implements AutoCloseable {
  final ServiceReplicas services;
  final AggregatorProcess aggregator;

  Shop(String behaviour, Consumer<AggregatorSettings> change) throws IOException {
    services =
        ServiceReplicas.start(
            0, 2, 1, 7, BehaviourRules.parse("*:median=0; " + behaviour), TimedRules.parse(""));
    AggregatorSettings settings = new AggregatorSettings();
    settings.upstreams = services.addresses();
    settings.loops = 2;
    settings.door.lagNs = 0; // how busy the machine is must not decide a test
    settings.door.budgetNs = TimeUnit.SECONDS.toNanos(20);
    settings.longestWaitNs = TimeUnit.SECONDS.toNanos(20);
    settings.callNs = TimeUnit.SECONDS.toNanos(10);
    settings.calls.hedging = false;
    change.accept(settings);
    aggregator = AggregatorProcess.start(settings);
  }

  InetSocketAddress address() {
    return aggregator.address();
  }

  /** Returns the header of a customer who has never been here. */
  String newCustomer() {
    return "Cookie: sid=" + aggregator.sessions().create();
  }

  void behave(String rules) {
    services.change(BehaviourRules.parse(rules));
  }

  RawClient.Reply get(String path, String... headers) throws IOException {
    return RawClient.get(address(), path, headers);
  }

  /** Returns the status of a page; the connection must not fail. */
  int status(String path) {
    try {
      return get(path).status;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for something that another thread does; fails after a minute. */
  static void await(String what, BooleanSupplier done) throws InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - endNs > 0) {
        throw new AssertionError("waited in vain: " + what);
      }
      Thread.sleep(2);
    }
  }

  @Override
  public void close() {
    aggregator.close();
    services.close();
  }
}

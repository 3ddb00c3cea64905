package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.basket.BasketStore;
import dev.jitterlab.aggregator.cache.CachedStock;
import dev.jitterlab.aggregator.cache.FragmentCache;
import dev.jitterlab.aggregator.call.CallException;
import dev.jitterlab.aggregator.call.CallOutcome;
import dev.jitterlab.aggregator.call.UpstreamClient;
import dev.jitterlab.aggregator.door.FrontDoor;
import dev.jitterlab.aggregator.door.RequestLimit;
import dev.jitterlab.aggregator.door.RequestRefusals;
import dev.jitterlab.aggregator.page.PageBook;
import dev.jitterlab.aggregator.page.SignedSessions;
import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.RunningProgram;
import dev.jitterlab.tick.recording.TickRecorder;
import io.netty.channel.EventLoopGroup;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An aggregator with all its parts, put together in {@link #start}, closed in the opposite order.
 */
final class AggregatorProcess extends RunningProgram {
  private final RequestRefusals refusals = new RequestRefusals();
  private RequestFigures figures;
  private RequestLimit limit;
  private Workshop workshop;
  private SignedSessions sessions;
  private UpstreamClient client;
  private FragmentCache cache;
  private FrontDoor door;

  private AggregatorProcess() {}

  /**
   * Opens everything.
   *
   * @throws IOException if a port or file cannot be opened, or the upstream services do not start
   */
  static AggregatorProcess start(AggregatorSettings settings) throws IOException {
    return Parts.open(new AggregatorProcess(), process -> process.open(settings));
  }

  private void open(AggregatorSettings settings) throws IOException {
    figures = new RequestFigures(settings.slowNs);
    workshop = parts.add(workshop(settings));
    List<InetSocketAddress> upstreams = settings.upstreams;
    if (upstreams.isEmpty()) {
      upstreams = parts.add(UpstreamChild.start(settings.upstreamArguments)).addresses();
    }
    BasketStore baskets = parts.add(BasketStore.open(settings.baskets, settings.mostBaskets));
    int count =
        settings.loops == null ? Runtime.getRuntime().availableProcessors() : settings.loops;
    EventLoopGroup loops = NettyTransport.labelled(settings.transport).loops(count, "loop");
    parts.add(
        () -> {
          var unused = loops.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
        });
    client = new UpstreamClient(loops, upstreams, settings.calls);
    cache =
        new FragmentCache(
            settings.cache,
            System::nanoTime,
            failure -> CallException.outcomeOf(failure) == CallOutcome.NOT_FOUND);
    parts.add(
        new CachedStock(
            cache,
            settings.liveMegabytes,
            settings.copiedStrings,
            settings.replaced,
            settings.seed));
    limit =
        new RequestLimit(
            settings.underWay,
            settings.waiting,
            settings.longestWaitNs,
            System::nanoTime,
            (task, afterNs) -> {
              var unused = loops.next().schedule(task, afterNs, TimeUnit.NANOSECONDS);
            });
    sessions = new SignedSessions(baskets.key());
    PageBook book = new PageBook(settings.sites, client, cache, baskets, sessions, settings.callNs);
    addTickLog(new TickRecorder(), figures.times(), settings.tickLog);
    door =
        FrontDoor.open(
            loops,
            settings.door,
            refusals,
            new RequestWork(book, limit, workshop, refusals, figures));
    parts.add(door);
    openMetrics(settings, baskets);
  }

  private void openMetrics(AggregatorSettings settings, BasketStore baskets) throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    UsedFlags flags = new UsedFlags();
    List<MultiCollector> collectors =
        List.of(figures, refusals, limit, client, cache, baskets, flags, this::ofDoor);
    collectors.forEach(registry::register);
    serveMetrics(registry, settings.door.host, settings.metricsPort);
  }

  private MetricSnapshots ofDoor() {
    return new MetricSnapshots(
        Snapshots.gauge("jitterlab_connections", "Open connections.", door.connections()),
        Snapshots.gauge(
            "jitterlab_body_bytes",
            "Bytes of request bodies that are not whole, or wait for their turn.",
            door.bodyBytes()),
        Snapshots.counter(
            "jitterlab_defects",
            "Requests that failed by a defect in the handling of connections.",
            door.failures()));
  }

  private static Workshop workshop(AggregatorSettings settings) throws IOException {
    switch (settings.threads) {
      case "event-loop":
        return new LoopWorkshop();
      case "pool":
        return WaitingWorkshop.pool(settings.poolThreads, settings.underWay);
      case "virtual":
        return WaitingWorkshop.virtual();
      default:
        throw new IllegalArgumentException("no threads " + settings.threads);
    }
  }

  InetSocketAddress address() {
    return door.address();
  }

  RequestRefusals refusals() {
    return refusals;
  }

  RequestFigures figures() {
    return figures;
  }

  RequestLimit limit() {
    return limit;
  }

  Workshop workshop() {
    return workshop;
  }

  SignedSessions sessions() {
    return sessions;
  }

  UpstreamClient client() {
    return client;
  }

  FragmentCache cache() {
    return cache;
  }

  FrontDoor door() {
    return door;
  }
}

package dev.jitterlab.aggregator.upstream;

import dev.jitterlab.load.port.ListeningPort;
import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.program.Parts;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * All services, on some replicas: each replica is a port of the loopback interface and has every
 * service, below {@code /u/}. Their behaviour can be changed while they run. Thread-safe.
 */
public final class ServiceReplicas implements MultiCollector, AutoCloseable {
  private static final int MOST_REQUEST_BYTES = 64 << 10;
  private static final int MOST_CONNECTIONS = 20_000;
  private static final int BACKLOG = 1_024;

  private final MultiThreadIoEventLoopGroup loops;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final List<InetSocketAddress> addresses = new ArrayList<>();
  private final Map<String, Draws> draws = new ConcurrentHashMap<>();
  private final Map<ServiceBehaviour.Fate, LongAdder> fates =
      new EnumMap<>(ServiceBehaviour.Fate.class);
  private final LongAdder outOfBudget = new LongAdder();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final OrderBook orders = new OrderBook();
  private final ServiceCatalogue catalogue;
  private final long seed;
  private volatile BehaviourRules rules;

  private ServiceReplicas(long seed, int threads, BehaviourRules rules) {
    this.seed = seed;
    this.rules = rules;
    catalogue = new ServiceCatalogue(seed);
    for (ServiceBehaviour.Fate fate : ServiceBehaviour.Fate.values()) {
      fates.put(fate, new LongAdder());
    }
    loops =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory("services", true), NioIoHandler.newFactory());
  }

  /**
   * Opens all replicas.
   *
   * @param port that of the first, the others follow it; 0 for any
   * @throws IOException if a port is in use
   */
  public static ServiceReplicas start(
      int port, int replicas, int threads, long seed, BehaviourRules rules, TimedRules changes)
      throws IOException {
    return Parts.open(
        new ServiceReplicas(seed, threads, rules), one -> one.open(port, replicas, changes));
  }

  private void open(int port, int replicas, TimedRules changes) throws IOException {
    for (int replica = 1; replica <= replicas; replica++) {
      open(replica, port == 0 ? 0 : port + replica - 1);
    }
    for (TimedRules.Change change : changes.changes()) {
      var unused =
          loops.schedule(() -> change(change.rules), change.afterMs, TimeUnit.MILLISECONDS);
    }
  }

  private void open(int replica, int port) throws IOException {
    InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    Channel listening = ListeningPort.open(loops, at, BACKLOG, channel -> accept(channel, replica));
    channels.add(listening);
    addresses.add((InetSocketAddress) listening.localAddress());
  }

  private void accept(SocketChannel channel, int replica) {
    if (channels.size() > MOST_CONNECTIONS) {
      refused.increment();
      ChannelFuture unused = channel.close();
      return;
    }
    accepted.increment();
    channels.add(channel);
    channel
        .pipeline()
        .addLast(new HttpServerCodec())
        .addLast(new HttpObjectAggregator(MOST_REQUEST_BYTES, true))
        .addLast(new ServiceHandler(this, replica));
  }

  /** Lets rules hold from now on, before those that are there. */
  public synchronized void change(BehaviourRules more) {
    rules = rules.with(more);
  }

  ServiceBehaviour behaviour(String service, int replica) {
    return rules.of(service, replica);
  }

  Draws draws(String service, int replica) {
    String key = service + '/' + replica;
    Draws known = draws.get(key);
    return known != null
        ? known
        : draws.computeIfAbsent(key, any -> new Draws(seed, service, replica));
  }

  ServiceCatalogue catalogue() {
    return catalogue;
  }

  OrderBook orders() {
    return orders;
  }

  void count(ServiceBehaviour.Fate fate) {
    fates.get(fate).increment();
  }

  void countOutOfBudget() {
    outOfBudget.increment();
  }

  /** Returns where the replicas listen, the first one first. */
  public List<InetSocketAddress> addresses() {
    return List.copyOf(addresses);
  }

  /** Returns how many connections they have accepted. */
  public long connections() {
    return accepted.sum();
  }

  /** Returns how many requests they have got. */
  public long requests() {
    return fates.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns how many requests one service has got. */
  public long requests(String service) {
    return draws.entrySet().stream()
        .filter(one -> one.getKey().startsWith(service + '/'))
        .mapToLong(one -> one.getValue().drawn())
        .sum();
  }

  /** Returns how many orders were taken; one that came again counts once. */
  public long ordersTaken() {
    return orders.taken();
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_service_requests",
            "Requests to the upstream services, by what became of them.",
            fates.keySet(),
            fate -> Labels.of("fate", fate.name().toLowerCase(java.util.Locale.ROOT)),
            fate -> fates.get(fate).sum()),
        Snapshots.counter(
            "jitterlab_service_out_of_budget",
            "Requests given up because the time that the caller gave them was over.",
            outOfBudget.sum()),
        Snapshots.counter("jitterlab_service_orders", "Orders that were taken.", orders.taken()),
        Snapshots.counter(
            "jitterlab_service_orders_repeated",
            "Orders that came again under the same number, and were not taken again.",
            orders.repeated()),
        Snapshots.counter(
            "jitterlab_service_connections",
            "Connections accepted; a caller that keeps its connections opens few.",
            connections()),
        Snapshots.counter(
            "jitterlab_service_connections_refused",
            "Connections closed because there were too many.",
            refused.sum()));
  }

  @Override
  public void close() {
    channels.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    var unused = loops.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
  }
}

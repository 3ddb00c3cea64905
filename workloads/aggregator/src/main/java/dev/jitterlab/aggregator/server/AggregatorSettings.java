package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.cache.CacheSettings;
import dev.jitterlab.aggregator.call.CallSettings;
import dev.jitterlab.aggregator.door.DoorSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** Everything that is set of an aggregator, with its defaults. */
final class AggregatorSettings {
  final DoorSettings door = new DoorSettings();
  final CallSettings calls = new CallSettings();
  final CacheSettings cache = new CacheSettings();
  String threads = "event-loop";
  int loops = Runtime.getRuntime().availableProcessors();
  int poolThreads = 200;
  int underWay = 512;
  int waiting = 1_024;
  long longestWaitNs = 100_000_000;
  long callNs = 400_000_000;
  long slowNs = 10_000_000;
  int sites = 200;
  int stockMegabytes;
  double copiedStrings = 0.5;
  int replacedPerSecond;
  long seed = 1;
  int mostBaskets = 1_000_000;
  Path baskets;
  Path tickLog;
  int metricsPort;

  /** Where the upstream services are; empty: they are started with these arguments. */
  List<InetSocketAddress> upstreams = List.of();

  List<String> upstreamArguments = List.of();
}

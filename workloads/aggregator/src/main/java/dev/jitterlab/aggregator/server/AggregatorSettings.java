package dev.jitterlab.aggregator.server;

import dev.jitterlab.aggregator.cache.CacheSettings;
import dev.jitterlab.aggregator.call.CallSettings;
import dev.jitterlab.aggregator.door.DoorSettings;
import dev.jitterlab.settings.Setting;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/**
 * Everything that is set of an aggregator, with its defaults: its options, and, in the units of its
 * parts, what {@link #takeOver} makes of them.
 */
final class AggregatorSettings {
  final DoorSettings door = new DoorSettings();
  final CallSettings calls = new CallSettings();
  final CacheSettings cache = new CacheSettings();
  long longestWaitNs = 100_000_000;
  long callNs = 400_000_000;
  long slowNs = 10_000_000;
  int mostBaskets = 1_000_000;

  /** Where the upstream services are; empty: they are started with these arguments. */
  List<InetSocketAddress> upstreams = List.of();

  List<String> upstreamArguments = List.of();

  @Setting(choices = {"event-loop", "pool", "virtual"})
  @Option(
      names = "--threads",
      description =
          "Which threads put answers together: the event loops, a pool of threads that wait, or a"
              + " virtual thread for each request (JDK 21 or later).")
  String threads = "event-loop";

  @Setting(min = 1, max = 256)
  @Option(
      names = "--loops",
      description = "Event loops for connections. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  Integer loops;

  @Setting(choices = {"auto", "nio", "epoll"})
  @Option(
      names = "--transport",
      description =
          "How connections reach the system: nio, which is Java's selector; epoll, by Netty's own"
              + " library; or auto, which is epoll if the machine has it, else nio.")
  String transport = "auto";

  @Setting(min = 1, max = 10_000)
  @Option(names = "--pool-threads", description = "Threads of the pool, where there is one.")
  int poolThreads = 200;

  @Setting(choices = {"on", "off"})
  @Option(names = "--cache", paramLabel = "<cache>", description = "Whether anything is cached.")
  private String caching = "on";

  @Setting(min = 1, max = 1 << 20)
  @Option(names = "--cache-mb", description = "MiB of heap that cached fragments may take.")
  private int cacheMegabytes = 64;

  @Setting(min = 1, max = 86_400_000)
  @Option(
      names = "--fresh-ms",
      description = "For how many milliseconds a fragment is as good as new.")
  private long freshMs = 30_000;

  @Setting(min = 0, max = 86_400_000)
  @Option(
      names = "--stale-ms",
      description =
          "For how many milliseconds more it is served while a new one is fetched. If none can be"
              + " fetched, it is served for an hour longer.")
  private long staleMs = 300_000;

  @Setting(min = 0, max = 1 << 20)
  @Option(
      names = "--live-mb",
      description = "MiB of fragments in the cache from the start, beside --cache-mb.")
  int liveMegabytes;

  @Setting(min = 0, max = 1)
  @Option(
      names = "--copied-strings",
      description = "Which share of their strings are equal copies of others.")
  double copiedStrings = 0.5;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--replaced",
      description = "How many of these fragments are replaced each second.")
  int replaced;

  @Setting(min = 1, max = 99_999)
  @Option(names = "--sites", description = "Web sites: site-1 and so on.")
  int sites = 200;

  @Setting(min = 1, max = 60_000)
  @Option(
      names = "--budget-ms",
      description =
          "How many milliseconds an answer may take; what is missing then is left out. A client can"
              + " ask for less by the header X-Budget-Ms.")
  private long budgetMs = 1_000;

  @Setting(min = 1, max = 60_000)
  @Option(names = "--call-ms", description = "How many milliseconds a call to a service may take.")
  private long callMs = 400;

  @Setting(choices = {"on", "off"})
  @Option(
      names = "--hedging",
      description = "Whether slow calls are sent to a second replica as well.")
  private String hedging = "on";

  @Setting(min = 0.5, max = 0.999)
  @Option(
      names = "--hedge-after",
      description = "The share of a service's own latencies after which a call is slow.")
  private double hedgeAfter = 0.95;

  @Setting(min = 0, max = 1)
  @Option(
      names = "--extra-calls",
      description = "Most extra requests for each request: hedges and repetitions together.")
  private double extraCalls = 0.05;

  @Setting(choices = {"on", "off"})
  @Option(names = "--breakers", description = "Whether breakers may open.")
  private String breakers = "on";

  @Setting(min = 0, max = 100_000)
  @Option(
      names = "--bulkhead",
      description = "Most calls to one service at a time, 0 for no limit.")
  private int bulkhead = 256;

  @Setting(min = 1, max = 100_000)
  @Option(names = "--under-way", description = "Most requests that are worked on at a time.")
  int underWay = 512;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--waiting",
      description = "Most requests that wait for their turn; others get status 503.")
  int waiting = 1_024;

  @Setting(min = 1, max = 60_000)
  @Option(
      names = "--waiting-ms",
      description = "A request that waited longer for its turn gets status 503.")
  private long waitingMs = 25;

  @Setting(min = 0, max = 60_000)
  @Option(
      names = "--lag-ms",
      description = "An event loop that stays further behind sheds requests; 0 for never.")
  private long lagMs = 100;

  @Setting(min = 1, max = 1_000_000)
  @Option(names = "--connections", description = "Most connections.")
  private int connections = 10_000;

  @Setting(min = 1, max = 1 << 20)
  @Option(
      names = "--bodies-mb",
      description = "MiB of request bodies that may be under way; others get status 503.")
  private int bodiesMegabytes = 16;

  @Setting(min = 1, max = 600_000)
  @Option(names = "--request-ms", description = "How long a client may take to send a request.")
  private long requestMs = 5_000;

  @Setting(min = 1, max = 600_000)
  @Option(names = "--reader-ms", description = "How long a client may take to read an answer.")
  private long readerMs = 10_000;

  @Setting(min = 1, max = 600_000)
  @Option(
      names = "--slow-ms",
      description = "From when on a request is an event of a flight recording.")
  private long slowMs = 10;

  @Setting(min = 1, max = 100)
  @Option(names = "--replicas", description = "Replicas of the upstream services that are started.")
  private int replicas = 2;

  @Setting
  @Option(
      names = "--behaviour",
      paramLabel = "RULES",
      description =
          "How the upstream services behave, such as *:median=3,p99=12; reviews/2:errors=0.1.",
      showDefaultValue = Visibility.NEVER)
  private String behaviour;

  @Setting
  @Option(
      names = "--changes",
      paramLabel = "RULES",
      description = "How that changes, such as 20s reviews:errors=1 | 40s reviews:errors=0.",
      showDefaultValue = Visibility.NEVER)
  private String changes;

  @Setting(min = 0, max = 1e15)
  @Option(
      names = "--upstream-seed",
      description = "Decides what the upstream services answer, and when.")
  long seed = 1;

  @Option(
      names = "--upstreams",
      split = ",",
      paramLabel = "HOST:PORT",
      description = "Replicas that run already. Default: they are started.",
      showDefaultValue = Visibility.NEVER)
  private List<String> running = new ArrayList<>();

  @Option(names = "--baskets", description = "File of the baskets. Default: in memory only.")
  Path baskets;

  @Option(names = "--host", description = "Address to listen on.")
  private String host = "127.0.0.1";

  @Option(names = "--port", description = "TCP port, 0 for any.")
  private int port;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  int metricsPort;

  @Option(names = "--tick-log", description = "File for the times of answers.")
  Path tickLog;

  /**
   * Tells the parts what the options say; once they were parsed.
   *
   * @param isGiven whether an option was on the command line
   * @throws IllegalArgumentException if an option means nothing
   */
  void takeOver(Predicate<String> isGiven) {
    refuseIdle(isGiven);
    cache.on = caching.equals("on");
    cache.bytes = ((long) cacheMegabytes + liveMegabytes) << 20;
    cache.freshNs = TimeUnit.MILLISECONDS.toNanos(freshMs);
    cache.staleNs = TimeUnit.MILLISECONDS.toNanos(staleMs);
    callNs = TimeUnit.MILLISECONDS.toNanos(callMs);
    slowNs = TimeUnit.MILLISECONDS.toNanos(slowMs);
    calls.hedging = hedging.equals("on");
    calls.hedgeQuantile = hedgeAfter;
    calls.extraRatio = extraCalls;
    calls.breakers = breakers.equals("on");
    calls.bulkhead = bulkhead;
    longestWaitNs = TimeUnit.MILLISECONDS.toNanos(waitingMs);
    door.host = host;
    door.port = port;
    door.connections = connections;
    door.bodiesBytes = (long) bodiesMegabytes << 20;
    door.budgetNs = TimeUnit.MILLISECONDS.toNanos(budgetMs);
    door.lagNs = TimeUnit.MILLISECONDS.toNanos(lagMs);
    door.requestNs = TimeUnit.MILLISECONDS.toNanos(requestMs);
    door.readerNs = TimeUnit.MILLISECONDS.toNanos(readerMs);
    upstreams = running.stream().map(AggregatorSettings::address).collect(Collectors.toList());
    upstreamArguments =
        List.of(
            "--replicas=" + replicas,
            "--seed=" + seed,
            "--behaviour=" + (behaviour == null ? "" : behaviour),
            "--changes=" + (changes == null ? "" : changes));
  }

  /**
   * Refuses what would have no effect: a run would be about something else than its options say.
   */
  private void refuseIdle(Predicate<String> isGiven) {
    if (!running.isEmpty()) {
      for (String option : List.of("--behaviour", "--changes", "--replicas")) {
        if (isGiven.test(option)) {
          throw new IllegalArgumentException(
              option
                  + " has no effect beside --upstreams, whose services run already; leave one of"
                  + " them out");
        }
      }
    }
    if (liveMegabytes > 0 && caching.equals("off")) {
      throw new IllegalArgumentException(
          "--live-mb has no effect with --cache=off: there is no cache to fill; leave one of them"
              + " out");
    }
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    try {
      return new InetSocketAddress(
          text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--upstreams has `" + text + "`; one is like 127.0.0.1:8081", e);
    }
  }
}

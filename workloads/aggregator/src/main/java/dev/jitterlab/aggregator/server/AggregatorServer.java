package dev.jitterlab.aggregator.server;

import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that runs an aggregator until it gets SIGTERM or SIGINT. */
@Command(
    name = "aggregator-server",
    description = "Puts pages of many web sites together from what upstream services answer.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class AggregatorServer implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Setting(choices = {"event-loop", "pool", "virtual"})
  @Option(
      names = "--threads",
      defaultValue = "event-loop",
      description =
          "Which threads put answers together: the event loops, a pool of threads that wait, or a"
              + " virtual thread for each request (JDK 21 or later).")
  private String threads;

  @Setting(min = 1, max = 256)
  @Option(
      names = "--loops",
      description = "Event loops for connections. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  private Integer loops;

  @Setting(min = 1, max = 10_000)
  @Option(
      names = "--pool-threads",
      defaultValue = "200",
      description = "Threads of the pool, where there is one.")
  private int poolThreads;

  @Setting(choices = {"on", "off"})
  @Option(names = "--cache", defaultValue = "on", description = "Whether anything is cached.")
  private String cache;

  @Setting(min = 1, max = 1 << 20)
  @Option(
      names = "--cache-mb",
      defaultValue = "64",
      description = "MiB of fragments that may be cached.")
  private int cacheMegabytes;

  @Setting(min = 1, max = 86_400_000)
  @Option(
      names = "--fresh-ms",
      defaultValue = "30000",
      description = "For how many milliseconds a fragment is as good as new.")
  private long freshMs;

  @Setting(min = 0, max = 86_400_000)
  @Option(
      names = "--stale-ms",
      defaultValue = "300000",
      description =
          "For how many milliseconds more it is served while a new one is fetched. If none can be"
              + " fetched, it is served for an hour longer.")
  private long staleMs;

  @Setting(min = 0, max = 1 << 20)
  @Option(
      names = "--live-mb",
      defaultValue = "0",
      description = "MiB of fragments in the cache from the start, beside --cache-mb.")
  private int liveMegabytes;

  @Setting(min = 0, max = 1)
  @Option(
      names = "--copied-strings",
      defaultValue = "0.5",
      description = "Which share of their strings are equal copies of others.")
  private double copiedStrings;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--replaced",
      defaultValue = "0",
      description = "How many of these fragments are replaced each second.")
  private int replaced;

  @Setting(min = 1, max = 99_999)
  @Option(names = "--sites", defaultValue = "200", description = "Web sites: site-1 and so on.")
  private int sites;

  @Setting(min = 1, max = 60_000)
  @Option(
      names = "--budget-ms",
      defaultValue = "1000",
      description =
          "How many milliseconds an answer may take; what is missing then is left out. A client can"
              + " ask for less by the header X-Budget-Ms.")
  private long budgetMs;

  @Setting(min = 1, max = 60_000)
  @Option(
      names = "--call-ms",
      defaultValue = "400",
      description = "How many milliseconds a call to a service may take.")
  private long callMs;

  @Setting(choices = {"on", "off"})
  @Option(
      names = "--hedging",
      defaultValue = "on",
      description = "Whether slow calls are sent to a second replica as well.")
  private String hedging;

  @Setting(min = 0.5, max = 0.999)
  @Option(
      names = "--hedge-after",
      defaultValue = "0.95",
      description = "The share of a service's own latencies after which a call is slow.")
  private double hedgeAfter;

  @Setting(min = 0, max = 1)
  @Option(
      names = "--extra-calls",
      defaultValue = "0.05",
      description = "Most extra requests for each request: hedges and repetitions together.")
  private double extraCalls;

  @Setting(choices = {"on", "off"})
  @Option(names = "--breakers", defaultValue = "on", description = "Whether breakers may open.")
  private String breakers;

  @Setting(min = 0, max = 100_000)
  @Option(
      names = "--bulkhead",
      defaultValue = "256",
      description = "Most calls to one service at a time, 0 for no limit.")
  private int bulkhead;

  @Setting(min = 1, max = 100_000)
  @Option(
      names = "--under-way",
      defaultValue = "512",
      description = "Most requests that are worked on at a time.")
  private int underWay;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--waiting",
      defaultValue = "1024",
      description = "Most requests that wait for their turn; others get status 503.")
  private int waiting;

  @Setting(min = 1, max = 60_000)
  @Option(
      names = "--waiting-ms",
      defaultValue = "100",
      description = "A request that waited longer for its turn gets status 503.")
  private long waitingMs;

  @Setting(min = 0, max = 60_000)
  @Option(
      names = "--lag-ms",
      defaultValue = "100",
      description = "An event loop that is further behind sheds requests; 0 for never.")
  private long lagMs;

  @Setting(min = 1, max = 1_000_000)
  @Option(names = "--connections", defaultValue = "10000", description = "Most connections.")
  private int connections;

  @Setting(min = 1, max = 600_000)
  @Option(
      names = "--request-ms",
      defaultValue = "5000",
      description = "How long a client may take to send a request.")
  private long requestMs;

  @Setting(min = 1, max = 600_000)
  @Option(
      names = "--reader-ms",
      defaultValue = "10000",
      description = "How long a client may take to read an answer.")
  private long readerMs;

  @Setting(min = 1, max = 600_000)
  @Option(
      names = "--slow-ms",
      defaultValue = "10",
      description = "From when on a request is an event of a flight recording.")
  private long slowMs;

  @Setting(min = 1, max = 100)
  @Option(
      names = "--replicas",
      defaultValue = "2",
      description = "Replicas of the upstream services that are started.")
  private int replicas;

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
      defaultValue = "1",
      description = "Decides what the upstream services answer, and when.")
  private long seed;

  @Option(
      names = "--upstreams",
      split = ",",
      paramLabel = "HOST:PORT",
      description = "Replicas that run already. Default: they are started.",
      showDefaultValue = Visibility.NEVER)
  private List<String> upstreams = new ArrayList<>();

  @Option(names = "--baskets", description = "File of the baskets. Default: in memory only.")
  private Path baskets;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host;

  @Option(names = "--port", defaultValue = "0", description = "TCP port, 0 for any.")
  private int port;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(names = "--tick-log", description = "File for the times of answers.")
  private Path tickLog;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new AggregatorServer(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    Settings.check(spec);
    AggregatorProcess process = AggregatorProcess.start(settings());
    System.out.println(new UsedFlags());
    InetSocketAddress address = process.address();
    Parts.serveUntilTerminated(
        process,
        new ReadyLine()
            .endpoint("http", address.getHostString() + ":" + address.getPort())
            .endpoint("metrics", process.metricsUri().toString()));
    return CommandLine.ExitCode.OK;
  }

  private AggregatorSettings settings() {
    AggregatorSettings settings = new AggregatorSettings();
    settings.threads = threads;
    settings.loops = loops == null ? settings.loops : loops;
    settings.poolThreads = poolThreads;
    settings.cache.on = cache.equals("on");
    settings.cache.bytes = ((long) cacheMegabytes + liveMegabytes) << 20;
    settings.cache.freshNs = TimeUnit.MILLISECONDS.toNanos(freshMs);
    settings.cache.staleNs = TimeUnit.MILLISECONDS.toNanos(staleMs);
    settings.stockMegabytes = liveMegabytes;
    settings.copiedStrings = copiedStrings;
    settings.replacedPerSecond = replaced;
    settings.seed = seed;
    settings.sites = sites;
    settings.callNs = TimeUnit.MILLISECONDS.toNanos(callMs);
    settings.slowNs = TimeUnit.MILLISECONDS.toNanos(slowMs);
    settings.calls.hedging = hedging.equals("on");
    settings.calls.hedgeQuantile = hedgeAfter;
    settings.calls.extraRatio = extraCalls;
    settings.calls.breakers = breakers.equals("on");
    settings.calls.bulkhead = bulkhead;
    settings.underWay = underWay;
    settings.waiting = waiting;
    settings.longestWaitNs = TimeUnit.MILLISECONDS.toNanos(waitingMs);
    settings.door.host = host;
    settings.door.port = port;
    settings.door.connections = connections;
    settings.door.budgetNs = TimeUnit.MILLISECONDS.toNanos(budgetMs);
    settings.door.lagNs = TimeUnit.MILLISECONDS.toNanos(lagMs);
    settings.door.requestNs = TimeUnit.MILLISECONDS.toNanos(requestMs);
    settings.door.readerNs = TimeUnit.MILLISECONDS.toNanos(readerMs);
    settings.baskets = baskets;
    settings.metricsPort = metricsPort;
    settings.tickLog = tickLog;
    for (String upstream : upstreams) {
      settings.upstreams = with(settings.upstreams, address(upstream));
    }
    settings.upstreamArguments =
        List.of(
            "--replicas=" + replicas,
            "--seed=" + seed,
            "--behaviour=" + (behaviour == null ? "" : behaviour),
            "--changes=" + (changes == null ? "" : changes));
    return settings;
  }

  private static <T> List<T> with(List<T> list, T one) {
    List<T> longer = new ArrayList<>(list);
    longer.add(one);
    return longer;
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

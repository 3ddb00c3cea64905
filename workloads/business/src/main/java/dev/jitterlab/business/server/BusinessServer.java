package dev.jitterlab.business.server;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.business.drive.AutoServer;
import dev.jitterlab.business.drive.CapacitySearch;
import dev.jitterlab.business.drive.ClosedLoad;
import dev.jitterlab.business.drive.LiveOffice;
import dev.jitterlab.business.drive.LoadFigures;
import dev.jitterlab.business.drive.Office;
import dev.jitterlab.business.drive.OpenLoad;
import dev.jitterlab.business.drive.TransactionTimes;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.Receipt;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionMix;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that makes business transactions until it gets SIGTERM or SIGINT. */
@Command(
    name = "business-server",
    description = "A company with warehouses makes business transactions: how many, how fast?")
public final class BusinessServer extends ProcessCommand {
  private static final int TERMINALS = 4;

  /** "Twenty-five additional threads interact with the data in each new warehouse" (pBOB). */
  private static final int TERMINALS_OF_AUTO = 25;

  @Setting
  @Option(names = "--store", description = "Where the books are: memory, h2, postgresql.")
  private StoreKind store = StoreKind.MEMORY;

  @Setting
  @Option(
      names = "--database",
      paramLabel = "FILE|JDBC-URL",
      description =
          "The database. Default: of H2 a new file 'business' here; of PostgreSQL one that is"
              + " started for this server alone.")
  private String database;

  @Setting(min = 1, max = 10_000)
  @Option(
      names = "--warehouses",
      description = "How many warehouses there are; auto begins with one.")
  private int warehouses = 4;

  @Setting(min = 1, max = 100_000)
  @Option(
      names = "--customers",
      description = "Customers of each of the 10 districts of a warehouse.")
  private int customers = 100;

  @Setting(min = 1, max = 1_000_000)
  @Option(names = "--products", description = "Products.")
  private int products = 10_000;

  @Setting(min = 10, max = 1_000_000)
  @Option(names = "--orders-kept", description = "Orders that each district keeps in memory.")
  private int ordersKept = 200;

  @Setting
  @Option(
      names = "--load",
      description = "Who decides when a transaction begins: closed, busy, open, auto, search.")
  private LoadKind load = LoadKind.CLOSED;

  @Setting(min = 1, max = 4096)
  @Option(
      names = "--terminals",
      description = "Threads for each warehouse. Default: 25 of auto, else 4.")
  private Integer terminals;

  @Setting(min = 0.001, max = 3_600_000)
  @Option(
      names = "--think-ms",
      description =
          "Mean time that a terminal of closed or auto thinks between two transactions,"
              + " exponential.")
  private double thinkMs = 100;

  @Setting(choices = {"constant", "poisson", "ramp", "steps"})
  @Option(
      names = "--arrivals",
      description =
          "How the transactions of open follow one another: constant, poisson, ramp, steps.")
  private String arrivals = "poisson";

  @Setting(rateOf = "arrivals")
  @Option(
      names = "--rate",
      description = "Transactions a second of open, also over time: 100..400:30s.")
  private String rate = "1000";

  @Setting(min = 1, max = 3_600_000)
  @Option(
      names = "--patience-ms",
      description = "Leave out and count a planned transaction that would begin later than so.")
  private long patienceMs = 5_000;

  @Setting
  @Option(
      names = "--mix",
      paramLabel = "KIND:WEIGHT,...",
      description =
          "How often each kind comes. Default:"
              + " order:42,payment:42,delivery:6,order-status:5,stock-level:5.")
  private String mix;

  @Setting(min = 1, max = 1000)
  @Option(names = "--auto-step", description = "Warehouses that each level of auto adds.")
  private int autoStep = 1;

  @Setting(min = 0.01, max = 1)
  @Option(
      names = "--auto-minimum",
      description =
          "auto ends when the throughput is below this share of what the terminals would make if"
              + " transactions took no time.")
  private double autoMinimum = 0.8;

  @Setting(min = 0, max = 0.9)
  @Option(
      names = "--auto-room",
      description =
          "auto ends before a level that would leave less than this share of the heap free. With 0"
              + " it goes on until the throughput falls below its minimum, or an allocation fails.")
  private double autoRoom = 0.1;

  @Setting(min = 0.01, max = 60_000)
  @Option(names = "--slo-ms", description = "The objective of search: a response time.")
  private double sloMs = 10;

  @Setting(min = 1, max = 99.99)
  @Option(
      names = "--slo-percentile",
      description = "The percentile of the response times that must keep it.")
  private double sloPercentile = 99;

  @Setting(min = 3, max = 1000)
  @Option(names = "--search-levels", description = "Levels of search.")
  private int searchLevels = 14;

  @Setting(min = 0, max = 3600)
  @Option(names = "--warm-seconds", description = "How long search warms up, at full load.")
  private double warmSeconds = 10;

  @Setting(min = 0, max = 3600)
  @Option(
      names = "--settle-seconds",
      description = "How long each level of auto and search settles.")
  private double settleSeconds = 0.5;

  @Setting(min = 0.1, max = 3600)
  @Option(names = "--hold-seconds", description = "How long each level is held and judged.")
  private double holdSeconds = 2;

  @Setting(min = 10, max = 3_600_000)
  @Option(names = "--reconcile-ms", description = "Compare the books' sums so often.")
  private long reconcileMs = 500;

  @Option(
      names = "--acknowledged",
      paramLabel = "FILE",
      description = "Write a line for each committed change; business-audit reads them.")
  private Path acknowledged;

  @Option(names = "--seed", description = "Seed of everything that is random.")
  private long seed = 1;

  @Option(
      names = "--tick-log",
      description = "File for the response times, tagged transaction and by kind.")
  private Path tickLog;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  private final CountDownLatch end = new CountDownLatch(1);

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new BusinessServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    try (Parts parts = new Parts()) {
      Parts.serveUntilTerminated(parts, serve(parts));
    } catch (StoreException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void complain(String what) {
    err().println("business-server: " + what);
    err().flush();
  }

  /** Ends the process at once: a server that lives on would give figures that are worth nothing. */
  private void die(String why) {
    complain(why);
    Runtime.getRuntime().halt(CommandLineProcess.EXIT_CANNOT_RUN);
  }

  /** Opens and starts everything; what was added last is closed first. */
  private ReadyLine serve(Parts parts) throws IOException, StoreException {
    Loader loader = loader(); // refuses what means nothing before anything starts
    TransactionMix kinds = mix == null ? TransactionMix.usual() : TransactionMix.parse(mix);
    CompanySize size =
        new CompanySize(load == LoadKind.AUTO ? 1 : warehouses, customers, products, ordersKept);
    TransactionStore books = parts.add(parts.add(new Stores(size, seed)).open(store, database));
    Office office =
        new Office(books, size, kinds, seed, new TransactionTimes(), told(parts), complaints());
    Reconciler reconciler =
        new Reconciler(
            books,
            System::nanoTime,
            problems ->
                die("the books disagree, or were not compared: " + String.join("; ", problems)));
    LoadFigures figures = new LoadFigures();
    PrometheusRegistry registry = new PrometheusRegistry();
    BusinessMetrics.register(registry, office, reconciler, figures);
    MetricsEndpoint endpoint = parts.add(MetricsEndpoint.start("127.0.0.1", metricsPort, registry));
    // The lab ends a process and all that it has started at once: also a PostgreSQL of its own.
    boolean mayBeGone = store == StoreKind.POSTGRESQL && database == null;
    parts.add(() -> reconciler.last(mayBeGone)); // once more, when all terminals are home
    if (tickLog != null) {
      parts.add(TickLogWriter.start(new TickRecorder(), office.times().byTag(), tickLog));
    }
    reconciler.start(reconcileMs, end);
    parts.add(loader.start(office, figures));
    parts.add(end::countDown);
    return new ReadyLine().endpoint("metrics", endpoint.uri());
  }

  private Consumer<Receipt> told(Parts parts) throws IOException {
    return acknowledged == null ? receipt -> {} : parts.add(AcknowledgedFile.open(acknowledged));
  }

  private Office.Complaints complaints() {
    return new Office.Complaints() {
      @Override
      public void failed(String why) {
        complain(why);
      }

      @Override
      public void broken(Throwable defect) {
        die("a terminal broke: " + defect);
      }
    };
  }

  /** Starts what makes the transactions, until it is closed. */
  private interface Loader {
    AutoCloseable start(Office office, LoadFigures figures) throws StoreException;
  }

  private Loader loader() {
    int each =
        terminals != null ? terminals : load == LoadKind.AUTO ? TERMINALS_OF_AUTO : TERMINALS;
    long thinkNs = ns(thinkMs / 1000);
    long patienceNs = TimeUnit.MILLISECONDS.toNanos(patienceMs);
    switch (load) {
      case CLOSED:
        return (office, figures) -> closed(office, each, thinkNs);
      case BUSY:
        return (office, figures) -> closed(office, each, 0);
      case OPEN:
        ArrivalPlan plan =
            ArrivalPlan.of(ArrivalProcess.labelled(arrivals).orElseThrow(), rate, seed);
        return (office, figures) ->
            OpenLoad.start(office, plan.arrivals(), each * warehouses, patienceNs);
      case AUTO:
        if (store != StoreKind.MEMORY) {
          throw new IllegalArgumentException(
              "--load=auto fills the heap with warehouses, and --store="
                  + store
                  + " keeps them outside; give --store=memory");
        }
        AutoServer.Rules auto =
            new AutoServer.Rules(
                autoStep, thinkNs, autoMinimum, autoRoom, ns(settleSeconds), ns(holdSeconds));
        return (office, figures) ->
            RaisedLoad.start(
                () ->
                    LiveOffice.autoServer(
                        office, each, thinkNs, auto, figures, System.out::println, end),
                this::die);
      case SEARCH:
        CapacitySearch.Rules search =
            new CapacitySearch.Rules(
                sloPercentile,
                ns(sloMs / 1000),
                searchLevels,
                ns(warmSeconds),
                ns(settleSeconds),
                ns(holdSeconds));
        return (office, figures) ->
            RaisedLoad.start(
                () ->
                    LiveOffice.search(
                        office,
                        each * warehouses,
                        patienceNs,
                        seed,
                        search,
                        figures,
                        System.out::println,
                        end),
                this::die);
    }
    throw new AssertionError(load);
  }

  private static long ns(double seconds) {
    return Math.round(seconds * 1e9);
  }

  private static AutoCloseable closed(Office office, int each, long thinkNs) throws StoreException {
    ClosedLoad load = new ClosedLoad(office, thinkNs);
    for (int i = 0; i < office.store().warehouses(); i++) {
      load.add(i, each);
    }
    return load;
  }
}

package dev.jitterlab.business.drive;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.OperatingSystemMXBean;
import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.business.trade.StoreException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The office with its threads, clock and heap: what {@link AutoServer} and {@link CapacitySearch}
 * raise and read in a real process. Used by the thread that runs them.
 */
public final class LiveOffice implements AutoServer.Stage, CapacitySearch.Stage {
  /** The reserve is this part of the heap. */
  private static final int RESERVED = 32;

  private final Office office;
  private final int terminals;
  private final CountDownLatch end;
  private final double percentile;
  private final long objectiveNs;
  private final long patienceNs;
  private final long seed;
  private final ClosedLoad load;
  private int started;

  /** For {@link #autoServer} and {@link #search}, which say what the parameters are. */
  LiveOffice(
      Office office,
      int terminals,
      long thinkNs,
      double percentile,
      long objectiveNs,
      long patienceNs,
      long seed,
      CountDownLatch end) {
    this.office = office;
    this.terminals = terminals;
    this.percentile = percentile;
    this.objectiveNs = objectiveNs;
    this.patienceNs = patienceNs;
    this.seed = seed;
    this.end = end;
    this.load = new ClosedLoad(office, thinkNs);
  }

  /**
   * Raises the warehouses until the throughput falls below its minimum.
   *
   * @param terminals of each warehouse
   * @param end opens when the process is to end
   */
  public static void autoServer(
      Office office,
      int terminals,
      long thinkNs,
      AutoServer.Rules rules,
      LoadFigures figures,
      Consumer<String> lines,
      CountDownLatch end)
      throws StoreException {
    LiveOffice live = new LiveOffice(office, terminals, thinkNs, 99, 0, 0, 0, end);
    office.fillHeap((int) Math.min(Integer.MAX_VALUE / 2, live.heapBytes() / RESERVED));
    try {
      new AutoServer(live, rules, System::nanoTime, figures, lines).run();
    } finally {
      live.load.close();
    }
  }

  /**
   * Finds the maximum, and the capacity at an objective.
   *
   * @param terminals in all
   * @param patienceNs how late a transaction may begin
   * @param end opens when the process is to end
   */
  public static void search(
      Office office,
      int terminals,
      long patienceNs,
      long seed,
      CapacitySearch.Rules rules,
      LoadFigures figures,
      Consumer<String> lines,
      CountDownLatch end)
      throws StoreException {
    LiveOffice live =
        new LiveOffice(
            office, terminals, 0, rules.percentile(), rules.objectiveNs(), patienceNs, seed, end);
    new CapacitySearch(live, rules, figures, lines).run();
  }

  @Override
  public boolean grow(int warehouses) throws StoreException {
    try {
      for (int i = 0; i < warehouses; i++) {
        if (started == office.store().warehouses()) {
          office.store().addWarehouse();
        }
        load.add(started, terminals);
        started++;
      }
      return true;
    } catch (OutOfMemoryError e) {
      office.heapIsFull(e);
      return false;
    }
  }

  @Override
  public int warehouses() {
    return started;
  }

  @Override
  public int terminals() {
    return load.terminals();
  }

  @Override
  public long completed() {
    return office.times().completed();
  }

  @Override
  public boolean isHeapFull() {
    return office.isHeapFull();
  }

  @Override
  public long cpuNs() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  @Override
  public long usedAfterCollectionBytes() {
    Set<String> heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    LeftInHeap left = new LeftInHeap(heap);
    for (GarbageCollectorMXBean each :
        ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
      GcInfo last = each.getLastGcInfo();
      if (last != null) {
        left.add(each.getName(), last.getEndTime(), last.getMemoryUsageAfterGc());
      }
    }
    return left.usedBytes();
  }

  @Override
  public long endAndCollect() {
    load.close();
    office.freeReserve();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public long heapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  @Override
  public int cpus() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public boolean pause(long ns) {
    try {
      return !end.await(ns, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public double maximum(long warmNs, long holdNs) throws StoreException {
    try (ClosedLoad busy = new ClosedLoad(office, 0)) {
      for (int i = 0; i < terminals; i++) {
        busy.add(i % office.store().warehouses(), 1);
      }
      if (!pause(warmNs)) {
        return -1;
      }
      long beganNs = System.nanoTime();
      long before = completed();
      if (!pause(holdNs)) {
        return -1;
      }
      return (completed() - before) * 1e9 / (System.nanoTime() - beganNs);
    }
  }

  @Override
  public CapacitySearch.Level level(double perSecond, long settleNs, long holdNs)
      throws StoreException {
    String rate = Double.toString(Math.max(1, Math.rint(perSecond * 100) / 100));
    ArrivalPlan plan = ArrivalPlan.of(ArrivalProcess.POISSON, rate, seed);
    try (OpenLoad open = OpenLoad.start(office, plan.arrivals(), terminals, patienceNs)) {
      if (!pause(settleNs)) {
        return null;
      }
      TransactionTimes times = office.times();
      times.beginLevel();
      long fromNs = System.nanoTime() - open.zeroNs();
      long completedBefore = times.completed();
      long failedBefore = times.failures();
      long overflowBefore = times.overflow();
      if (!pause(holdNs)) {
        return null;
      }
      long toNs = System.nanoTime() - open.zeroNs();
      long completed = times.completed() - completedBefore;
      Histogram ended = times.endLevel();
      return new CapacitySearch.Level(
          TransactionPlan.due(plan.arrivals(), fromNs, toNs),
          completed,
          times.failures() - failedBefore,
          times.overflow() - overflowBefore,
          ended.getValueAtPercentile(percentile),
          ended.getCountBetweenValues(0, objectiveNs));
    }
  }
}

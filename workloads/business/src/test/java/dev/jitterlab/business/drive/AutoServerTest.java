package dev.jitterlab.business.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The auto-server mode on a machine that carries so many transactions a second, and no more. */
class AutoServerTest {
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
  private static final int OF_A_WAREHOUSE = 25;

  private final ManualClock clock = new ManualClock(0);
  private final LoadFigures figures = new LoadFigures();
  private final List<String> lines = new ArrayList<>();

  private final class Machine implements AutoServer.Stage {
    private final double carries;
    private final int room;
    private int warehouses;
    private double completed;
    private long pauses = Long.MAX_VALUE;
    private long usedByOne = 1;
    private long stallAfterPauseNs;
    private long stallNs;

    Machine(double carries, int room) {
      this.carries = carries;
      this.room = room;
    }

    @Override
    public boolean grow(int by) {
      warehouses = Math.min(room, warehouses + by);
      return warehouses < room;
    }

    @Override
    public int warehouses() {
      return warehouses;
    }

    @Override
    public int terminals() {
      return warehouses * OF_A_WAREHOUSE;
    }

    @Override
    public long completed() {
      return (long) completed;
    }

    @Override
    public boolean isHeapFull() {
      return warehouses == room;
    }

    @Override
    public long cpuNs() {
      clock.advance(stallNs);
      stallNs = 0;
      return clock.nanoTime() / 2;
    }

    @Override
    public long usedAfterCollectionBytes() {
      return warehouses * usedByOne;
    }

    @Override
    public long endAndCollect() {
      return warehouses * 10L;
    }

    @Override
    public long heapBytes() {
      return 100;
    }

    @Override
    public int cpus() {
      return 2;
    }

    @Override
    public boolean pause(long ns) {
      clock.advance(ns);
      completed += Math.min(carries, terminals() * 10) * ns / 1e9; // 100 ms to think
      stallNs = stallAfterPauseNs;
      return --pauses > 0;
    }
  }

  private AutoServer server(Machine machine) {
    return server(machine, 0.1);
  }

  private AutoServer server(Machine machine, double roomShare) {
    return new AutoServer(
        machine,
        new AutoServer.Rules(1, SECOND_NS / 10, 0.8, roomShare, SECOND_NS, 2 * SECOND_NS),
        clock,
        figures,
        lines::add);
  }

  @Test
  void endsWhereTheThroughputFallsBelowTheMinimumOfItsTerminals() throws Exception {
    // 25 terminals wish 250 a second and must get 200: of 1000, 5 warehouses get 1000, 6 not 1200.
    server(new Machine(1000, Integer.MAX_VALUE)).run();
    Map<String, Double> found = figures.all();
    assertEquals(5, found.get(LoadFigures.CARRIED_WAREHOUSES));
    assertEquals(1000, found.get(LoadFigures.PEAK), 1);
    assertEquals(1000, found.get(LoadFigures.END_RATE), 1);
    assertEquals(0.25, found.get(LoadFigures.END_CPU), 1e-9);
    assertEquals(0.6, found.get(LoadFigures.END_LIVE), 1e-9);
    assertEquals(1, found.get(LoadFigures.ENDED));
    assertEquals(7, lines.size(), "six levels and the end: " + lines);
    assertEquals("JITTERLAB AUTO carried=5 live=60 heap=100 because=throughput", lines.get(6));
  }

  @Test
  void endsWhereTheHeapHasNoRoomForAnotherWarehouse() throws Exception {
    server(new Machine(1e9, 4)).run();
    assertEquals(3, figures.all().get(LoadFigures.CARRIED_WAREHOUSES));
    assertEquals("JITTERLAB AUTO carried=3 live=40 heap=100 because=heap", lines.get(4));
  }

  /** Six warehouses leave 10 of 100 bytes, and each has taken 15. */
  @Test
  void endsBeforeALevelThatTheHeapCannotHold() throws Exception {
    Machine machine = new Machine(1e9, Integer.MAX_VALUE);
    machine.usedByOne = 15;
    server(machine).run();
    assertEquals(6, machine.warehouses());
    assertEquals(6, figures.all().get(LoadFigures.CARRIED_WAREHOUSES));
    assertEquals("JITTERLAB AUTO carried=6 live=60 heap=100 because=heap", lines.get(6));
  }

  /** Five leave 20 of 100 bytes, and a sixth would take 16 of them: less than a tenth were left. */
  @Test
  void leavesATenthOfTheHeapToTheTransactions() throws Exception {
    Machine machine = new Machine(1e9, Integer.MAX_VALUE);
    machine.usedByOne = 16;
    server(machine).run();
    assertEquals(5, figures.all().get(LoadFigures.CARRIED_WAREHOUSES));
  }

  /** The same server as above; the throughput falls with the twelfth warehouse. */
  @Test
  void withoutRoomToLeaveOnlyTheThroughputEndsIt() throws Exception {
    Machine machine = new Machine(2300, Integer.MAX_VALUE);
    machine.usedByOne = 16;
    server(machine, 0).run();
    assertEquals(11, figures.all().get(LoadFigures.CARRIED_WAREHOUSES));
    assertEquals(
        "JITTERLAB AUTO carried=11 live=120 heap=100 because=throughput",
        lines.get(lines.size() - 1));
  }

  /** An allocation that fails ends it in any case; that nobody works then is no other reason. */
  @Test
  void withoutRoomToLeaveAFullHeapEndsIt() throws Exception {
    server(new Machine(1700, 9), 0).run();
    assertEquals(8, figures.all().get(LoadFigures.CARRIED_WAREHOUSES));
    assertEquals(
        "JITTERLAB AUTO carried=8 live=90 heap=100 because=heap", lines.get(lines.size() - 1));
  }

  /** Those of a full heap have gone home: their level says nothing of what the machine did. */
  @Test
  void aLevelOfAFullHeapIsNotTheLastThatWorked() throws Exception {
    server(new Machine(1e9, 4)).run();
    assertEquals(750, figures.all().get(LoadFigures.END_RATE), 1, "of three warehouses");
    assertEquals(0.25, figures.all().get(LoadFigures.END_CPU), 1e-9);
  }

  @Test
  void withoutALevelThatWorkedNothingIsSaidOfItsEnd() throws Exception {
    server(new Machine(1e9, 1)).run();
    assertEquals(1, figures.all().get(LoadFigures.ENDED));
    assertEquals(0, figures.all().get(LoadFigures.CARRIED_WAREHOUSES));
    assertEquals(null, figures.all().get(LoadFigures.END_RATE));
    assertEquals(null, figures.all().get(LoadFigures.END_CPU));
  }

  /** A collector that stops the reader while it asks uses the CPUs all the same. */
  @Test
  void aReadingOfTheCpuTimeThatWaitsHasItsOwnTime() throws Exception {
    Machine machine = new Machine(1000, Integer.MAX_VALUE);
    machine.stallAfterPauseNs = SECOND_NS;
    server(machine).run();
    assertEquals(0.25, figures.all().get(LoadFigures.END_CPU), 1e-9, "half of one of two");
    assertEquals(1000, figures.all().get(LoadFigures.END_RATE), 1);
  }

  @Test
  void aProcessThatEndsEarlyHasNoResult() throws Exception {
    Machine machine = new Machine(1000, Integer.MAX_VALUE);
    machine.pauses = 4;
    server(machine).run();
    assertEquals(null, figures.all().get(LoadFigures.ENDED));
    assertEquals(null, figures.all().get(LoadFigures.CARRIED_WAREHOUSES));
  }
}

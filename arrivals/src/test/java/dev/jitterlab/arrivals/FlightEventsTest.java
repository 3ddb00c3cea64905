package dev.jitterlab.arrivals;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlightEventsTest {
  @Test
  void knowsTheOperationsOfCollectors() {
    for (String one :
        List.of(
            "G1CollectForAllocation",
            "G1CollectFull",
            "G1PauseRemark",
            "CGC_Operation",
            "ParallelGCFailedAllocation",
            "ParallelGCSystemGC",
            "GenCollectForAllocation",
            "GenCollectFull",
            "SerialCollectForAllocation",
            "ShenandoahDegeneratedGC",
            "ZMarkStart",
            "XRelocateStart",
            "ZMarkEndYoung",
            "CollectForMetadataAllocation")) {
      assertTrue(FlightEvents.isCollection(one), one);
    }
    for (String one :
        List.of(
            "CleanClassLoaderDataMetaspaces",
            "PrintThreads",
            "FindDeadlocks",
            "ThreadDump",
            "EnableBiasedLocking",
            "GetThreadListStackTraces",
            "HeapDumper",
            "ICBufferFull",
            "Halt",
            "")) {
      assertFalse(FlightEvents.isCollection(one), one);
    }
  }

  @Test
  void aConditionIsASignalAndNoLock() {
    assertTrue(FlightEvents.isLock("java.util.concurrent.locks.ReentrantLock$NonfairSync"));
    assertTrue(FlightEvents.isLock("java.util.concurrent.locks.ReentrantReadWriteLock$FairSync"));
    assertTrue(FlightEvents.isLock("dev.jitterlab.lock.BoundedBargingLock$Sync"));
    for (String one :
        List.of(
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
            "java.util.concurrent.SynchronousQueue$TransferStack",
            "java.util.concurrent.CountDownLatch$Sync",
            "")) {
      assertFalse(FlightEvents.isLock(one), one);
    }
  }

  @Test
  void theKernelsTablesAreOnNoDevice() {
    assertFalse(FlightEvents.isOfDevice("/proc/self/schedstat"));
    assertFalse(FlightEvents.isOfDevice("/sys/fs/cgroup/cpu.stat"));
    assertTrue(FlightEvents.isOfDevice("/var/log/server.log"));
    assertTrue(FlightEvents.isOfDevice("/process/orders"));
    assertTrue(FlightEvents.isOfDevice(""));
  }
}

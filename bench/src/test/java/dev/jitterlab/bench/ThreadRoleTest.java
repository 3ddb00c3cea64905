package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.host.ProcessUsage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRoleTest {
  @ParameterizedTest
  @CsvSource({
    "C2 CompilerThre, COMPILERS",
    "C1 CompilerThre, COMPILERS",
    "JVMCI CompilerT, COMPILERS",
    "JVMCI-native Co, COMPILERS",
    "jitterlab-tick-, RECORDING",
    "JFR Periodic Ta, RECORDING",
    "VM Thread, COLLECTOR",
    "GC Thread#0, COLLECTOR",
    "G1 Conc#0, COLLECTOR",
    "ZWorkerYoung#0, COLLECTOR",
    "ZDriverMinor, COLLECTOR",
    "ZDirector, COLLECTOR",
    "ZStat, COLLECTOR",
    "RuntimeWorker#0, COLLECTOR",
    "tick-worker-0, TICKS",
    "tick-pool-1, TICKS",
    "tick-500@20-17, TICKS",
    "main, TICKS"
  })
  void knowsWhatAThreadIsThereForByItsName(String name, ThreadRole role) {
    assertEquals(role, ThreadRole.of(name));
  }

  @Test
  void addsUpWhatTheThreadsOfARoleHaveUsed() {
    assertEquals(
        Map.of(
            ThreadRole.TICKS, new ThreadRole.Time(1.5, 0.375),
            ThreadRole.COMPILERS, new ThreadRole.Time(0.25, 0)),
        ThreadRole.timesOf(
            List.of(
                new ProcessUsage.OfThread("tick-worker-0", 1, 0.25, 7),
                new ProcessUsage.OfThread("C2 CompilerThre", 0.25, 0, 7),
                new ProcessUsage.OfThread("tick-worker-1", 0.5, 0.125, 7))));
  }
}

package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collector.ProfiledCpu.Part;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfiledCpuTest {
  private final ProfiledCpu cpu = new ProfiledCpu();

  private void samples(Part part, int count) {
    for (int i = 0; i < count; i++) {
      cpu.sample(part);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "JIT compiled, shop.Cart, add, main, COMPILED",
    "C1 compiled, shop.Cart, add, main, COMPILED",
    "Inlined, shop.Cart, add, main, COMPILED",
    "Interpreted, shop.Cart, add, main, INTERPRETED",
    "Kernel, '', do_syscall_64, main, KERNEL",
    "Native, libc.so.6, __write, main, NATIVE",
    "C++, libnet.so, send, main, NATIVE",
    "C++, libjvm.so, Parse::do_call, C2 CompilerThre, COMPILER",
    "C++, libjvm.so, JVMCIEnv::call, JVMCI CompilerT, COMPILER",
    "C++, libjvm.so, JVMCIEnv::call, JVMCI-native Co, COMPILER",
    "C++, libjvm.so, G1ParScanThreadState::trim, GC Thread#1, COLLECTOR",
    "Native, libjvm.so, JVM_FillInStackTrace, main, JVM",
    "Native, '', jbyte_disjoint_arraycopy, main, COMPILED",
    "Native, '', not_walkable_Java, main, UNKNOWN",
    "Other, libjvm.so, x, main, UNKNOWN"
  })
  void knowsWhatTheTopmostFrameBelongsTo(
      String type, String owner, String name, String thread, Part part) {
    assertEquals(part, ProfiledCpu.part(type, owner, name, thread));
  }

  @Test
  void samplesWithFramesOfTheKernelAreTakenAsTheyAre() {
    samples(Part.COMPILED, 3);
    samples(Part.KERNEL, 1);
    cpu.load(0.5, 0.5);
    Map<Part, Double> shares = cpu.divided();

    assertEquals(0.75, shares.get(Part.COMPILED));
    assertEquals(0.25, shares.get(Part.KERNEL));
    assertEquals(0.0, shares.get(Part.NATIVE));
  }

  /** A timer's sample of a system call shows the C library that made it. */
  @Test
  void withATimerTheKernelsTimeIsTakenFromNativeCode() {
    cpu.byTimer();
    samples(Part.COMPILED, 4);
    samples(Part.JVM, 2);
    samples(Part.NATIVE, 4);
    cpu.load(0.5, 0.1);
    cpu.load(0.2, 0.2); // 0.3 of 1
    Map<Part, Double> shares = cpu.divided();

    assertEquals(0.3, shares.get(Part.KERNEL), 1e-9);
    assertEquals(0.1, shares.get(Part.NATIVE), 1e-9);
    assertEquals(0.4, shares.get(Part.COMPILED), 1e-9);
    assertEquals(0.2, shares.get(Part.JVM), 1e-9);
  }

  /** Page faults are in the kernel, too, and no system call. */
  @Test
  void whatTheKernelDidBeyondNativeCodeIsTakenFromAllOthersAlike() {
    cpu.byTimer();
    samples(Part.COMPILED, 6);
    samples(Part.COLLECTOR, 2);
    samples(Part.NATIVE, 2);
    cpu.load(0.6, 0.4);
    Map<Part, Double> shares = cpu.divided();

    assertEquals(0.4, shares.get(Part.KERNEL), 1e-9);
    assertEquals(0, shares.get(Part.NATIVE), 1e-9);
    assertEquals(0.45, shares.get(Part.COMPILED), 1e-9);
    assertEquals(0.15, shares.get(Part.COLLECTOR), 1e-9);
    assertEquals(1, shares.values().stream().mapToDouble(share -> share).sum(), 1e-9);
  }

  @Test
  void aServerWithoutAProfileHasNoShares(@TempDir Path folder) {
    assertTrue(cpu.divided().isEmpty());
    assertTrue(ProfiledCpu.shares(folder, MeasuredWindows.of(0, 1)).isEmpty());
  }
}

package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.lab.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AwakeCpusTest {
  private static final String DRIVER = "sys/devices/system/cpu/cpuidle/current_driver";

  @TempDir private Path root;

  private Path file(String name, byte[] content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private Path device(int latencyUs) throws IOException {
    return file(
        "dev/cpu_dma_latency",
        ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(latencyUs).array());
  }

  @Test
  void asksForWakeUpsThatTakeNoTime() throws IOException {
    Path device = device(2_000_000_000);
    try (AwakeCpus awake = AwakeCpus.ask(root).orElseThrow()) {
      assertArrayEquals(new byte[4], Files.readAllBytes(device), awake::toString);
    }
  }

  @Test
  void whereItCannotAskItSaysNothing() {
    assertTrue(AwakeCpus.ask(root).isEmpty());
    assertTrue(AwakeCpus.maySleep(root).isEmpty());
  }

  @Test
  void readsWhetherCpusMaySleep() throws IOException {
    file(DRIVER, "intel_idle\n".getBytes(StandardCharsets.UTF_8));
    device(2_000_000_000);
    assertEquals(Optional.of(true), AwakeCpus.maySleep(root));
    device(0);
    assertEquals(Optional.of(false), AwakeCpus.maySleep(root));
    file(DRIVER, "none\n".getBytes(StandardCharsets.UTF_8));
    assertEquals(Optional.empty(), AwakeCpus.maySleep(root), "nothing obeys the request");
  }

  /** The kernel's own device. Another lab of this machine may hold it as well. */
  @Test
  void theKernelTakesTheRequest() throws IOException {
    assumeTrue(
        AwakeCpus.maySleep(Path.of("/")).isPresent(),
        "needs `test -r /dev/cpu_dma_latency && ! grep -q none /" + DRIVER + "`: root");
    try (LocalHost host = LocalHost.open(Time.system())) {
      host.keepCpusAwake();
      assertEquals(false, host.environment(Map.of()).cpuSleep());
    }
  }
}

package dev.jitterlab.lab.process;

import dev.jitterlab.lab.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Keeps all CPUs of the machine awake until it is closed, or its process ends in whatever way: a
 * CPU with nothing to do polls, and enters no idle state. It does so by asking the kernel for
 * wake-ups that take no time, as {@code cyclictest} does (the kernel's "PM QoS" interface, {@code
 * /dev/cpu_dma_latency}). The request lasts as long as the file is open. Mostly only root may ask.
 *
 * @param request the open file
 */
record AwakeCpus(FileChannel request) implements AutoCloseable {
  private static final String DEVICE = "dev/cpu_dma_latency";
  private static final String DRIVER = "sys/devices/system/cpu/cpuidle/current_driver";

  /** From now on; empty where this process may not ask. The caller closes it. */
  static Optional<AwakeCpus> ask(Path root) {
    Path device = root.resolve(DEVICE);
    if (!Files.isWritable(device)) {
      return Optional.empty();
    }
    try {
      FileChannel request = FileChannel.open(device, StandardOpenOption.WRITE);
      request.write(ByteBuffer.allocate(Integer.BYTES)); // 0 µs
      return Optional.of(new AwakeCpus(request));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether a CPU may go to sleep, by what the kernel says that everybody has asked for; empty
   * where it does not say. Without a driver for idle states, requests have no effect.
   */
  static Optional<Boolean> maySleep(Path root) {
    if (WholeFile.text(root.resolve(DRIVER)).filter(driver -> !driver.equals("none")).isEmpty()) {
      return Optional.empty();
    }
    try (FileChannel device = FileChannel.open(root.resolve(DEVICE), StandardOpenOption.READ)) {
      ByteBuffer latencyUs = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
      boolean isWhole = device.read(latencyUs) == Integer.BYTES;
      return isWhole ? Optional.of(latencyUs.getInt(0) > 0) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    request.close();
  }
}

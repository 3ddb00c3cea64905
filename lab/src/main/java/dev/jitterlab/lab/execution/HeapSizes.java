package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.plan.Plan;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether the heaps that run at the same time fit into the machine. Only explicit {@code -Xmx}
 * count; what a JVM takes beside its heap is not known beforehand.
 */
final class HeapSizes {
  private static final Pattern MAX_HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgGtT]?)");
  private static final String UNITS = "kmgt";

  /** Stands for all that is larger: no machine has as much. */
  private static final long MOST = Long.MAX_VALUE;

  private HeapSizes() {}

  /**
   * Checks the fullest block.
   *
   * @param totalBytes memory of the machine, or the control group's limit if that is lower
   * @param availableBytes what is free of it
   * @return a warning
   * @throws LabException if the heaps are larger than the whole memory
   */
  static Optional<String> check(Plan plan, OptionalLong totalBytes, OptionalLong availableBytes) {
    long heapBytes =
        plan.blocks().stream().mapToLong(block -> heapBytes(plan, block)).max().orElse(0);
    if (totalBytes.isPresent() && heapBytes > totalBytes.getAsLong()) {
      throw LabException.wrong(
          plan.subject().experiment(),
          "the heaps of the servers that run at the same time (-Xmx) sum up to %s, and the machine has %s"
              .formatted(Units.bytes(heapBytes), Units.bytes(totalBytes.getAsLong())),
          "Set a smaller -Xmx, or fewer instances or groups.");
    }
    if (availableBytes.isPresent() && heapBytes > availableBytes.getAsLong()) {
      return Optional.of(
          "Warning: the servers' heaps (-Xmx) sum up to %s, and only %s are free: end other programs, or set a smaller -Xmx."
              .formatted(Units.bytes(heapBytes), Units.bytes(availableBytes.getAsLong())));
    }
    return Optional.empty();
  }

  private static long heapBytes(Plan plan, Plan.Block block) {
    return block.instances().stream()
        .mapToLong(instance -> maxHeapBytes(plan.group(instance.group()).jvmArguments()))
        .reduce(0, HeapSizes::sum);
  }

  private static long sum(long one, long other) {
    return one > MOST - other ? MOST : one + other;
  }

  /** The last {@code -Xmx} counts, as it does for the JVM. */
  static long maxHeapBytes(List<String> jvmArguments) {
    long bytes = 0;
    for (String argument : jvmArguments) {
      Matcher matcher = MAX_HEAP.matcher(argument);
      if (matcher.matches()) {
        int power =
            matcher.group(2).isEmpty()
                ? 0
                : 1 + UNITS.indexOf(Character.toLowerCase(matcher.group(2).charAt(0)));
        bytes =
            new BigInteger(matcher.group(1))
                .shiftLeft(10 * power)
                .min(BigInteger.valueOf(MOST))
                .longValueExact();
      }
    }
    return bytes;
  }
}

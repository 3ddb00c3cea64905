package dev.jitterlab.connections;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server takes, measured at several numbers of connections, and what each connection adds to
 * it: the slope. What the process takes anyway is in all steps and cancels out. Thread-safe.
 */
final class Footprint {
  private static final double KIB = 1_024;
  private static final int PAGE = 4_096;

  /** Where memory is. */
  enum Part {
    /** Used in the heap after a collection. */
    HEAP,
    /** Resident memory of the process without the heap: stacks, buffers, the JVM's own. */
    OUTSIDE,
    /**
     * Of the whole machine: slabs, kernel stacks, page tables and the sockets' buffers; so of both
     * ends, if the clients are on it too.
     */
    KERNEL,
    /** Address space of the process, resident or not. */
    RESERVED;

    /** The word in metrics. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Reads the figures of a moment. */
  interface Meter {
    /**
     * Reads them.
     *
     * @throws IOException if the system does not tell
     */
    Map<Part, Double> bytes() throws IOException;
  }

  private final Meter meter;
  private final List<Integer> connections = new ArrayList<>();
  private final List<Map<Part, Double>> figures = new ArrayList<>();

  Footprint(Meter meter) {
    this.meter = meter;
  }

  /** Of this process, on Linux. */
  static Footprint ofThisProcess() {
    return new Footprint(new Proc(Path.of("/proc")));
  }

  /** Takes a step; one that the system tells nothing of is left out. */
  void measure(int open) {
    Map<Part, Double> now;
    try {
      now = meter.bytes();
    } catch (IOException e) {
      return;
    }
    synchronized (this) {
      connections.add(open);
      figures.add(now);
    }
  }

  synchronized int steps() {
    return connections.size();
  }

  /** What a connection adds to that part. */
  synchronized Slope slope(Part part) {
    double[] x = connections.stream().mapToDouble(Integer::doubleValue).toArray();
    double[] y =
        figures.stream().mapToDouble(step -> step.getOrDefault(part, Double.NaN)).toArray();
    return Slope.of(x, y);
  }

  /** What {@code /proc} tells; the heap is collected first. */
  static final class Proc implements Meter {
    private final Path proc;

    Proc(Path proc) {
      this.proc = proc;
    }

    @Override
    public Map<Part, Double> bytes() throws IOException {
      System.gc();
      System.gc(); // what the first one only made unreachable, such as behind cleaners
      Map<Part, Double> bytes = new EnumMap<>(Part.class);
      double heap = (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      bytes.put(Part.HEAP, heap);
      String status = read("self/status");
      // The heap is resident as a whole where the JVM touches it at its start: then what grows is
      // outside.
      bytes.put(Part.OUTSIDE, KIB * number(status, "VmRSS:"));
      bytes.put(Part.RESERVED, KIB * number(status, "VmSize:"));
      String memory = read("meminfo");
      String sockets = read("net/sockstat");
      bytes.put(
          Part.KERNEL,
          KIB
                  * (number(memory, "Slab:")
                      + number(memory, "KernelStack:")
                      + number(memory, "PageTables:"))
              + PAGE * number(sockets, "TCP: .* mem "));
      return bytes;
    }

    private String read(String file) throws IOException {
      return Files.readString(proc.resolve(file), StandardCharsets.US_ASCII);
    }

    private static double number(String text, String before) throws IOException {
      Matcher matcher = Pattern.compile("(?m)^" + before + "\\s*(\\d+)").matcher(text);
      if (!matcher.find()) {
        throw new IOException("no " + before);
      }
      return Long.parseLong(matcher.group(1));
    }
  }
}

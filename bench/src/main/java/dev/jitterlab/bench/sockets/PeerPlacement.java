package dev.jitterlab.bench.sockets;

import java.util.List;
import java.util.Locale;

/** Where the client and the server run. */
enum PeerPlacement {
  /** On a CPU each: the nearest to the paper's two machines. */
  APART,
  /** On one CPU, so that neither waits for a core that is idle. */
  TOGETHER,
  /** Wherever the kernel puts them. */
  FREE;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * What stands before a command.
   *
   * @param cpus those that the lab itself may use
   */
  List<String> prefix(List<Integer> cpus, boolean ofServer) {
    int cpu = this == APART && !ofServer ? cpus.get(1) : cpus.getFirst();
    return this == FREE ? List.of() : List.of("taskset", "--cpu-list", Integer.toString(cpu));
  }
}

package dev.jitterlab.bench;

import dev.jitterlab.lab.machine.CpuList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The CPUs that this process, and what it starts, may run on. Stateless. */
public final class OwnCpus {
  private OwnCpus() {}

  /** Returns their numbers, ascending; the first one alone where the system does not tell. */
  public static List<Integer> ofThisProcess() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .map(CpuList::parse)
          .flatMap(Optional::stream)
          .findFirst()
          .map(list -> List.copyOf(list.numbers()))
          .orElse(List.of(0));
    } catch (IOException e) {
      return List.of(0);
    }
  }
}

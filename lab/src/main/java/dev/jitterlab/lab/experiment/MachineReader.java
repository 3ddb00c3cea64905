package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.machine.CpuList;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.machine.Scheduling;
import dev.jitterlab.lab.yaml.Fields;
import java.util.List;

/** Validates the property {@code machine}; whether this machine has it is found out by a run. */
final class MachineReader {
  private static final long LEAST_MEMORY_BYTES = 16 << 20; // a JVM does not start with less

  private MachineReader() {}

  /** Reports all that is wrong with it. */
  static void check(Fields fields) {
    fields.text(
        "cpus",
        "numbers of CPUs such as 1, 0-3 or '0,2'",
        text -> CpuList.parse(text).filter(list -> !list.numbers().isEmpty()).isPresent());
    fields.text(
        "cpu_limit", "a number of CPUs from 0.01 to 8192, such as 1.5", MachineReader::cpus);
    fields.text(
        "memory_limit",
        "a size of at least 16m, such as 512m or 2g",
        text -> MachineSettings.bytes(text).filter(size -> size >= LEAST_MEMORY_BYTES).isPresent());
    fields.integer("nice", -20, 19);
    fields.text("scheduling", Scheduling.FORM, text -> Scheduling.parse(text).isPresent());
    fields.truth("isolated");
    fields.text(
        "governor",
        "the name of a frequency governor, such as performance",
        text -> text.matches("[a-z_]{1,32}"));
    word(fields, "mitigations", List.of("off", "auto"));
    word(fields, "transparent_hugepages", List.of("always", "madvise", "never"));
  }

  private static boolean cpus(String text) {
    return text.matches("\\d{1,4}(\\.\\d{1,3})?")
        && Double.parseDouble(text) >= MachineSettings.LEAST_CPU_LIMIT
        && Double.parseDouble(text) <= CpuList.MOST;
  }

  private static void word(Fields fields, String key, List<String> words) {
    fields.text(key, "one of: " + String.join(", ", words), words::contains);
  }
}

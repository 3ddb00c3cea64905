package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the property {@code machine} asks for; what it leaves out stays as the machine has it.
 * Immutable.
 *
 * @param cpus the only CPUs that the servers may run on
 * @param cpuLimit CPU time per second, in CPUs
 * @param memoryLimitBytes the memory that the server and its children may have in all
 * @param nice -20 to 19
 * @param scheduling the policy of all threads
 * @param isolated whether the kernel has to keep everything else off those CPUs
 * @param governor the frequency governor that the CPUs must have
 * @param mitigations {@code off} or {@code auto}: how the kernel must have been booted
 * @param transparentHugepages the kernel's setting that must be in force
 */
public record MachineSettings(
    Optional<CpuList> cpus,
    Optional<Double> cpuLimit,
    Optional<Long> memoryLimitBytes,
    Optional<Integer> nice,
    Optional<Scheduling> scheduling,
    boolean isolated,
    Optional<String> governor,
    Optional<String> mitigations,
    Optional<String> transparentHugepages) {
  /** The least limit that the kernel takes, 1 ms in a period of 100 ms. */
  public static final double LEAST_CPU_LIMIT = 0.01;

  private static final Pattern BYTES =
      Pattern.compile("([1-9]\\d{0,8})([kmg])", Pattern.CASE_INSENSITIVE);

  /** The keys of the property. */
  public static final List<String> KEYS =
      List.of(
          "cpus",
          "cpu_limit",
          "memory_limit",
          "nice",
          "scheduling",
          "isolated",
          "governor",
          "mitigations",
          "transparent_hugepages");

  /** What a plan has under {@code machine}; it has been validated when the experiment was read. */
  public static MachineSettings of(Map<?, ?> property) {
    return new MachineSettings(
        text(property, "cpus").flatMap(CpuList::parse),
        text(property, "cpu_limit").map(Double::valueOf),
        text(property, "memory_limit").flatMap(MachineSettings::bytes),
        text(property, "nice").map(Integer::valueOf),
        text(property, "scheduling").flatMap(Scheduling::parse),
        text(property, "isolated").map(Boolean::valueOf).orElse(false),
        text(property, "governor"),
        text(property, "mitigations"),
        text(property, "transparent_hugepages"));
  }

  private static Optional<String> text(Map<?, ?> property, String key) {
    return Optional.ofNullable(property.get(key)).map(Object::toString);
  }

  /** {@code 512m} in bytes: binary units k, m, g, as the JVM's flags have them. */
  public static Optional<Long> bytes(String text) {
    Matcher matcher = BYTES.matcher(text);
    return matcher.matches()
        ? Optional.of(
            Long.parseLong(matcher.group(1))
                << (10 * (1 + "kmg".indexOf(Character.toLowerCase(matcher.group(2).charAt(0))))))
        : Optional.empty();
  }

  /**
   * What no command line shows, because a control group sets it: such as {@code " (in a control
   * group: at most 1.5 CPUs)"}; an empty text where there is no limit.
   */
  public String limits() {
    String limits =
        Stream.of(
                cpuLimit.map(cpus -> Units.number(cpus) + " CPUs"),
                memoryLimitBytes.map(Units::bytes))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return limits.isEmpty() ? "" : " (in a control group: at most " + limits + ")";
  }

  /** Whether anything is asked of the process itself, so that it has to be read back. */
  public boolean concernsProcess() {
    return cpus.isPresent() || nice.isPresent() || scheduling.isPresent() || needsCgroup();
  }

  /** Whether a limit is asked for that only a control group can set. */
  public boolean needsCgroup() {
    return cpuLimit.isPresent() || memoryLimitBytes.isPresent();
  }

  /**
   * The beginning of a command line that gives the process its CPUs and priority before it starts;
   * each of these programs replaces itself by the next, so the process id stays the server's.
   */
  public List<String> prefix() {
    List<String> prefix = new ArrayList<>();
    nice.ifPresent(value -> prefix.addAll(List.of("nice", "-n", Integer.toString(value))));
    scheduling.ifPresent(value -> prefix.addAll(value.command()));
    cpus.ifPresent(list -> prefix.addAll(List.of("taskset", "--cpu-list", list.toString())));
    return List.copyOf(prefix);
  }
}

package dev.jitterlab.lab.process;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.run.Environment;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds out the facts of an {@link Environment} from Linux's {@code /proc} and {@code /sys}.
 *
 * @param root the root of the file system
 */
public record EnvironmentProbe(Path root) {
  private static final Duration GIT_LIMIT = Duration.ofSeconds(5);

  /** Looks at the machine now; {@code jdks} are the versions that the caller has asked for. */
  public Environment probe(Map<String, String> jdks) {
    return new Environment(
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        field("proc/cpuinfo", "model name").orElse(null),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes("MemTotal").stream().boxed().findFirst().orElse(null),
        text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").orElse(null),
        mitigations(),
        cgroupCpuLimitCores(),
        cgroupMemoryLimitBytes(),
        text("sys/devices/system/clocksource/clocksource0/current_clocksource").orElse(null),
        text("proc/self/timerslack_ns").map(Long::valueOf).orElse(null),
        AwakeCpus.maySleep(root).orElse(null),
        text("proc/loadavg")
            .map(line -> Double.valueOf(line.substring(0, line.indexOf(' '))))
            .orElse(null),
        field("proc/cpuinfo", "flags")
            .map(flags -> (" " + flags + " ").contains(" hypervisor "))
            .orElse(null),
        jdks,
        System.getProperty("java.vendor") + " " + Runtime.version(),
        EnvironmentProbe.class.getPackage().getImplementationVersion(),
        commit().orElse(null),
        ZoneId.systemDefault().getId(),
        Locale.getDefault().toLanguageTag());
  }

  /** What the lab and its processes may take at most: the machine's memory, or the limit on it. */
  public OptionalLong usableMemoryBytes() {
    Long limitBytes = cgroupMemoryLimitBytes();
    OptionalLong totalBytes = memoryBytes("MemTotal");
    return limitBytes == null || (totalBytes.isPresent() && totalBytes.getAsLong() < limitBytes)
        ? totalBytes
        : OptionalLong.of(limitBytes);
  }

  /** What the machine has free, by the kernel's estimate. */
  public OptionalLong availableMemoryBytes() {
    return memoryBytes("MemAvailable");
  }

  private OptionalLong memoryBytes(String name) {
    return field("proc/meminfo", name).stream()
        .mapToLong(value -> Long.parseLong(value.replaceAll("\\D", "")) * 1024)
        .findFirst();
  }

  private Map<String, String> mitigations() {
    Path folder = root.resolve("sys/devices/system/cpu/vulnerabilities");
    Map<String, String> mitigations = new TreeMap<>();
    for (Path file : FileTree.entries(folder)) {
      WholeFile.text(file).ifPresent(text -> mitigations.put(file.getFileName().toString(), text));
    }
    return Files.isReadable(folder) ? mitigations : null;
  }

  private Double cgroupCpuLimitCores() {
    return cgroupFiles("cpu.max")
        .map(line -> line.split(" ", -1))
        .filter(fields -> fields.length == 2 && !fields[0].equals("max"))
        .map(fields -> Double.parseDouble(fields[0]) / Double.parseDouble(fields[1]))
        .min(Double::compare)
        .orElse(null);
  }

  private Long cgroupMemoryLimitBytes() {
    return cgroupFiles("memory.max")
        .filter(line -> !line.equals("max"))
        .map(Long::valueOf)
        .min(Long::compare)
        .orElse(null);
  }

  /** The file in the lab's own control group (version 2) and in all above it. */
  private Stream<String> cgroupFiles(String name) {
    Optional<String> group =
        text("proc/self/cgroup")
            .flatMap(all -> all.lines().filter(line -> line.startsWith("0::/")).findFirst())
            .map(line -> line.substring("0::/".length()));
    if (group.isEmpty()) {
      return Stream.empty();
    }
    Path mount = Path.of("sys/fs/cgroup");
    return Stream.iterate(
            mount.resolve(group.get()), path -> path.startsWith(mount), Path::getParent)
        .flatMap(path -> text(path.resolve(name).toString()).stream());
  }

  private Optional<String> field(String file, String name) {
    return text(file).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(name) && line.contains(":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private Optional<String> text(String file) {
    return WholeFile.text(root.resolve(file));
  }

  /** Asks git about the checkout that the lab's own classes lie in. */
  private static Optional<String> commit() {
    CodeSource source = EnvironmentProbe.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return Optional.empty();
    }
    try {
      Path folder = Path.of(source.getLocation().toURI());
      folder = Files.isDirectory(folder) ? folder : folder.getParent();
      List<String> describe =
          List.of(
              "git",
              "-C",
              folder.toString(),
              "describe",
              "--always",
              "--dirty",
              "--abbrev=40",
              "--exclude=*");
      Tool.Result answer = Tool.run(describe, System.getenv(), GIT_LIMIT);
      return Optional.of(answer.output().strip())
          .filter(commit -> answer.succeeded() && !commit.isEmpty());
    } catch (IOException | URISyntaxException e) {
      return Optional.empty();
    }
  }
}

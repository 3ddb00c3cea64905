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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds out the facts of an {@link Environment} from Linux's {@code /proc} and {@code /sys}.
 *
 * @param root the root of the file system
 */
public record EnvironmentProbe(Path root) {
  private static final Duration GIT_LIMIT = Duration.ofSeconds(5);
  private static final String CGROUPS = "sys/fs/cgroup";

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
    Stream<String> quotas =
        cgroupsWith("cpu")
            .flatMap(
                folder ->
                    text(folder.resolve("cpu.cfs_quota_us")).stream()
                        .flatMap(
                            quota ->
                                text(folder.resolve("cpu.cfs_period_us")).stream()
                                    .map(period -> quota + " " + period)));
    return Stream.concat(cgroupFiles("cpu.max"), quotas)
        .map(line -> line.split(" ", -1))
        .filter(fields -> fields.length == 2 && fields[0].matches("[1-9]\\d*"))
        .map(fields -> Double.parseDouble(fields[0]) / Double.parseDouble(fields[1]))
        .min(Double::compare)
        .orElse(null);
  }

  /** Version 1 writes a number of nineteen digits where there is no limit. */
  private Long cgroupMemoryLimitBytes() {
    return Stream.concat(
            cgroupFiles("memory.max"),
            cgroupsWith("memory")
                .flatMap(folder -> text(folder.resolve("memory.limit_in_bytes")).stream()))
        .filter(line -> line.matches("\\d{1,18}"))
        .map(Long::valueOf)
        .min(Long::compare)
        .orElse(null);
  }

  /** The file in the lab's own control group (version 2) and in all above it. */
  private Stream<String> cgroupFiles(String name) {
    return cgroups(Path.of(CGROUPS), parts -> parts[0].equals("0") && parts[1].isEmpty())
        .flatMap(folder -> text(folder.resolve(name)).stream());
  }

  /** The folders of the lab's own control group for a controller (version 1) and of all above. */
  private Stream<Path> cgroupsWith(String controller) {
    return cgroups(
        Path.of(CGROUPS, controller),
        parts -> Arrays.asList(parts[1].split(",", -1)).contains(controller));
  }

  /** A line of the lab's groups: {@code hierarchy:controllers:path}. */
  private Stream<Path> cgroups(Path mount, Predicate<String[]> isMeant) {
    return text("proc/self/cgroup").stream()
        .flatMap(String::lines)
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3 && isMeant.test(parts))
        .limit(1)
        .map(parts -> mount.resolve(parts[2].replaceFirst("^/+", "")))
        .flatMap(own -> Stream.iterate(own, path -> path.startsWith(mount), Path::getParent));
  }

  private Optional<String> field(String file, String name) {
    return text(file).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(name) && line.contains(":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private Optional<String> text(String file) {
    return text(Path.of(file));
  }

  private Optional<String> text(Path file) {
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

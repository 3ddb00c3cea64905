package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.WholeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What concerns the whole machine, and so is demanded and never set: another user of the machine
 * would not know. Each refusal names the command that sets it. Stateless.
 *
 * @param root the root of the file system
 */
record Demands(Path root) {
  private static final Path CPUS = Path.of("sys/devices/system/cpu");

  /** What the parameter {@code mitigations} switches on every processor that is affected. */
  private static final List<String> TOLD_BY = List.of("meltdown", "spectre_v1", "spectre_v2");

  /** Why this machine is not what is demanded, and what would make it so; empty if it is. */
  Optional<String> refusal(MachineSettings settings) {
    return Stream.<Optional<String>>of(
            settings.cpus().flatMap(this::offline),
            settings.isolated() ? settings.cpus().flatMap(this::notIsolated) : Optional.empty(),
            settings.governor().flatMap(asked -> governor(asked, settings.cpus())),
            settings.mitigations().flatMap(this::mitigations),
            settings.transparentHugepages().flatMap(this::hugepages))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> offline(CpuList asked) {
    Optional<CpuList> online = text(CPUS.resolve("online")).flatMap(CpuList::parse);
    return online
        .filter(there -> !there.containsAll(asked))
        .map(
            there ->
                "cpus %s: this machine has the CPUs %s; name some of them".formatted(asked, there));
  }

  private Optional<String> notIsolated(CpuList asked) {
    String isolated = text(CPUS.resolve("isolated")).orElse("");
    return CpuList.parse(isolated).filter(there -> there.containsAll(asked)).isPresent()
        ? Optional.empty()
        : Optional.of(
            "isolated: the kernel isolates %s, not the CPUs %s; boot with isolcpus=%s on the kernel's command line (on Debian: GRUB_CMDLINE_LINUX in /etc/default/grub, then sudo update-grub && sudo reboot)"
                .formatted(isolated.isEmpty() ? "no CPU" : "the CPUs " + isolated, asked, asked));
  }

  private Optional<String> governor(String asked, Optional<CpuList> cpus) {
    String all = text(CPUS.resolve("online")).orElse("0");
    for (int cpu : cpus.or(() -> CpuList.parse(all)).map(CpuList::numbers).orElseThrow()) {
      Optional<String> found = text(CPUS.resolve("cpu" + cpu + "/cpufreq/scaling_governor"));
      if (found.isEmpty()) {
        return Optional.of(
            ("governor %s: this machine shows no frequency governor of CPU %d, like most virtual"
                    + " machines; leave `governor` out, or run on the host")
                .formatted(asked, cpu));
      }
      if (!found.get().equals(asked)) {
        return Optional.of(
            "governor %s: that of CPU %d is %s; set it with: sudo cpupower frequency-set -g %s"
                .formatted(asked, cpu, found.get(), asked));
      }
    }
    return Optional.empty();
  }

  /** The last {@code mitigations=} counts, as it does for the kernel, whose default is auto. */
  private Optional<String> mitigations(String asked) {
    String booted =
        Stream.of(text(Path.of("proc/cmdline")).orElse("").split("\\s+", -1))
            .filter(word -> word.startsWith("mitigations="))
            .map(word -> word.substring("mitigations=".length()).replaceFirst(",.*", ""))
            .reduce("auto", (_, last) -> last);
    String remedy =
        "boot with mitigations=%s on the kernel's command line (on Debian: GRUB_CMDLINE_LINUX in /etc/default/grub, then sudo update-grub && sudo reboot)"
            .formatted(asked);
    if (!booted.equals(asked)) {
      return Optional.of(
          "mitigations %s: the kernel was booted with %s; %s".formatted(asked, booted, remedy));
    }
    String contrary = asked.equals("off") ? "Mitigation" : "Vulnerable";
    return TOLD_BY.stream()
        .flatMap(
            name ->
                text(CPUS.resolve("vulnerabilities").resolve(name))
                    .filter(state -> state.startsWith(contrary))
                    .map(state -> name + " is '" + state + "'")
                    .stream())
        .findFirst()
        .map(
            state ->
                "mitigations %s: although the kernel was booted so, %s in %s; remove what else on the kernel's command line, or in the hypervisor, sets it"
                    .formatted(asked, state, "/" + CPUS.resolve("vulnerabilities")));
  }

  private Optional<String> hugepages(String asked) {
    Path file = Path.of("sys/kernel/mm/transparent_hugepage/enabled");
    String found = text(file).orElse("nothing");
    return found.contains("[" + asked + "]")
        ? Optional.empty()
        : Optional.of(
            "transparent_hugepages %s: the kernel has %s; set it with: echo %s | sudo tee /%s"
                .formatted(asked, found, asked, file));
  }

  private Optional<String> text(Path file) {
    return WholeFile.text(root.resolve(file));
  }
}

package dev.jitterlab.doctor;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collector.SchedulerTrace;
import dev.jitterlab.lab.machine.CpuList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the doctor looks at without measuring: one method for each setting, and one list. A look is
 * empty where this machine does not show the setting. To add one, write its method and name it in
 * {@link #ALL}. Stateless.
 */
final class MachineLooks {
  private static final List<Function<MachineFiles, Optional<Advice>>> ALL =
      List.of(
          MachineLooks::cores,
          MachineLooks::cpuLimit,
          MachineLooks::governor,
          MachineLooks::boost,
          MachineLooks::hyperthreads,
          MachineLooks::sleepStates,
          MachineLooks::clock,
          MachineLooks::hugePages,
          MachineLooks::swap,
          MachineLooks::numaBalancing,
          MachineLooks::perfEvents);

  private static final String CPU = "sys/devices/system/cpu/";
  private static final Set<String> SAVING = Set.of("powersave", "ondemand", "conservative");

  /** A program reads these without a system call. */
  private static final Set<String> CHEAP_CLOCKS =
      Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");

  /** Enough for a server, its compilers and collectors, and the load. */
  private static final int ENOUGH_CORES = 4;

  /** Of the cores; what a few idle services need is less. */
  private static final double BUSY_RATIO = 0.25;

  /** A wake-up from a deeper state takes longer than a tick should be late. */
  private static final long DEEP_US = 100;

  private static final String AWAKE =
      "sudo ./jitterlab run FILE    # root may keep the CPUs awake, and Jitterlab does";

  private MachineLooks() {}

  /**
   * Returns what each of them finds.
   *
   * @param isBusy whether other programs used much CPU time while the doctor watched: the load
   *     average alone may be that of Jitterlab's own build just before
   */
  static List<Advice> all(MachineFiles files, boolean isBusy) {
    return Stream.concat(
            otherLoad(files, isBusy).stream(),
            ALL.stream().flatMap(look -> look.apply(files).stream()))
        .toList();
  }

  private static Optional<Advice> cores(MachineFiles files) {
    int cores = files.environment().cores();
    return Optional.of(
        cores >= ENOUGH_CORES
            ? Advice.good("cores", cores + " cores.")
            : Advice.care(
                "cores",
                cores + (cores == 1 ? " core." : " cores."),
                "Servers, compilers and the load share them. By default one server of each group"
                    + " runs, all at once; with `execution: alternate` one server runs at a time.",
                "./jitterlab plan FILE    # shows how an experiment would run on this machine"));
  }

  private static Optional<Advice> cpuLimit(MachineFiles files) {
    Double limit = files.environment().cgroupCpuLimitCores();
    int cores = allowedCores(files);
    if (limit == null) {
      return Optional.of(Advice.good("CPU limit", "No control group limits the CPU time."));
    }
    String found =
        "A control group limits the CPU time to "
            + Units.number(limit)
            + " of "
            + cores
            + " cores.";
    return Optional.of(
        limit >= cores
            ? Advice.good("CPU limit", found)
            : Advice.bad(
                "CPU limit",
                found,
                "The kernel stops every process for the rest of each 100 ms once the time is used"
                    + " up.",
                "docker run --cpus=" + cores + " …    # or no limit at all"));
  }

  /**
   * On how many the kernel lets this process run. The JVM's own number is no measure for a limit:
   * it is rounded up from that same limit.
   */
  private static int allowedCores(MachineFiles files) {
    return files.text("proc/self/status").stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .flatMap(CpuList::parse)
        .map(list -> list.numbers().size())
        .orElse(files.environment().cores());
  }

  private static Optional<Advice> otherLoad(MachineFiles files, boolean isBusy) {
    Double load = files.environment().loadAverageAtStart();
    if (load == null) {
      return Optional.empty();
    }
    String found = "The load average was " + Units.number(load) + " before the doctor began.";
    return Optional.of(
        !isBusy || load <= BUSY_RATIO * files.environment().cores()
            ? Advice.good("other load", found)
            : Advice.care(
                "other load",
                found,
                "Other programs take CPU time from the servers.",
                "top -b -n 1 -o %CPU | head -15    # shows which"));
  }

  private static Optional<Advice> governor(MachineFiles files) {
    String governor = files.environment().governor();
    if (governor == null) {
      return Optional.empty();
    }
    String found = "The frequency governor is " + governor + ".";
    return Optional.of(
        SAVING.contains(governor)
            ? Advice.care(
                "frequency",
                found,
                "Cores run slowly while there is little to do, and differently in every block.",
                "sudo cpupower frequency-set -g performance")
            : Advice.good("frequency", found));
  }

  private static Optional<Advice> boost(MachineFiles files) {
    String intel = CPU + "intel_pstate/no_turbo";
    String others = CPU + "cpufreq/boost";
    Optional<Boolean> boosts =
        files
            .number(intel)
            .map(value -> value == 0)
            .or(() -> files.number(others).map(value -> value == 1));
    String command =
        files.number(intel).isPresent()
            ? "echo 1 | sudo tee /" + intel
            : "echo 0 | sudo tee /" + others;
    return boosts.map(
        on ->
            on
                ? Advice.care(
                    "boost",
                    "Cores may run above their base frequency.",
                    "How long they can do so depends on the temperature, and so on what ran"
                        + " before.",
                    command)
                : Advice.good("boost", "Boost is off."));
  }

  private static Optional<Advice> hyperthreads(MachineFiles files) {
    return files
        .number(CPU + "smt/active")
        .map(
            active ->
                active == 1
                    ? Advice.care(
                        "hyperthreads",
                        "Two logical CPUs share a core.",
                        "A server is slower while its neighbour works.",
                        "echo off | sudo tee /" + CPU + "smt/control")
                    : Advice.good("hyperthreads", "No two CPUs share a core."));
  }

  private static Optional<Advice> sleepStates(MachineFiles files) {
    String folder = CPU + "cpu0/cpuidle";
    List<Long> enabled =
        files.folders(folder).stream()
            .filter(state -> state.startsWith("state"))
            .filter(state -> files.number(folder + "/" + state + "/disable").orElse(0L) == 0)
            .flatMap(state -> files.number(folder + "/" + state + "/latency").stream())
            .toList();
    if (Boolean.FALSE.equals(files.environment().cpuSleep())) {
      return Optional.of(
          Advice.good("sleep states", "Jitterlab keeps idle CPUs awake while it measures."));
    }
    boolean isVirtual = Boolean.TRUE.equals(files.environment().hypervisor());
    if (isVirtual
        && files.text(CPU + "cpuidle/current_driver").filter("none"::equals).isPresent()) {
      return Optional.of(
          Advice.care(
              "sleep states",
              "The hypervisor has to wake idle CPUs up.",
              "Servers with little to do start their ticks late, and the wake-ups count as stolen"
                  + " time. This kernel has no driver for idle states, so Jitterlab cannot keep the"
                  + " CPUs awake. Boot it with idle=poll, or use another machine."));
    }
    return enabled.stream().max(Long::compare).map(deepest -> sleepStates(deepest, files));
  }

  private static Advice sleepStates(long deepestUs, MachineFiles files) {
    if (deepestUs >= DEEP_US) {
      return Advice.care(
          "sleep states",
          "An idle core needs up to " + deepestUs + " µs to wake up.",
          "Servers with little to do start their ticks late.",
          AWAKE,
          "sudo cpupower idle-set -D 10");
    }
    return Boolean.TRUE.equals(files.environment().hypervisor())
        ? Advice.care(
            "sleep states",
            "The hypervisor has to wake idle CPUs up.",
            "Servers with little to do start their ticks late, and the wake-ups count as stolen"
                + " time.",
            AWAKE)
        : Advice.good("sleep states", "An idle core wakes up within " + deepestUs + " µs.");
  }

  private static Optional<Advice> clock(MachineFiles files) {
    String clock = files.environment().clockSource();
    if (clock == null) {
      return Optional.empty();
    }
    String found = "The clock is " + clock + ".";
    return Optional.of(
        CHEAP_CLOCKS.contains(clock)
            ? Advice.good("clock", found)
            : Advice.care(
                "clock",
                found,
                "Reading the time is a system call, or slower still.",
                "echo tsc | sudo tee"
                    + " /sys/devices/system/clocksource/clocksource0/current_clocksource"));
  }

  private static Optional<Advice> hugePages(MachineFiles files) {
    String file = "sys/kernel/mm/transparent_hugepage/enabled";
    return files
        .chosen(file)
        .map(
            word ->
                word.equals("always")
                    ? Advice.care(
                        "huge pages",
                        "Transparent huge pages are always on.",
                        "The kernel may stop a server to put pages together.",
                        "echo madvise | sudo tee /" + file)
                    : Advice.good("huge pages", "Transparent huge pages: " + word + "."));
  }

  private static Optional<Advice> swap(MachineFiles files) {
    return files
        .text("proc/swaps")
        .map(
            text ->
                text.lines().count() > 1
                    ? Advice.care(
                        "swap",
                        "The machine may swap.",
                        "A heap that was swapped out makes its next collection take seconds.",
                        "sudo swapoff -a")
                    : Advice.good("swap", "There is no swap."));
  }

  private static Optional<Advice> numaBalancing(MachineFiles files) {
    boolean severalNodes =
        files.folders("sys/devices/system/node").stream()
                .filter(name -> name.matches("node\\d+"))
                .count()
            > 1;
    return files
        .number("proc/sys/kernel/numa_balancing")
        .filter(_ -> severalNodes)
        .map(
            on ->
                on > 0
                    ? Advice.care(
                        "NUMA",
                        "The kernel moves memory between nodes.",
                        "It takes pages away for a moment to see who uses them.",
                        "sudo sysctl kernel.numa_balancing=0")
                    : Advice.good("NUMA", "The kernel leaves memory on its node."));
  }

  /** Only a diagnosis asks for it: without it, nothing is measured worse. */
  private static Optional<Advice> perfEvents(MachineFiles files) {
    return SchedulerTrace.isAllowed(files.root())
        .map(
            allowed ->
                allowed
                    ? Advice.good("perf events", "The kernel lets `perf` trace its scheduler.")
                    : Advice.care(
                        "perf events",
                        "This user may not trace the kernel's scheduler.",
                        "Jitterlab cannot say behind whom a thread waited for a CPU.",
                        "sudo sysctl kernel.perf_event_paranoid=-1"));
  }
}

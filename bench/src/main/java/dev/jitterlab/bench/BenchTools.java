package dev.jitterlab.bench;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.jdk.SystemPackages;
import dev.jitterlab.lab.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a bench finds on its machine.
 *
 * @param server the periodic server, on the lab's own JDK
 * @param cyclictest the control, where it is installed
 * @param stressNg what keeps the cores busy, where it is installed
 * @param packages installs what is missing, where the package manager is known
 * @param cores how many there are to keep busy
 */
record BenchTools(
    PeriodicProgram server,
    Optional<Path> cyclictest,
    Optional<Path> stressNg,
    Optional<SystemPackages> packages,
    int cores,
    Time time) {

  /**
   * Looks at this machine.
   *
   * @param peers jars with schedulers of other libraries
   * @param traced whether the server keeps what {@link TickCauses} reads
   * @param warmupSeconds how old the server is when it begins to be measured
   * @throws LabException if the periodic server is not there
   */
  static BenchTools find(List<Path> peers, boolean traced, int warmupSeconds) {
    Map<String, String> environment = System.getenv();
    return new BenchTools(
        new PeriodicProgram(
            JdkFinder.ofThisMachine().running().java(),
            Workloads.ofThisProcess().builtJar("periodic"),
            List.copyOf(peers),
            traced,
            warmupSeconds),
        SearchPath.find("cyclictest", environment),
        SearchPath.find("stress-ng", environment),
        SystemPackages.find(environment),
        Runtime.getRuntime().availableProcessors(),
        Time.system());
  }

  /** What records the stalls of all cores. */
  FloorContender.StallMeter stallMeter() {
    return seconds -> SpinGaps.record(cores, seconds);
  }

  /** How to get a missing program, as a sentence. */
  String remedy(String packageName) {
    return packages
        .map(manager -> "Type: " + manager.install(packageName))
        .orElse("Install the package " + packageName + ".");
  }
}

package dev.jitterlab.bench.http;

import dev.jitterlab.bench.OwnCpus;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.jdk.SystemPackages;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.workload.Workloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of the bench, as command lines.
 *
 * @param java the launcher of the lab's own JDK, on which its loads run
 * @param jar the generator, with the class path in its manifest
 * @param others the other generators that are here
 * @param nginx the server, where it is installed
 * @param taskset what pins processes, where it is installed
 * @param packages installs what is missing, where the package manager is known
 * @param cpus those that the lab may use
 */
record HttpPrograms(
    Path java,
    Path jar,
    Map<HttpContender, Path> others,
    Optional<Path> nginx,
    Optional<Path> taskset,
    Optional<SystemPackages> packages,
    List<Integer> cpus) {
  /** Where h2load writes the times of its requests at half load, in its folder. */
  static final String REQUESTS = "requests.tsv";

  private static final String PACKAGE = "dev.jitterlab.http.";

  /** As the lab starts its loads. */
  private static final List<String> JVM_ARGUMENTS =
      List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED");

  /** Finds what there is on this machine. */
  static HttpPrograms find() {
    Map<String, String> environment = System.getenv();
    Map<HttpContender, Path> others = new EnumMap<>(HttpContender.class);
    for (HttpContender one : HttpContender.others()) {
      SearchPath.find(one.label(), environment).ifPresent(path -> others.put(one, path));
    }
    Path jar =
        Workloads.ofThisProcess()
            .generator("http")
            .map(Workload.Load::jar)
            .orElseThrow(
                () ->
                    LabException.failed(
                        "generators/http",
                        "the load generator was not found",
                        "Run ./jitterlab in Jitterlab's own folder: it builds the generator."));
    return new HttpPrograms(
        JdkFinder.ofThisMachine().running().java(),
        jar,
        others,
        SearchPath.find("nginx", environment)
            .or(() -> Optional.of(Path.of("/usr/sbin/nginx")).filter(p -> p.toFile().canExecute())),
        SearchPath.find("taskset", environment),
        SystemPackages.find(environment),
        OwnCpus.ofThisProcess());
  }

  /** Who can run here, ours first. */
  List<HttpContender> contenders() {
    return Stream.of(HttpContender.values())
        .filter(one -> one.isOurs() || others.containsKey(one))
        .toList();
  }

  /** What is not here, and the command that installs it. */
  List<HttpBenchResult.Missing> missing() {
    List<HttpBenchResult.Missing> missing = new ArrayList<>();
    for (HttpContender one : HttpContender.others()) {
      if (!others.containsKey(one)) {
        missing.add(new HttpBenchResult.Missing(one.label(), install(one.installation())));
      }
    }
    if (nginx.isEmpty()) {
      missing.add(new HttpBenchResult.Missing("nginx", install("nginx")));
    }
    if (taskset.isEmpty()) {
      missing.add(new HttpBenchResult.Missing("taskset", install("util-linux")));
    }
    return missing;
  }

  private String install(String what) {
    return what.contains(" ")
        ? what
        : packages.map(manager -> manager.install(what)).orElse("install the package " + what);
  }

  /** Whether server and generator have a CPU each. */
  boolean pins() {
    return taskset.isPresent() && cpus.size() > 1;
  }

  /** What stands before a command: the server has the first CPU, the generator the second. */
  List<String> pinned(boolean ofServer) {
    return pins()
        ? List.of(
            taskset.orElseThrow().toString(),
            "--cpu-list",
            Integer.toString(cpus.get(ofServer ? 0 : 1)))
        : List.of();
  }

  /** A server of ours on that port. */
  List<String> answerServer(int port) {
    List<String> command = own("AnswerServer");
    command.add(Integer.toString(port));
    return command;
  }

  private List<String> own(String main) {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(JVM_ARGUMENTS);
    command.addAll(List.of("-cp", jar.toAbsolutePath().toString(), PACKAGE + main));
    return command;
  }

  /**
   * The generator of a cell.
   *
   * @param server host and port
   * @param rate requests a second; used at half load only
   */
  List<String> generator(HttpCell cell, HttpBenchPlan plan, String server, int rate) {
    HttpBenchChoice choice = plan.choice();
    List<String> command = new ArrayList<>(pinned(false));
    boolean isClosed = cell.part() == LoadPart.CLOSED;
    String connections = Integer.toString(choice.connections());
    switch (cell.contender()) {
      case JITTERLAB, AGAIN, BURSTS -> {
        command.addAll(own("HttpLoad"));
        command.addAll(
            List.of(
                "--target=" + HttpBench.SERVER + "=" + server,
                "--tick-log=ticks.hlog",
                "--threads=1",
                "--rehearsal=" + HttpBenchPlan.LONGEST_REHEARSAL_SECONDS + "s",
                "--connections=" + connections,
                "--model=" + (isClosed ? "closed" : "constant")));
        if (!isClosed) {
          command.add("--rate=" + rate);
        }
        if (cell.contender() == HttpContender.BURSTS) {
          command.add("--burst=" + connections);
        }
      }
      case WRK ->
          command.addAll(
              List.of(
                  others.get(HttpContender.WRK).toString(),
                  "--threads",
                  "1",
                  "--connections",
                  connections,
                  "--duration",
                  wholeSeconds(choice.seconds()) + "s",
                  "--latency",
                  "http://" + server + "/"));
      case H2LOAD -> {
        command.addAll(
            List.of(
                others.get(HttpContender.H2LOAD).toString(),
                "--h1",
                "--threads=1",
                "--clients=" + connections,
                "--duration=" + wholeSeconds(choice.seconds()) + "s",
                "--warm-up-time=" + wholeSeconds(HttpBenchPlan.OTHERS_WARMUP_SECONDS) + "s"));
        if (!isClosed) {
          // One write() for each request, which nobody else pays: not where capacity is measured.
          command.add("--log-file=" + REQUESTS);
          double each = (double) rate / choice.connections();
          command.add("--rps=" + String.format(Locale.ROOT, "%.4f", each));
        }
        command.add("http://" + server + "/");
      }
      case OHA -> {
        command.addAll(
            List.of(
                others.get(HttpContender.OHA).toString(),
                "--no-tui",
                "--output-format",
                "json",
                "-c",
                connections,
                "-z",
                wholeSeconds(choice.seconds()) + "s"));
        if (!isClosed) {
          command.addAll(List.of("-q", Integer.toString(rate), "--latency-correction"));
        }
        command.add("http://" + server + "/");
      }
    }
    return command;
  }

  private static long wholeSeconds(double seconds) {
    return Math.max(1, Math.round(seconds));
  }
}

package dev.jitterlab.lab.plan;

import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.lab.collector.Attachment;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.collector.RecordingSettings;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.workload.OptionType;
import dev.jitterlab.lab.workload.OptionType.ArrivalRate;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.workload.Workload.Option;
import dev.jitterlab.lab.workload.Workload.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The command lines of a workload's processes. File names in them are relative to the process's own
 * folder, which is its working directory.
 */
record CommandLines(Workload workload) {
  /** Enough for thousands of bots; bounded, so that servers and load share the machine's memory. */
  private static final String LOAD_HEAP = "-Xmx512m";

  /**
   * The optimising compiler of a generator that sends little is still at work when the measurement
   * begins: it delays more than its code ever saves (docs/load.md).
   */
  private static final String QUICK_CODE = "-XX:TieredStopAtLevel=1";

  /** For the timer slack of the threads of control and load; they run on the lab's own JDK. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /**
   * A server's command line. Environment variables are set by {@code env}, which becomes the JVM
   * and keeps its process id; so the command line is all that it takes to start the server by hand.
   */
  List<String> server(
      Jdk jdk,
      List<String> jvmArguments,
      Map<String, String> options,
      RecordingSettings recording,
      Map<String, String> environment) {
    List<String> command = new ArrayList<>();
    if (!environment.isEmpty()) {
      command.add("/usr/bin/env");
      environment.forEach((name, value) -> command.add(name + "=" + value));
    }
    command.add(jdk.java().toString());
    if (workload.callsNative()) {
      command.addAll(jdk.nativeAccess(jvmArguments));
    }
    command.addAll(jvmArguments);
    command.addAll(KnownCollectors.jvmArguments(Attachment.SERVER, jdk.feature(), recording));
    addProgram(command, workload.jar(), workload.server(), options);
    return List.copyOf(command);
  }

  /**
   * The load generator's process, without its targets; empty if the workload has none.
   *
   * @param servers how many it loads
   */
  Optional<Plan.Load> load(Jdk jdk, Map<String, String> options, long seed, int servers) {
    return workload.load().map(load -> load(load, load.endpoint(), jdk, options, seed, servers));
  }

  /** A load generator's process, without its targets, which are endpoints of that name. */
  static Plan.Load load(
      Workload.Load load,
      String endpoint,
      Jdk jdk,
      Map<String, String> options,
      long seed,
      int servers) {
    List<String> command = new ArrayList<>(List.of(jdk.java().toString(), LOAD_HEAP));
    if (servers * greatestRate(load.program(), options) <= load.light()) {
      command.add(QUICK_CODE);
    }
    command.addAll(
        KnownCollectors.jvmArguments(Attachment.LOAD, jdk.feature(), RecordingSettings.DEFAULT));
    command.add(NATIVE_ACCESS);
    addProgram(command, load.jar(), load.program(), options);
    command.add("--seed=" + seed);
    return new Plan.Load(endpoint, List.copyOf(command));
  }

  /**
   * The idle control process: one task that ticks at 1 kHz and does nothing, so that whatever
   * delays it is the machine. It catches up, so that every millisecond that a stall has lasted is a
   * late tick (jHiccup's way; no coordinated omission). Its heap is so small that its own pauses
   * are too.
   */
  static List<String> control(Workload periodic, Jdk jdk) {
    List<String> command = new ArrayList<>(List.of(jdk.java().toString(), NATIVE_ACCESS));
    command.addAll(List.of("-Xms24m", "-Xmx24m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(
        KnownCollectors.jvmArguments(Attachment.CONTROL, jdk.feature(), RecordingSettings.DEFAULT));
    command.addAll(
        List.of(
            "-cp",
            periodic.jar().toString(),
            periodic.server().mainClass(),
            "--metrics-port=0",
            "--tick-log=" + RunDirectory.TICKS,
            "--tasks=1@1000",
            "--scheduler=partitioned",
            "--threads=1",
            "--waiting=park",
            "--late-policy=catch-up"));
    return List.copyOf(command);
  }

  /** Arrivals a second; infinite where no plan says. */
  private static double greatestRate(Program program, Map<String, String> options) {
    return program.options().stream()
        .filter(option -> option.type() instanceof ArrivalRate)
        .flatMap(option -> greatestRate(program, option, options).stream())
        .mapToDouble(rate -> rate)
        .max()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static Optional<Double> greatestRate(
      Program program, Option option, Map<String, String> options) {
    ArrivalRate rate = (ArrivalRate) option.type();
    Optional<String> process =
        program.option(rate.process()).flatMap(by -> value(by, options)); // none of `closed`
    return process
        .flatMap(ArrivalProcess::labelled)
        .flatMap(
            arrivals ->
                value(option, options)
                    .filter(text -> rate.problem(arrivals, text).isEmpty())
                    .map(text -> rate.greatestPerSecond(arrivals, text)));
  }

  private static Optional<String> value(Option option, Map<String, String> options) {
    return Optional.ofNullable(options.get(option.name())).or(option::defaultValue);
  }

  private static void addProgram(
      List<String> command, Path jar, Program program, Map<String, String> options) {
    command.add("-cp");
    command.add(jar.toString());
    command.add(program.mainClass());
    command.addAll(program.arguments());
    for (Option option : program.options()) {
      value(option, options)
          .ifPresent(text -> command.add("--" + option.name() + "=" + argument(option, text)));
    }
  }

  /** YAML may spell a truth value True or TRUE; programs know one spelling. */
  private static String argument(Option option, String value) {
    return option.type() instanceof OptionType.Flag ? value.toLowerCase(Locale.ROOT) : value;
  }
}

package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program in a workload's jar that talks to the terminal itself. */
final class WorkloadProgram {
  /** The tick runtime calls Linux; without this the JVM prints four lines of warnings. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private WorkloadProgram() {}

  /** Adds an option of the program, unless it is left out. */
  static void add(List<String> arguments, String option, Object value) {
    if (value != null) {
      arguments.add(option + "=" + value);
    }
  }

  /** The same of a number, which must be between those bounds. */
  static void add(List<String> arguments, String option, Integer number, int least, int most) {
    NumberBounds.optional(option, number, least, most)
        .ifPresent(within -> add(arguments, option, within));
  }

  /**
   * Runs it to its end, on the lab's own input and output.
   *
   * @return its exit status
   */
  static int run(String workload, String mainClass, List<String> arguments)
      throws InterruptedException {
    Path jar = Workloads.ofThisProcess().builtJar(workload);
    List<String> command =
        new ArrayList<>(
            List.of(
                JdkFinder.ofThisMachine().running().java().toString(),
                NATIVE_ACCESS,
                "-cp",
                jar.toString(),
                mainClass));
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      Thread end = new Thread(process::destroy, "end-of-program");
      Runtime.getRuntime().addShutdownHook(end); // a signal to the lab ends both
      return process.waitFor();
    } catch (IOException e) {
      throw LabException.failed(
              workload, "the program could not be started", "Check the JDK that runs Jitterlab.")
          .because(e);
    }
  }
}

package dev.jitterlab.lab.host;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The errors that end a run, each with its process, its evidence and its remedy. */
public final class Failures {
  private static final int WRONG_ARGUMENTS = 2;
  private static final int KILLED = 137;

  private Failures() {}

  /**
   * A process has ended although nobody asked it to.
   *
   * @param when such as {@code while it was measured}
   */
  public static LabException died(LabProcess process, String when) {
    int exitCode = process.exitStatus();
    String end = "the process ended " + when + " with exit status " + exitCode;
    Path log = process.output();
    return Symptom.in(process.lastWords())
        .or(() -> tellingSymptom(process))
        .map(symptom -> failed(process, end + ": " + symptom.cause(), symptom.remedy()))
        .orElseGet(() -> failed(process, end, remedyByStatus(exitCode, log)));
  }

  /** Processes have not been found to serve in time: one problem for each. */
  public static LabException notReady(List<LabProcess> processes, double timeoutSeconds) {
    List<LabException> each =
        processes.stream().map(process -> notReady(process, timeoutSeconds)).toList();
    return new LabException(
        each.getFirst().exitCode(), each.stream().flatMap(one -> one.problems().stream()).toList());
  }

  /** A cause that its output names comes first. */
  private static LabException notReady(LabProcess process, double timeoutSeconds) {
    String late = "the process " + process.missing() + " within " + timeoutSeconds + " s";
    return tellingSymptom(process)
        .map(symptom -> failed(process, symptom.cause() + "; " + late, symptom.remedy()))
        .orElseGet(
            () ->
                failed(
                    process,
                    late,
                    "See "
                        + process.output()
                        + "; if it needs longer, raise ready_timeout in the experiment."));
  }

  /**
   * In all that it printed: below the line there may be a stack trace longer than what is shown.
   */
  private static Optional<Symptom> tellingSymptom(LabProcess process) {
    try {
      return OutputFile.find(process.output(), Symptom::tellingLine);
    } catch (UncheckedIOException e) {
      return Optional.empty(); // it printed nothing that can be read
    }
  }

  /** A process has announced itself in a way that cannot be understood. */
  static LabException malformedReadyLine(LabProcess process, IllegalArgumentException e) {
    return failed(
        process,
        "its line 'JITTERLAB READY …' is malformed: " + e.getMessage(),
        "Print it as: JITTERLAB READY udp=127.0.0.1:40123 metrics=http://127.0.0.1:40124/metrics");
  }

  /** A server did not get of the machine what its group asks for. */
  static LabException machineDiffers(LabProcess server, List<String> mismatches) {
    return failed(
            server,
            "it runs with other settings than its group's `machine` asks for: "
                + mismatches.getFirst(),
            "Check whether the server or its start script sets the same. Remove one of the two.")
        .withDetails(String.join("\n", mismatches));
  }

  /** A server has announced itself without the endpoint that the load is pointed at. */
  public static LabException noEndpoint(LabProcess server, String endpoint) {
    return failed(
        server,
        "the load goes to the endpoint '%s', and the server announced only: %s"
            .formatted(endpoint, String.join(", ", server.endpoints().keySet())),
        "Let the server print JITTERLAB READY %s=… metrics=…, or correct load.endpoint in the"
                .formatted(endpoint)
            + " workload's workload.yaml.");
  }

  /** Another program is where a server is to be: it would be measured in the server's place. */
  static LabException taken(String id, String what) {
    return LabException.failed(
        id,
        what + " by another program before the server starts",
        "End that program, or let the lab choose the port: ${port}.");
  }

  /** The system refused to start a process. */
  static LabException notStarted(String id, IOException e) {
    String message = String.valueOf(e.getMessage());
    String remedy =
        Symptom.in(message).map(Symptom::remedy).orElse("Read the system's message below.");
    return LabException.failed(id, "the process could not be started", remedy).withDetails(message);
  }

  /**
   * A load generator has not said in time that it loads what it was told.
   *
   * @param e why it could not be told; null where it took the line
   */
  public static LabException doesNotTurn(LabProcess load, IOException e) {
    return failed(
        load,
        e == null
            ? "the load generator was told which server to load, but has not answered"
            : "the load generator could not be told which server to load: " + e.getMessage(),
        "See "
            + load.output()
            + "; or set `execution: alternate`, which needs no generator that pauses.");
  }

  private static LabException failed(LabProcess process, String what, String remedy) {
    return LabException.failed(process.id(), what, remedy).withDetails(process.lastWords());
  }

  private static String remedyByStatus(int exitCode, Path log) {
    return switch (exitCode) {
      case WRONG_ARGUMENTS -> "Its arguments are wrong: see " + log + " for which.";
      case KILLED ->
          "It was killed from outside, perhaps by the kernel because memory ran out ('dmesg'"
              + " tells): set a smaller -Xmx or run fewer instances at once.";
      default -> "See " + log + ".";
    };
  }
}

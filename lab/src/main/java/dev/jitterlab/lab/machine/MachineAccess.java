package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.machine.Limits.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives the servers of one run what their groups ask of the machine, and takes it back.
 *
 * <p>Whether this machine allows it is tried out beforehand, with a short process that is started
 * as a server would be, and read back. For one thread.
 */
public final class MachineAccess implements AutoCloseable {
  private static final Duration TRIAL_LIMIT = Duration.ofSeconds(20);
  private static final String STATUS = "/proc/self/status";
  private static final String STAT = "/proc/self/stat";

  private final Map<String, String> environment;
  private final Demands demands;
  private final Limits limits;
  private final Map<MachineSettings, Optional<String>> tried = new HashMap<>();

  /** Tells somebody who outlives the lab which folders of control groups to remove. */
  @FunctionalInterface
  public interface Keeper {
    /** From now on: the folder, which does not exist yet, and the folders in it. */
    void keep(Path folder) throws IOException;
  }

  /** On this machine; the keeper stays the caller's. */
  public static MachineAccess here(Keeper keeper) {
    return new MachineAccess(
        Path.of("/"), "jitterlab-" + ProcessHandle.current().pid(), System.getenv(), keeper);
  }

  MachineAccess(Path root, String run, Map<String, String> environment, Keeper keeper) {
    this.environment = Map.copyOf(environment);
    this.demands = new Demands(root);
    this.limits = new Limits(root, run, environment, keeper);
  }

  /** Why a server cannot have this here, with the remedy, on one line; empty if it can. */
  public Optional<String> refusal(MachineSettings settings) {
    return tried.computeIfAbsent(
        settings, asked -> demands.refusal(asked).or(() -> refusedInTrial(asked)));
  }

  private Optional<String> refusedInTrial(MachineSettings settings) {
    if (!settings.concernsProcess()) {
      return Optional.empty();
    }
    try {
      List<String> command = new ArrayList<>(limits.limit("trial", settings));
      command.addAll(settings.prefix());
      command.addAll(List.of("cat", STATUS, STAT));
      Tool.Result result = Tool.run(command, environment, TRIAL_LIMIT);
      return result.succeeded() ? differing(settings, result.output()) : failed(result.output());
    } catch (RefusedException e) {
      return Optional.of(e.getMessage());
    } catch (IOException e) {
      return failed(e.getMessage());
    } finally {
      limits.removeEmpty();
    }
  }

  /** {@code stat} is the last line. */
  private static Optional<String> differing(MachineSettings settings, String output) {
    Optional<ThreadReading> thread =
        ThreadReading.parse(output, output.strip().lines().reduce("", (_, last) -> last));
    return ReadBack.ofThreads(settings, thread.stream().toList()).stream()
        .findFirst()
        .flatMap(difference -> failed(difference + ": " + complaint(output)));
  }

  private static String complaint(String output) {
    return output.lines().filter(line -> line.startsWith("nice:")).findFirst().orElse("");
  }

  private static Optional<String> failed(String output) {
    String said = output.strip().lines().findFirst().orElse("no reason given");
    return Optional.of(said.replaceFirst("[: ]+$", "") + "; " + remedy(said));
  }

  private static String remedy(String said) {
    if (said.contains("No such file")) {
      return "install it: sudo apt install util-linux coreutils";
    }
    if (said.contains("chrt")) {
      return "run the lab as root, allow it by `rtprio` in /etc/security/limits.conf, or give the container the capability SYS_NICE; with a cpu_limit of cgroup version 1, the group has no real-time share";
    }
    if (said.contains("nice")) {
      return "start the lab itself at nice 0, and for less than 0 as root, or allow it by `nice` in /etc/security/limits.conf";
    }
    return "see which CPUs the lab itself may use: grep Cpus_allowed_list /proc/self/status";
  }

  /**
   * What a server's command line has to begin with, besides what its plan has.
   *
   * @param id of the instance
   * @throws IOException if the limits, which could be set in the trial, can no longer be
   */
  public List<String> limit(String id, MachineSettings settings) throws IOException {
    try {
      return settings.needsCgroup() ? limits.limit(id.replace('/', '-'), settings) : List.of();
    } catch (RefusedException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Removes the control groups of servers that have ended. */
  public void removeEmpty() {
    limits.removeEmpty();
  }

  /** Removes all that the run made. */
  @Override
  public void close() {
    limits.removeAll();
  }
}

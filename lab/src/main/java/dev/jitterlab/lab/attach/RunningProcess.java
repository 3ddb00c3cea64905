package dev.jitterlab.lab.attach;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What Linux says of a running process, looked at before anything is sent to it: attaching sends a
 * signal that would end a process that is no JVM.
 *
 * @param pid its id
 * @param userId whose it is
 */
record RunningProcess(long pid, long userId) {
  private static final String JVM = "/libjvm.so";

  /** The same after the JDK was updated while the process runs. */
  private static final String REPLACED_JVM = JVM + " (deleted)";

  private static final long ROOT = 0;

  /** One sees the same files, the other the same processes. */
  private static final String[] NAMESPACES = {"mnt", "pid"};

  /**
   * Looks at a process.
   *
   * @param proc where the kernel's tables are, usually {@code /proc}
   * @throws LabException if it is not a JVM of this user that this process can attach to
   */
  static RunningProcess find(Path proc, long pid) {
    Path at = proc.resolve(Long.toString(pid));
    Map<String, String> status = status(at.resolve("status"), pid);
    long leader = number(status, "Tgid", pid);
    if (leader != pid) {
      throw wrong(
          pid,
          "it is a thread of process " + leader + ", not a process",
          "Give --pid " + leader + ".");
    }
    if (status.getOrDefault("State", "").startsWith("Z")) {
      throw wrong(pid, "the process has ended", "Start the server again, and give its new id.");
    }
    long owner = number(status, "Uid", pid);
    Map<String, String> own = status(proc.resolve("self").resolve("status"), pid);
    long self = number(own, "Uid", pid);
    if (self != owner && self != ROOT) {
      throw wrong(
          pid,
          "the process belongs to user " + owner + ", and Jitterlab runs as user " + self,
          "Run Jitterlab as the server's user: sudo -u '#"
              + owner
              + "' ./jitterlab diagnose --pid "
              + pid);
    }
    requireSameNamespaces(proc, at, pid);
    requireJvm(at, pid);
    return new RunningProcess(pid, owner);
  }

  private static void requireSameNamespaces(Path proc, Path at, long pid) {
    for (String namespace : NAMESPACES) {
      Path own = link(proc.resolve("self").resolve("ns").resolve(namespace), pid);
      Path its = link(at.resolve("ns").resolve(namespace), pid);
      if (!own.equals(its)) {
        throw wrong(
            pid,
            "the process runs in another "
                + namespace
                + " namespace, such as a container's, so it cannot exchange files with Jitterlab",
            "Run Jitterlab in the same container, or start the server with Jitterlab's agent and"
                + " bundle-dir, and diagnose its bundles (docs/agent.md).");
      }
    }
  }

  private static void requireJvm(Path at, long pid) {
    try (Stream<String> maps = Files.lines(at.resolve("maps"))) {
      if (maps.noneMatch(line -> line.endsWith(JVM) || line.endsWith(REPLACED_JVM))) {
        throw wrong(
            pid,
            "the process is not a Java VM (it has not loaded libjvm.so)",
            "List the Java processes of this machine with `jcmd -l`, and give the id of one.");
      }
    } catch (IOException e) {
      throw unreadable(pid, e);
    }
  }

  private static Path link(Path file, long pid) {
    try {
      return Files.readSymbolicLink(file);
    } catch (IOException e) {
      throw unreadable(pid, e);
    }
  }

  /** The first word of each line is its name. */
  private static Map<String, String> status(Path file, long pid) {
    if (!Files.exists(file)) {
      throw wrong(
          pid,
          "there is no such process on this machine",
          "List the Java processes of this machine with `jcmd -l`, and give the id of one.");
    }
    Map<String, String> status = new HashMap<>();
    try (Stream<String> lines = Files.lines(file)) {
      lines.forEach(
          line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
              status.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
          });
    } catch (IOException e) {
      throw unreadable(pid, e);
    }
    return status;
  }

  private static long number(Map<String, String> status, String name, long pid) {
    String first = status.getOrDefault(name, "").split("\\s+", -1)[0];
    try {
      return Long.parseLong(first);
    } catch (NumberFormatException _) {
      throw wrong(
          pid, "/proc does not say its " + name, "Attach on Linux, with /proc mounted as usual.");
    }
  }

  private static LabException unreadable(long pid, IOException e) {
    boolean denied = e instanceof AccessDeniedException;
    return wrong(
            pid,
            denied
                ? "this user may not inspect the process"
                : "the process ended, or /proc does not show it",
            denied
                ? "Run Jitterlab as the server's user, in the same container."
                : "Check that the server still runs.")
        .because(e);
  }

  /** An error of that process. */
  static LabException wrong(long pid, String what, String remedy) {
    return LabException.wrong("--pid " + pid, what, remedy);
  }
}

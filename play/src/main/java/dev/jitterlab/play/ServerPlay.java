package dev.jitterlab.play;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Failures;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.process.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * A workload to play with: one server with a page, until the time is over or a signal comes.
 * Nothing of it is left behind, however the lab ends. For one thread.
 *
 * @param name the workload's
 * @param main the server's class
 * @param jar the workload's
 * @param java the launcher
 * @param heapMib the most that the server's heap may grow to, in MiB
 * @param arguments of the server
 */
public record ServerPlay(
    String name, String main, Path jar, Path java, int heapMib, List<String> arguments, Time time) {
  /** The heap of a server that needs little, in MiB. */
  public static final int SMALL_HEAP_MIB = 512;

  private static final String PAGE = "web";

  /** Of a page that others can reach too: their addresses of it, with commas between. */
  private static final String PAGE_FOR_OTHERS = "web-for-others";

  private static final long READY_SECONDS = 60;
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);

  List<String> command() {
    List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx" + heapMib + "m"));
    command.addAll(List.of("-cp", jar.toString(), main));
    command.addAll(arguments);
    return command;
  }

  /**
   * Plays.
   *
   * @param seconds for how long; until a signal if empty
   * @param ready is told the page's address, and those that others in the network have to open
   * @throws LabException if the server does not start, or dies
   */
  public void run(OptionalInt seconds, BiConsumer<String, List<String>> ready)
      throws InterruptedException {
    try {
      Path folder = Files.createTempDirectory("jitterlab-" + name + "-");
      try (Processes processes = new Processes(LocalHost.open(time), time, () -> {})) {
        processes.ownFolder(folder);
        LabProcess server = processes.start(name, 0, command(), folder.resolve(name));
        processes.awaitReady(server, READY_SECONDS);
        String others = server.endpoints().get(PAGE_FOR_OTHERS);
        ready.accept(
            server.endpoints().get(PAGE), others == null ? List.of() : List.of(others.split(",")));
        long startNs = time.nanoTime();
        while (seconds.isEmpty()
            || time.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(seconds.getAsInt())) {
          if (!processes.takeEnded().isEmpty()) {
            throw Failures.died(server, "while it played");
          }
          time.sleepUntil(time.nanoTime() + LOOK_NS);
        }
        processes.end(List.of(server));
      }
    } catch (IOException e) {
      throw LabException.failed(
              "jitterlab",
              name + " could not be prepared",
              "Check that there is a shell, and room for temporary files.")
          .because(e);
    }
  }
}

package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.machine.Cgroups.Controller;
import dev.jitterlab.lab.machine.Cgroups.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Gives servers control groups of their own, with limits.
 *
 * <p>They lie below the lab's own group, never beside or above it: what limits the lab limits its
 * servers too. For each controller there is one folder of the run there, {@code jitterlab-<pid>},
 * and in it one folder for each server, which is removed when the server has ended. Where the lab
 * may not make folders there, as below a session of systemd, systemd makes the group.
 *
 * <p>For one thread.
 */
final class Limits {
  private final Path root;
  private final String run;
  private final Cgroups cgroups;
  private final Map<String, String> environment;
  private final MachineAccess.Keeper keeper;
  private final Set<Path> runFolders = new LinkedHashSet<>();

  /** That a limit cannot be set here: the message says why, and what to do. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
      super(message);
    }
  }

  /**
   * @param root the root of the file system
   * @param run tells the folders of this lab from those of others
   * @param environment of the lab
   */
  Limits(Path root, String run, Map<String, String> environment, MachineAccess.Keeper keeper) {
    this.root = root;
    this.run = run;
    this.cgroups = new Cgroups(root);
    this.environment = Map.copyOf(environment);
    this.keeper = keeper;
  }

  /**
   * Makes what a server needs.
   *
   * @param name unique in this run, fit for a folder's name
   * @return what a command line begins with so that its process is limited from its start on; the
   *     process id stays the command's
   */
  List<String> limit(String name, MachineSettings settings) throws RefusedException {
    try {
      Set<Path> folders = new LinkedHashSet<>();
      if (settings.cpuLimit().isPresent()) {
        Group made = make(Controller.CPU, name);
        CpuQuota.set(made, settings.cpuLimit().get());
        folders.add(made.folder());
      }
      if (settings.memoryLimitBytes().isPresent()) {
        Group made = make(Controller.MEMORY, name);
        setMemory(made, settings.memoryLimitBytes().get());
        folders.add(made.folder());
      }
      return folders.stream().flatMap(Limits::enter).toList();
    } catch (IOException e) {
      return systemd(settings)
          .orElseThrow(
              () ->
                  new RefusedException(
                      "%s: no control group can be made (%s); run the lab as root, on a system where systemd makes such groups for its users, or in a container with a writable /sys/fs/cgroup"
                          .formatted(asked(settings), told(e))));
    }
  }

  private static String asked(MachineSettings settings) {
    List<String> asked = new ArrayList<>();
    settings.cpuLimit().ifPresent(limit -> asked.add("cpu_limit " + limit));
    settings.memoryLimitBytes().ifPresent(limit -> asked.add("memory_limit " + limit + " bytes"));
    return String.join(", ", asked);
  }

  private static String told(IOException e) {
    String kind = e.getClass().getSimpleName().replaceFirst("Exception$", "");
    return kind.equals("IO") ? e.getMessage() : kind + ": " + e.getMessage();
  }

  private Group make(Controller controller, String name) throws IOException {
    String word = controller.word();
    Group own =
        cgroups
            .of("self", controller)
            .orElseThrow(() -> new IOException("no controller '" + word + "' is mounted"));
    Path runFolder = own.folder().resolve(run);
    if (!runFolders.contains(runFolder)) {
      if (own.version() == 2) {
        requireDelegated(own.folder(), controller);
      }
      keeper.keep(runFolder);
      runFolders.add(runFolder);
      makeUnlessThere(runFolder);
    }
    if (own.version() == 2) {
      Files.writeString(runFolder.resolve("cgroup.subtree_control"), "+" + word);
    }
    Path folder = runFolder.resolve(name);
    makeUnlessThere(folder);
    return new Group(own.version(), folder);
  }

  private static void makeUnlessThere(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder);
    }
  }

  /** To switch a controller on for others is not for the lab: it concerns all groups there. */
  private static void requireDelegated(Path folder, Controller controller) throws IOException {
    String there = Files.readString(folder.resolve("cgroup.subtree_control")).strip();
    if (!List.of(there.split(" ", -1)).contains(controller.word())) {
      throw new IOException(
          "%s/cgroup.subtree_control has '%s', not %s".formatted(folder, there, controller.word()));
    }
  }

  /** Without swap where the kernel counts it: a heap on a disk would be another experiment. */
  private static void setMemory(Group group, long bytes) throws IOException {
    String limit = Long.toString(bytes);
    Path swap = group.folder().resolve("memory.swap.max");
    if (group.version() == 2) {
      Files.writeString(group.folder().resolve("memory.max"), limit);
      if (Files.exists(swap)) {
        Files.writeString(swap, "0");
      }
    } else {
      Files.writeString(group.folder().resolve("memory.limit_in_bytes"), limit);
    }
  }

  /** 0 stands for the process that writes it. */
  private static Stream<String> enter(Path folder) {
    return Stream.of(
        "sh", "-c", "echo 0 >\"$0\" && exec \"$@\"", folder.resolve("cgroup.procs").toString());
  }

  /** A scope is made for the process that asks, which then becomes the command. */
  private Optional<List<String>> systemd(MachineSettings settings) {
    boolean user = !System.getProperty("user.name").equals("root");
    boolean there =
        Files.isDirectory(root.resolve("run/systemd/system"))
            && SearchPath.find("systemd-run", environment).isPresent()
            && (!user || environment.containsKey("XDG_RUNTIME_DIR"));
    if (!there) {
      return Optional.empty();
    }
    List<String> command = new ArrayList<>(List.of("systemd-run"));
    if (user) {
      command.add("--user");
    }
    command.addAll(List.of("--scope", "--quiet", "--collect"));
    settings
        .cpuLimit()
        .ifPresent(
            cpus ->
                command.add(
                    String.format(
                        Locale.ROOT, "--property=CPUQuota=%d%%", Math.round(cpus * 100))));
    settings
        .memoryLimitBytes()
        .ifPresent(
            bytes -> {
              command.add("--property=MemoryMax=" + bytes);
              command.add("--property=MemorySwapMax=0");
            });
    command.add("--");
    return Optional.of(List.copyOf(command));
  }

  /** Removes the groups of servers that have ended; the others stay. */
  void removeEmpty() {
    runFolders.stream()
        .flatMap(runFolder -> FileTree.entries(runFolder).stream())
        .filter(Files::isDirectory)
        .forEach(Limits::removeIfEmpty);
  }

  /** Removes everything; what still has a process is left to the keeper. */
  void removeAll() {
    removeEmpty();
    runFolders.forEach(Limits::removeIfEmpty);
    runFolders.clear();
  }

  private static void removeIfEmpty(Path folder) {
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // A process in it still lives: the keeper removes it once that has ended.
    }
  }
}

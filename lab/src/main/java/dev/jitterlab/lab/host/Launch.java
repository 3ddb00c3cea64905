package dev.jitterlab.lab.host;

import dev.jitterlab.lab.machine.MachineSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All that it takes to start a process.
 *
 * @param id how messages and samples name it
 * @param block the block that it belongs to
 * @param command the command line, without what the host puts before it
 * @param folder its working directory, which is made
 * @param readiness by what it shows that it serves
 * @param mayFinish whether it may end by itself, with status 0, before it is asked to
 * @param machine what it is to get of the machine
 * @param listens whether it is told things by lines on its standard input
 */
public record Launch(
    String id,
    int block,
    List<String> command,
    Path folder,
    Readiness readiness,
    boolean mayFinish,
    MachineSettings machine,
    boolean listens) {
  private static final MachineSettings NO_SETTINGS = MachineSettings.of(Map.of());

  /** Copies the command. */
  public Launch {
    command = List.copyOf(command);
  }

  /** One of Jitterlab's own processes. */
  public static Launch own(String id, int block, List<String> command, Path folder) {
    return foreign(id, block, command, folder, new Readiness.Announced(), false);
  }

  /** Any other process. */
  public static Launch foreign(
      String id,
      int block,
      List<String> command,
      Path folder,
      Readiness readiness,
      boolean mayFinish) {
    return new Launch(id, block, command, folder, readiness, mayFinish, NO_SETTINGS, false);
  }

  /** The same, with so much of the machine. */
  public Launch asking(MachineSettings settings) {
    return new Launch(id, block, command, folder, readiness, mayFinish, settings, listens);
  }

  /** The same, told things by lines on its standard input. */
  public Launch listening() {
    return new Launch(id, block, command, folder, readiness, mayFinish, machine, true);
  }

  /** The same, started through the command that these words begin. */
  public Launch through(List<String> prefix) {
    List<String> words = new ArrayList<>(prefix);
    words.addAll(command);
    return new Launch(id, block, words, folder, readiness, mayFinish, machine, listens);
  }

  /** Whether it is none of Jitterlab's own: a script, perhaps, whose child is the server. */
  public boolean isForeign() {
    return !(readiness instanceof Readiness.Announced);
  }
}

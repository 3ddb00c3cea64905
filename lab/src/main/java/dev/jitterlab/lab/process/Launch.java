package dev.jitterlab.lab.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All that it takes to start a process.
 *
 * @param id how messages name it
 * @param block the block that it belongs to
 * @param command the whole command line
 * @param folder its working directory, which is made
 * @param readiness by what it shows that it serves
 * @param mayFinish whether it may end by itself, with status 0, before it is asked to
 */
public record Launch(
    String id,
    int block,
    List<String> command,
    Path folder,
    Readiness readiness,
    boolean mayFinish) {
  /** Copies the command. */
  public Launch {
    command = List.copyOf(command);
  }

  /** The same, started through the command that these words begin. */
  public Launch through(List<String> prefix) {
    List<String> words = new ArrayList<>(prefix);
    words.addAll(command);
    return new Launch(id, block, words, folder, readiness, mayFinish);
  }

  /** One of Jitterlab's own processes. */
  public static Launch own(String id, int block, List<String> command, Path folder) {
    return new Launch(id, block, command, folder, new Readiness.Announced(), false);
  }
}

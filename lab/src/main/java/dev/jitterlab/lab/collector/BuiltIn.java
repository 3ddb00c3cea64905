package dev.jitterlab.lab.collector;

import java.util.List;
import java.util.Set;

/** What each collector of the lab's own says of itself: its name, its words, where it attaches. */
abstract class BuiltIn implements Collector {
  private final String name;
  private final String description;
  private final String file;
  private final Set<Attachment> attachesTo;

  /**
   * @param file the one that it leaves in the folder of a process, or in that of the run
   */
  BuiltIn(String name, String description, String file, Attachment... attachesTo) {
    this.name = name;
    this.description = description;
    this.file = file;
    this.attachesTo = Set.of(attachesTo);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final Set<Attachment> attachesTo() {
    return attachesTo;
  }

  @Override
  public final List<String> files() {
    return List.of(file);
  }
}

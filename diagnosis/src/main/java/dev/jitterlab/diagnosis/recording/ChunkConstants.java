package dev.jitterlab.diagnosis.recording;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The constants of a part of a recording that are read directly: threads and texts. A part says
 * again what its events need; a constant that the part before had, too, is taken to be the same, as
 * the JDK's reader does. Not thread-safe.
 */
final class ChunkConstants {
  private static final int CHECKPOINT = 1;

  private final Map<Long, Object> texts = new HashMap<>();
  private final Map<Long, String> threads = new HashMap<>();

  /** By the number of a thread's constant; 0 for a virtual one. */
  private final Map<Long, Long> systemNumbers = new HashMap<>();

  /** The two names of a thread as they are written, and the operating system's number of it. */
  private record Names(Object java, Object system, long systemNumber) {}

  private final Map<Long, Names> newThreads = new HashMap<>();

  /**
   * Reads them.
   *
   * @param at where the part has the last of them
   * @param before those of the part before; may be null
   */
  static ChunkConstants read(ChunkBytes bytes, long at, ChunkTypes types, ChunkConstants before)
      throws IOException {
    ChunkConstants constants = new ChunkConstants();
    long next = at;
    long distance = -1;
    while (next != 0 && distance != 0) {
      bytes.moveTo(next);
      long size = bytes.number();
      if (bytes.number() != CHECKPOINT) {
        throw new IOException("no constants at " + next);
      }
      var unusedStart = bytes.number();
      var unusedDuration = bytes.number();
      distance = bytes.number();
      bytes.skip(1);
      for (int left = bytes.count(); left > 0; left--) {
        constants.pool(bytes, types, before);
      }
      if (distance > 0 || bytes.at() != next + size) {
        throw new IOException("constants that do not end where they should");
      }
      next += distance;
    }
    constants.newThreads.forEach(
        (key, names) -> constants.threads.put(key, constants.name(key, names)));
    return constants;
  }

  private void pool(ChunkBytes bytes, ChunkTypes types, ChunkConstants before) throws IOException {
    long id = bytes.number();
    ChunkTypes.Type type = types.get(id);
    if (type == null) {
      throw new IOException("constants of no type");
    }
    for (int left = bytes.count(); left > 0; left--) {
      long key = bytes.number();
      switch (type.name()) {
        case ChunkTypes.TEXT -> {
          Object text = bytes.text();
          Object known = before == null ? null : before.texts.get(key);
          texts.put(key, known == null ? text : known);
        }
        case ChunkTypes.THREAD -> {
          Names names = names(bytes, types, type);
          systemNumbers.put(key, names.systemNumber());
          String known = before == null ? null : before.threads.get(key);
          if (known == null) {
            newThreads.put(key, names);
          } else {
            threads.put(key, known);
          }
        }
        default -> types.skip(bytes, id);
      }
    }
  }

  private static Names names(ChunkBytes bytes, ChunkTypes types, ChunkTypes.Type thread)
      throws IOException {
    Object java = null;
    Object system = null;
    long systemNumber = 0;
    for (ChunkTypes.Field field : thread.fields()) {
      boolean text = field.form() == ChunkTypes.Form.TEXT;
      if (text && field.name().equals("javaName")) {
        java = bytes.text();
      } else if (text && field.name().equals("osName")) {
        system = bytes.text();
      } else if (field.name().equals("osThreadId")
          && field.form() == ChunkTypes.Form.NUMBER
          && !field.constant()) {
        systemNumber = bytes.number();
      } else {
        types.skip(bytes, field);
      }
    }
    return new Names(java, system, systemNumber);
  }

  private String name(long key, Names names) {
    String java = text(names.java());
    return EventThreads.name(java, text(names.system()), key);
  }

  /** What {@link ChunkBytes#text()} stands for; may be null. */
  String text(Object written) {
    Object text = written instanceof Long key ? texts.get(key) : written;
    return text instanceof String found ? found : null;
  }

  /** The name of a thread by the number of its constant, which is its own; null if unknown. */
  String thread(long key) {
    return threads.get(key);
  }

  /** The operating system's number of that thread; 0 if it has none of its own. */
  long systemNumber(long key) {
    return systemNumbers.getOrDefault(key, 0L);
  }
}

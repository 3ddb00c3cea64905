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

  /** The two names of a thread as they are written. */
  private record Names(Object java, Object system) {}

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
    for (ChunkTypes.Field field : thread.fields()) {
      boolean text = field.form() == ChunkTypes.Form.TEXT;
      if (text && field.name().equals("javaName")) {
        java = bytes.text();
      } else if (text && field.name().equals("osName")) {
        system = bytes.text();
      } else {
        types.skip(bytes, field);
      }
    }
    return new Names(java, system);
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
}

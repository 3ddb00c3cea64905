package dev.jitterlab.diagnosis.recording;

import java.io.IOException;

/**
 * The names of tasks, each made once: the same bytes come again millions of times. Not thread-safe.
 */
final class TaskNames {
  private static final int CONSTANT = 2;
  private static final int CHARACTERS = 4;

  /** More names than this are made anew each time. */
  private static final int MOST = 1 << 16;

  private byte[][] written = new byte[256][];
  private String[] names = new String[256];

  /** By a slot, that of the name that came behind it: tasks mostly come in turn. */
  private int[] behind = new int[256];

  private int lastSlot;
  private int count;
  private ChunkConstants constants;
  private long lastConstant = -1;
  private String lastName = "";

  /** A part begins: its constants are others. */
  void begin(ChunkConstants constantsOfPart) {
    constants = constantsOfPart;
    lastConstant = -1;
    lastName = "";
  }

  /** Reads a name; empty if there is none. */
  String read(ChunkBytes bytes) throws IOException {
    int from = bytes.at();
    int encoding = bytes.one();
    if (encoding < CONSTANT) {
      return "";
    }
    if (encoding == CONSTANT) {
      long key = bytes.number();
      if (key != lastConstant) {
        String name = constants.text(key);
        lastConstant = key;
        lastName = name == null ? "" : name;
      }
      return lastName;
    }
    int length = bytes.count();
    if (encoding == CHARACTERS) {
      for (int left = length; left > 0; left--) {
        var unused = bytes.number();
      }
    } else {
      bytes.skip(length);
    }
    int to = bytes.at();
    int likely = behind[lastSlot];
    if (written[likely] != null && is(bytes, from, to, likely)) {
      lastSlot = likely;
      return names[likely];
    }
    int slot = slot(bytes, from, to);
    behind[lastSlot] = slot;
    lastSlot = slot;
    if (written[slot] == null) {
      bytes.moveTo(from);
      String name = String.valueOf(bytes.text());
      if (count < MOST) {
        written[slot] = bytes.copy(from, to);
        names[slot] = name;
        count++;
        if (2 * count > names.length) {
          grow();
        }
      }
      return name;
    }
    return names[slot];
  }

  /** Where these bytes are, or would be. */
  private int slot(ChunkBytes bytes, int from, int to) {
    int slot = bytes.hash(from, to) & (names.length - 1);
    while (written[slot] != null && !is(bytes, from, to, slot)) {
      slot = (slot + 1) & (names.length - 1);
    }
    return slot;
  }

  private boolean is(ChunkBytes bytes, int from, int to, int slot) {
    return written[slot].length == to - from && bytes.has(from, written[slot]);
  }

  private void grow() {
    byte[][] oldWritten = written;
    String[] oldNames = names;
    written = new byte[2 * oldNames.length][];
    names = new String[2 * oldNames.length];
    behind = new int[names.length];
    lastSlot = 0;
    for (int i = 0; i < oldNames.length; i++) {
      if (oldWritten[i] != null) {
        ChunkBytes one = new ChunkBytes(oldWritten[i], oldWritten[i].length);
        int slot = slot(one, 0, oldWritten[i].length);
        written[slot] = oldWritten[i];
        names[slot] = oldNames[i];
      }
    }
  }
}

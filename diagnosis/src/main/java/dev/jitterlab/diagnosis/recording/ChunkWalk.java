package dev.jitterlab.diagnosis.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Walks over the events of a recording, part by part, without the JDK's reader: that one makes an
 * object of every event and looks up each field by its name, which is most of the time that a
 * recording with millions of ticks takes. What is walked over must be as HotSpot writes it: a file
 * that is finished, and parts that fit in memory. Anything else ends with an exception, and the
 * JDK's reader has to say what it is. Stateless.
 */
final class ChunkWalk {
  static final int MAGIC = 0x464c5200; // FLR and a zero
  static final int HEAD_BYTES = 68;
  static final int SIZE_AT = 8;
  private static final int CONSTANTS_AT = 16;
  private static final int TYPES_AT = 24;
  static final int START_NS_AT = 32;
  private static final int START_TICKS_AT = 48;
  private static final int TICKS_PER_SECOND_AT = 56;
  private static final int STATE_AT = 64;
  private static final int FLAGS_AT = 67;
  private static final int IS_COMPRESSED = 1;
  private static final int NEWEST = 2;

  /** HotSpot begins a new part after 12 MB, if nobody says otherwise. */
  private static final long LARGEST = 128 << 20;

  /** What looks at the events. */
  interface Visitor {
    /** A part begins. */
    void begin(ChunkTypes types, ChunkConstants constants, Clock clock) throws IOException;

    /**
     * An event.
     *
     * @param bytes stand at the value of its first field
     */
    void event(ChunkTypes.Type type, ChunkBytes bytes) throws IOException;
  }

  /** The recording's clock: that of its first part, as for the JDK's reader. */
  record Clock(long startNs, long startTicks, double ticksPerNs) {
    /** In nanoseconds since the epoch. */
    long ns(long ticks) {
      return startNs + (long) ((ticks - startTicks) / ticksPerNs);
    }
  }

  private ChunkWalk() {}

  /**
   * Walks over all events that have a type.
   *
   * @return how many there are, by the name of their type
   */
  static Map<String, Long> over(Path file, Visitor visitor) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    ChunkTypes types = null;
    ChunkConstants constants = null;
    Clock clock = null;
    try (FileChannel channel = FileChannel.open(file)) {
      byte[] buffer = new byte[0];
      long at = 0;
      while (at < channel.size()) {
        long size = size(channel, at);
        buffer = buffer.length < size ? new byte[(int) size] : buffer;
        read(channel, at, ByteBuffer.wrap(buffer, 0, (int) size));
        ChunkBytes bytes = new ChunkBytes(buffer, (int) size);
        types = ChunkTypes.read(bytes, bytes.plain(TYPES_AT), types);
        constants = ChunkConstants.read(bytes, bytes.plain(CONSTANTS_AT), types, constants);
        clock =
            clock == null
                ? new Clock(
                    bytes.plain(START_NS_AT),
                    bytes.plain(START_TICKS_AT),
                    bytes.plain(TICKS_PER_SECOND_AT) / 1e9)
                : clock;
        visitor.begin(types, constants, clock);
        events(bytes, types, visitor, counts);
        at += size;
      }
    }
    return counts;
  }

  /** Looks at the parts' heads alone: whether they are as HotSpot writes them. */
  static void check(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long at = 0;
      while (at < channel.size()) {
        at += size(channel, at);
      }
    }
  }

  private static long size(FileChannel channel, long at) throws IOException {
    long size = head(channel, at).getLong(SIZE_AT);
    if (size < HEAD_BYTES || size > LARGEST || size > channel.size() - at) {
      throw new IOException("a part of " + size + " bytes");
    }
    return size;
  }

  private static ByteBuffer head(FileChannel channel, long at) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    read(channel, at, head);
    int version = head.getShort(Integer.BYTES);
    if (head.getInt(0) != MAGIC
        || version < 1
        || version > NEWEST
        || head.get(STATE_AT) != 0
        || (head.get(FLAGS_AT) & IS_COMPRESSED) == 0) {
      throw new IOException("a part that is not finished, or of another kind");
    }
    return head;
  }

  private static void read(FileChannel channel, long at, ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into, at + into.position()) < 0) {
        throw new IOException("the file became shorter");
      }
    }
  }

  private static void events(
      ChunkBytes bytes, ChunkTypes types, Visitor visitor, Map<String, Long> counts)
      throws IOException {
    bytes.moveTo(HEAD_BYTES);
    long lastId = -1;
    ChunkTypes.Type type = null;
    long count = 0;
    while (!bytes.isAtEnd()) {
      long begin = bytes.at();
      long size = bytes.number();
      long id = bytes.number();
      if (size <= 0 || size > Integer.MAX_VALUE) {
        throw new IOException("an event of " + size + " bytes");
      }
      if (id != lastId) {
        add(counts, type, count);
        count = 0;
        lastId = id;
        type = types.get(id);
      }
      if (type != null && type.isEvent()) {
        count++;
        visitor.event(type, bytes);
        if (bytes.at() > begin + size) {
          throw new IOException("an event that is longer than it says");
        }
      }
      bytes.moveTo(begin + size);
    }
    add(counts, type, count);
  }

  private static void add(Map<String, Long> counts, ChunkTypes.Type type, long count) {
    if (count > 0) {
      counts.merge(type.name(), count, Long::sum);
    }
  }
}

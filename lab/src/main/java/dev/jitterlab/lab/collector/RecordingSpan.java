package dev.jitterlab.lab.collector;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Which time a flight recording covers, from the headers of its chunks alone: the file itself may
 * be large.
 *
 * <p>A chunk begins with 68 bytes, big-endian: {@code FLR\0}, version (2 × 2 bytes), and the
 * chunk's size, two offsets, its start and its duration in nanoseconds (8 bytes each); source:
 * OpenJDK, {@code jdk.jfr.internal.consumer.ChunkHeader}, the same from JDK 11 to 25.
 *
 * @param from when the first chunk begins, in seconds since the epoch
 * @param to when the last chunk ends
 */
record RecordingSpan(double from, double to) {
  private static final int HEADER_BYTES = 68;
  private static final int MAGIC = 0x464c5200;
  private static final int SIZE = 8;
  private static final int START_NS = 32;
  private static final int DURATION_NS = 40;
  private static final double NS_PER_SECOND = 1e9;

  /**
   * Reads it.
   *
   * @throws IOException if the file cannot be read, is no recording, or ends within a chunk
   */
  static RecordingSpan read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      double from = Double.NaN;
      double to = Double.NaN;
      for (long position = 0; position < channel.size(); ) {
        ByteBuffer header = header(channel, position);
        long bytes = header.getLong(SIZE);
        if (header.getInt(0) != MAGIC || bytes < HEADER_BYTES) {
          throw new IOException("at byte " + position + " no chunk begins");
        }
        if (position + bytes > channel.size()) {
          throw new EOFException("it ends within a chunk");
        }
        double start = header.getLong(START_NS) / NS_PER_SECOND;
        from = position == 0 ? start : from;
        to = start + header.getLong(DURATION_NS) / NS_PER_SECOND;
        position += bytes;
      }
      return new RecordingSpan(from, to);
    }
  }

  private static ByteBuffer header(FileChannel channel, long position) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    while (header.hasRemaining()) {
      if (channel.read(header, position + header.position()) < 0) {
        throw new EOFException("it ends within a chunk");
      }
    }
    return header;
  }
}

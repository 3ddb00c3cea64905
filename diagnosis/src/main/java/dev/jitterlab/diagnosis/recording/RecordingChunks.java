package dev.jitterlab.diagnosis.recording;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The parts that a recording's file consists of. Each begins with its size, and the JDK's reader
 * believes it: one of size 0 keeps it reading the same part forever. So the sizes are looked at
 * first. Immutable.
 *
 * @param wholeBytes how much of the file is parts that have a size
 * @param fileBytes how large the file is
 */
record RecordingChunks(long wholeBytes, long fileBytes) {
  /** Follows the sizes through the file. */
  static RecordingChunks of(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long at = 0;
      while (at < channel.size()) {
        channel.position(at);
        DataInputStream head = new DataInputStream(Channels.newInputStream(channel));
        long size = size(head);
        if (size < ChunkWalk.HEAD_BYTES) {
          return new RecordingChunks(at, channel.size());
        }
        at = size > channel.size() - at ? channel.size() : at + size;
      }
      return new RecordingChunks(channel.size(), channel.size());
    }
  }

  /** When the first part begins, in nanoseconds since the epoch; there must be one. */
  static long startNs(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      channel.position(ChunkWalk.START_NS_AT);
      return new DataInputStream(Channels.newInputStream(channel)).readLong();
    }
  }

  /** What a head says; 0 for what is none. */
  private static long size(DataInputStream head) throws IOException {
    try {
      int magic = head.readInt();
      head.skipNBytes(ChunkWalk.SIZE_AT - Integer.BYTES);
      return magic == ChunkWalk.MAGIC ? head.readLong() : 0;
    } catch (EOFException _) {
      return 0;
    }
  }

  /** Whether all of the file is parts with a size. */
  boolean isWhole() {
    return wholeBytes == fileBytes;
  }

  /** A copy of what can be read; the caller deletes it. It does not outlive a Ctrl-C either. */
  Path copy(Path file) throws IOException {
    Path copy = Files.createTempFile("jitterlab-recording", ".jfr");
    copy.toFile().deleteOnExit();
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = Files.newOutputStream(copy)) {
      byte[] buffer = new byte[1 << 16];
      long left = wholeBytes;
      for (int n = 0; left > 0 && n >= 0; left -= n) {
        n = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        out.write(buffer, 0, Math.max(0, n));
      }
    }
    return copy;
  }
}

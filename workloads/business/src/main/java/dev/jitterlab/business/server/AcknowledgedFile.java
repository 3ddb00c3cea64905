package dev.jitterlab.business.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.business.trade.Receipt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Writes a line for each change once it is committed, before its terminal goes on: what somebody
 * outside would know of if this process were killed now. Each line is one write to the system, so
 * that a kill loses none that was written. Thread-safe.
 */
final class AcknowledgedFile implements Consumer<Receipt>, AutoCloseable {
  private final FileChannel file;

  private AcknowledgedFile(FileChannel file) {
    this.file = file;
  }

  /**
   * Opens it, and adds to what is there.
   *
   * @throws IOException if it cannot be written
   */
  static AcknowledgedFile open(Path path) throws IOException {
    try {
      return new AcknowledgedFile(
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new IOException("cannot write --acknowledged=" + path + " (" + e + ")", e);
    }
  }

  @Override
  public void accept(Receipt receipt) {
    ByteBuffer line = ByteBuffer.wrap((receipt.acknowledgement() + "\n").getBytes(UTF_8));
    try {
      synchronized (this) {
        while (line.hasRemaining()) {
          int unused = file.write(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

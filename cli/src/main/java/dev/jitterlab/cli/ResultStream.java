package dev.jitterlab.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where results go; remembers the first write that failed, which {@link java.io.PrintWriter} says
 * nothing of. Safe behind a {@link java.io.PrintWriter}, as it writes under its own lock.
 */
final class ResultStream extends FilterOutputStream {
  /** What the system says where a pipe has no reader. */
  private final Supplier<String> readerGone;

  /** Null while all went well. */
  private IOException failure;

  ResultStream(OutputStream out) {
    this(out, ResultStream::wordsForClosedPipe);
  }

  ResultStream(OutputStream out, Supplier<String> readerGone) {
    super(out);
    this.readerGone = readerGone;
  }

  /**
   * Asks the system, because it answers in its user's language. It says in that language, too, that
   * a disk is full, so the failures that count cannot be known by their words.
   */
  private static String wordsForClosedPipe() {
    try {
      Pipe pipe = Pipe.open();
      pipe.source().close();
      try (Pipe.SinkChannel sink = pipe.sink()) {
        sink.write(ByteBuffer.allocate(1));
      }
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * The first failure; empty if there was none. A reader that has closed its pipe, such as {@code
   * head}, has read what it wanted: that is none.
   */
  Optional<IOException> failure() {
    return Optional.ofNullable(failure)
        .filter(first -> !readerGone.get().equals(first.getMessage()));
  }

  @Override
  public void write(int one) throws IOException {
    try {
      out.write(one);
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  private IOException remembered(IOException e) {
    if (failure == null) {
      failure = e;
    }
    return e;
  }
}

package dev.jitterlab.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Where results go; remembers the first write that failed, which {@link java.io.PrintWriter} says
 * nothing of. Safe behind a {@link java.io.PrintWriter}, as it writes under its own lock.
 */
final class ResultStream extends FilterOutputStream {
  private static final String READER_GONE = "Broken pipe";

  /** Null while all went well. */
  private IOException failure;

  ResultStream(OutputStream out) {
    super(out);
  }

  /**
   * The first failure; empty if there was none. A reader that has closed its pipe, such as {@code
   * head}, has read what it wanted: that is none.
   */
  Optional<IOException> failure() {
    return Optional.ofNullable(failure)
        .filter(first -> !String.valueOf(first.getMessage()).contains(READER_GONE));
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

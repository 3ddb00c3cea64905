package dev.jitterlab.battle.server;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Hands the newest of what one thread writes to another, without locks or allocation. One buffer is
 * written, one is read, and one waits. Each side exchanges its own for the one that waits, so
 * neither waits for the other. One thread at a time may write, and one read.
 */
final class TripleBuffer<T> {
  /** A buffer, and whether it holds what nobody has read. */
  private static final class Slot<T> {
    private final T buffer;
    private boolean isNew;

    Slot(T buffer) {
      this.buffer = buffer;
    }
  }

  private final AtomicReference<Slot<T>> waiting;
  private Slot<T> written; // of the writer
  private Slot<T> read; // of the reader

  /** Creates it with three buffers. */
  TripleBuffer(Supplier<T> buffers) {
    this.waiting = new AtomicReference<>(new Slot<>(buffers.get()));
    this.written = new Slot<>(buffers.get());
    this.read = new Slot<>(buffers.get());
  }

  /** Returns the buffer to write into, which may hold anything. By the writer. */
  T written() {
    return written.buffer;
  }

  /** Hands over what was written; false when the reader has not taken the one before. */
  boolean publish() {
    written.isNew = true;
    written = waiting.getAndSet(written);
    return !written.isNew;
  }

  /**
   * Returns what was handed over last, null if it was taken before. Until the next call it stays as
   * it is. By the reader.
   */
  T take() {
    read.isNew = false;
    read = waiting.getAndSet(read);
    return read.isNew ? read.buffer : null;
  }
}

package dev.jitterlab.idioms;

import java.util.ArrayDeque;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Takes a message of 256 bytes, uses it and lets it go: a new one each time, or from a pool. */
@State(Scope.Thread)
public class PoolIdiom {
  private static final int POOLED = 64;

  private final ArrayDeque<Message> pool = new ArrayDeque<>();
  private int id;

  /** Fills the pool. */
  public PoolIdiom() {
    for (int i = 0; i < POOLED; i++) {
      pool.addLast(new Message());
    }
  }

  /** A message as protocols have it: a head and a body. */
  static final class Message {
    private static final int BYTES = 256;
    private final byte[] body = new byte[BYTES];
    private int id;

    Message use(int number) {
      id = number;
      body[number & BYTES - 1] = (byte) number;
      return this;
    }

    int id() {
      return id + body[0];
    }
  }

  @Benchmark
  public Message allocated() {
    return new Message().use(++id);
  }

  @Benchmark
  public Message pooled() {
    Message message = pool.pollFirst().use(++id);
    pool.addLast(message);
    return message;
  }
}

package dev.jitterlab.tick.input;

import java.util.Arrays;

/**
 * The inputs of one tick in the order in which they happened: by {@link SubTick.Client#placeNs},
 * those of the same time by client id, those of one client by arrival. So the order does not depend
 * on whose packet came first. Of a fixed capacity: what is past it is refused and counted. Adding
 * takes time in proportion to the inputs there are; allocates nothing. Not thread-safe.
 *
 * @param <T> the application's input
 */
public final class SubTickInputs<T> {
  /** Receives the inputs. */
  @FunctionalInterface
  public interface Receiver<T> {
    /**
     * Receives an input.
     *
     * @param atNs when it happened, from the start of the tick's time
     */
    void accept(long atNs, int clientId, T input);
  }

  private final long[] atNs;
  private final int[] clientIds;
  private final Object[] inputs;
  private int size;
  private boolean givingOut;
  private long refused;

  /** Creates an empty order for at most {@code capacity} inputs a tick. */
  public SubTickInputs(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a capacity is at least 1, not " + capacity);
    }
    this.atNs = new long[capacity];
    this.clientIds = new int[capacity];
    this.inputs = new Object[capacity];
  }

  /**
   * Adds an input; false if there is no room, which is counted. There is none while inputs are
   * given out: what a receiver adds would be of a tick whose order is fixed.
   */
  public boolean add(long happenedNs, int clientId, T input) {
    if (givingOut || size == inputs.length) {
      refused++;
      return false;
    }
    int index = size++;
    while (index > 0 && isBefore(happenedNs, clientId, index - 1)) {
      set(index, atNs[index - 1], clientIds[index - 1], inputs[index - 1]);
      index--;
    }
    set(index, happenedNs, clientId, input);
    return true;
  }

  private boolean isBefore(long happenedNs, int clientId, int index) {
    return happenedNs < atNs[index] || (happenedNs == atNs[index] && clientId < clientIds[index]);
  }

  private void set(int index, long happenedNs, int clientId, Object input) {
    atNs[index] = happenedNs;
    clientIds[index] = clientId;
    inputs[index] = input;
  }

  /** Gives out all inputs in their order, and is empty afterwards, also if the receiver throws. */
  @SuppressWarnings("unchecked") // add takes nothing else
  public void drain(Receiver<? super T> receiver) {
    int count = size;
    givingOut = true;
    try {
      for (int i = 0; i < count; i++) {
        receiver.accept(atNs[i], clientIds[i], (T) inputs[i]);
      }
    } finally {
      givingOut = false;
      size = 0;
      Arrays.fill(inputs, 0, count, null);
    }
  }

  /** Returns how many inputs were refused for lack of room. */
  public long refused() {
    return refused;
  }
}

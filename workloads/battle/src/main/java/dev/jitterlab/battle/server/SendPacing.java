package dev.jitterlab.battle.server;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Bounds how many states a turn of the event loop sends, so that the loop comes back to reading.
 * Otherwise a loop that is slower than the ticks sends for up to a second a turn, which is how long
 * Netty runs tasks at most. Players whose packets are not read acknowledge nothing, so every state
 * is sent whole, and the loop stays slow.
 *
 * <p>Battles whose states do not fit into a turn wait for the next one in a queue, the first to
 * come first. A battle is there once at most, and keeps only its newest states ({@link
 * StateOutput}). Event loop only.
 */
final class SendPacing {
  /**
   * As many as a turn may read. A player sends a packet for each state that he is due, so a loop
   * that is too slow for both serves both alike. With twice as many, it did not always come back to
   * changes; with half as many, it drops more states ({@code docs/measurements/battle-size.md}).
   */
  static final int STATES_PER_TURN = ReadPacing.PACKETS_PER_READ;

  /** A battle that has states for its players. */
  @FunctionalInterface
  interface Sender {
    /** Sends the newest states; returns how many there were. */
    int sendStates();
  }

  private final int statesPerTurn;
  private final Executor nextTurn;
  private final Executor turnEnd;
  private final Queue<Sender> waiting = new ArrayDeque<>();
  private final Runnable send = this::send;
  private final Runnable endTurn = this::endTurn;
  private int left;
  private boolean isCounting;

  /**
   * Creates it.
   *
   * @param nextTurn runs what it is given in the next turn if a turn has ended, after it has read
   * @param turnEnd runs what it is given at the end of this turn
   */
  SendPacing(int statesPerTurn, Executor nextTurn, Executor turnEnd) {
    this.statesPerTurn = statesPerTurn;
    this.nextTurn = nextTurn;
    this.turnEnd = turnEnd;
    this.left = statesPerTurn;
  }

  /** Creates that of an event loop, which is one of Netty's own. */
  static SendPacing of(EventLoop eventLoop, int statesPerTurn) {
    SingleThreadEventLoop loop = (SingleThreadEventLoop) eventLoop;
    return new SendPacing(statesPerTurn, loop, loop::executeAfterEventLoopIteration);
  }

  /** Lets a battle send in this turn or a later one. It is called once before each sending. */
  void ready(Sender sender) {
    waiting.add(sender);
    send();
  }

  private void send() {
    if (!isCounting) {
      isCounting = true;
      turnEnd.execute(endTurn);
    }
    while (left > 0 && !waiting.isEmpty()) {
      left -= Math.max(1, waiting.remove().sendStates());
    }
  }

  private void endTurn() {
    isCounting = false;
    left = statesPerTurn;
    if (!waiting.isEmpty()) {
      nextTurn.execute(send);
    }
  }
}

package dev.jitterlab.load;

import dev.jitterlab.tick.Parker;
import io.netty.channel.EventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the thread that sends look after its connections until the next request is due: it waits in
 * the event loop, which an answer ends as well as the time. So one thread does everything, and no
 * request and no answer waits for another thread to wake up.
 *
 * <p>Linux's epoll waits for nanoseconds. Java's selector waits for whole milliseconds; where there
 * is no other, shorter times are passed by looking and sleeping in turn.
 */
public final class EventLoopParker implements Parker {
  private static final long SELECTOR_UNIT_NS = 1_000_000;
  private static final long LOOK_EVERY_NS = 50_000;

  private final boolean waitsForNanoseconds;
  private final ManualIoEventLoop loop;
  private boolean begun;

  /** By the best means that the machine has. */
  public EventLoopParker() {
    this(Epoll.isAvailable());
  }

  /**
   * Creates one.
   *
   * @param epoll whether by epoll, else by Java's selector
   */
  public EventLoopParker(boolean epoll) {
    waitsForNanoseconds = epoll;
    loop =
        new ManualIoEventLoop(
            null, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  /** Returns the loop of the connections. */
  public EventLoop loop() {
    return loop;
  }

  /** Returns a new connection for the loop. */
  public SocketChannel newChannel() {
    return waitsForNanoseconds ? new EpollSocketChannel() : new NioSocketChannel();
  }

  @Override
  public void park(long ns) {
    begin();
    if (waitsForNanoseconds || ns >= SELECTOR_UNIT_NS) {
      loop.run(waitsForNanoseconds ? ns : ns - ns % SELECTOR_UNIT_NS);
    } else if (loop.runNow() == 0) {
      LockSupport.parkNanos(this, Math.min(ns, LOOK_EVERY_NS));
    }
  }

  @Override
  public void spin() {
    begin();
    loop.runNow();
  }

  private void begin() {
    if (!begun) {
      begun = true;
      loop.setOwningThread(Thread.currentThread());
    }
  }

  /** By a task, since a mere wake-up of a loop that is about to sleep would be lost. */
  @Override
  public void unpark(Thread worker) {
    try {
      loop.execute(() -> {});
    } catch (RejectedExecutionException e) {
      return; // it has ended
    }
    LockSupport.unpark(worker);
  }

  /** Closes all connections. */
  @Override
  public void end() {
    begin();
    Future<?> unused = loop.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
    while (!loop.isTerminated()) {
      loop.runNow();
    }
  }
}

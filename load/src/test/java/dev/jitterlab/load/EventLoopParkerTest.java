package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EventLoopParkerTest {
  private static final String NEEDS_LINUX = "needs `test $(uname -s) = Linux`: Netty's epoll";
  private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);

  private EventLoopParker parker(boolean epoll) {
    assumeTrue(!epoll || Epoll.isAvailable(), NEEDS_LINUX);
    return new EventLoopParker(epoll);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWakeUpBeforeTheSleepIsNotLost(boolean epoll) {
    EventLoopParker parker = parker(epoll);
    parker.unpark(Thread.currentThread());
    parker.park(LONG_NS);
    parker.end();
    assertTrue(parker.loop().isTerminated());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWakeUpEndsTheSleep(boolean epoll) {
    EventLoopParker parker = parker(epoll);
    Thread sleeper = Thread.currentThread();
    parker.park(1);
    new Thread(() -> parker.unpark(sleeper)).start();
    parker.park(LONG_NS);
    parker.end();
    parker.unpark(sleeper); // as a scheduler may that is being closed
    assertTrue(parker.loop().isTerminated());
  }
}

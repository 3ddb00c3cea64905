package dev.jitterlab.agent;

import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.WaitWatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The calls that serve requests, by thread: the outermost one counts, and those within it, such as
 * a filter's and its servlet's, are parts of it. A call that takes at least the threshold becomes
 * an event, at most {@link #MOST_A_SECOND} of them in each second. Thread-safe; nothing waits.
 */
final class RequestCalls {
  /** Under overload every request is slow: what is beyond is counted. */
  static final int MOST_A_SECOND = 1_000;

  private static final long SECOND_NS = 1_000_000_000;

  /** A thread's schedule is read at most so often before its requests: a reading takes 3 µs. */
  private static final long OLD_NS = 4_000_000;

  /** A time span that JFR shows as not available. */
  private static final long ABSENT = Long.MIN_VALUE;

  private final long thresholdNs;
  private final NanoClock clock;
  private final AgentLog log;
  private final LateSignal late;
  private final WaitWatch waits;
  private final ThreadSchedules schedules = new ThreadSchedules(ThreadSchedule.FILE);
  private final ThreadLocal<Call> calls = ThreadLocal.withInitial(Call::new);

  /** Requests that were served. */
  final LongAdder served = new LongAdder();

  /** Those of them that took at least the threshold. */
  final LongAdder slow = new LongAdder();

  /** Slow ones that have no event, because there were too many in a second. */
  final LongAdder leftOut = new LongAdder();

  private final AtomicLong secondNs = new AtomicLong();
  private final AtomicInteger ofSecond = new AtomicInteger();

  RequestCalls(long thresholdNs, NanoClock clock, AgentLog log, LateSignal late, WaitWatch waits) {
    this.thresholdNs = thresholdNs;
    this.clock = clock;
    this.log = log;
    this.late = late;
    this.waits = waits;
    secondNs.set(clock.nanoTime());
  }

  /** Begins a call on this thread; returns null if it is within another one. */
  Consumer<Throwable> begin(RequestMethod method, Object receiver) {
    Call call = calls.get();
    return call.begin(method, receiver) ? call : null;
  }

  /** Says that the agent itself has failed in a request. */
  void broken(Throwable error) {
    log.failed("measuring a request", error);
  }

  private boolean mayRecord(long nowNs) {
    long beganNs = secondNs.get();
    if (nowNs - beganNs >= SECOND_NS && secondNs.compareAndSet(beganNs, nowNs)) {
      ofSecond.set(0);
    }
    return ofSecond.incrementAndGet() <= MOST_A_SECOND;
  }

  /** What a thread is doing; told of the end, it ends. */
  private final class Call implements Consumer<Throwable> {
    private final RequestEvent event = new RequestEvent();
    private RequestMethod method;
    private Object receiver;
    private final ThreadSchedule schedule = schedules.open();
    private WaitWatch.Watched watched = WaitWatch.Watched.NOBODY;
    private long startedNs;
    private long readNs;
    private long cpuNs = ThreadSchedule.NOT_READ;
    private long waitedNs = ThreadSchedule.NOT_READ;

    boolean begin(RequestMethod itsMethod, Object itsReceiver) {
      if (method != null) {
        return false;
      }
      method = itsMethod;
      receiver = itsReceiver;
      try {
        startedNs = clock.nanoTime();
        if (cpuNs < 0 || startedNs - readNs >= OLD_NS) {
          read(startedNs);
        }
        watched = waits.watch(Thread.currentThread());
        watched.begins();
        event.begin();
        return true;
      } catch (Throwable e) {
        leave(); // else every later call on this thread would be a part of this one
        throw e;
      }
    }

    /** The thread is in no call; the server's objects live no longer for being watched. */
    private void leave() {
      method = null;
      receiver = null;
      watched.close();
    }

    private void read(long nowNs) {
      schedule.read();
      readNs = nowNs;
      cpuNs = schedule.cpuNs();
      waitedNs = schedule.waitedNs();
    }

    @Override
    public void accept(Throwable failure) {
      RequestMethod itsMethod = method;
      if (itsMethod == null) {
        return; // told twice
      }
      Object itsReceiver = receiver;
      try {
        leave();
        long nowNs = clock.nanoTime();
        served.increment();
        if (nowNs - startedNs >= thresholdNs) {
          slow.increment();
          commit(itsMethod, itsReceiver, nowNs);
          late.took(nowNs - startedNs);
        }
      } catch (Throwable e) {
        broken(e);
      }
    }

    /** What was counted before the call began, up to 4 ms earlier, cannot exceed the call. */
    private long more(long beforeNs, long afterNs, long mostNs) {
      return beforeNs < 0 || afterNs < 0 ? ABSENT : Math.min(mostNs, afterNs - beforeNs);
    }

    private void commit(RequestMethod itsMethod, Object itsReceiver, long nowNs) {
      if (!mayRecord(nowNs)) {
        leftOut.increment();
        return;
      }
      event.end();
      event.name = itsMethod.nameOf(itsReceiver);
      long cpuBeforeNs = cpuNs;
      long waitedBeforeNs = waitedNs;
      read(nowNs);
      event.cpu = more(cpuBeforeNs, cpuNs, nowNs - startedNs);
      event.runQueueDelay = more(waitedBeforeNs, waitedNs, nowNs - startedNs);
      event.commit();
    }
  }
}

package dev.jitterlab.agent;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.WaitWatch;
import dev.jitterlab.tick.recording.TickRecorder;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the agent costs a tick of a server, beside the control, two readings of the clock; compare
 * {@code TickCostBenchmark.recordedTick}, a tick of our own scheduler. To be run in the checkout's
 * root, where the agent's jar is found.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class AgentCostBenchmark {
  private static final int ROOMS = 100;

  private final Room[] rooms = new Room[ROOMS];
  private final TickMethod method =
      new TickTasks(
              Rate.hz(20),
              System::nanoTime,
              new TickRecorder(),
              new TickCalls(new AgentLog(System.err)),
              new LateSignal(100_000_000),
              new WaitWatch())
          .method(MethodName.parse("tick-method", "a.Room#tick"));
  private int next;

  /** Fills the rooms. */
  public AgentCostBenchmark() {
    for (int i = 0; i < ROOMS; i++) {
      rooms[i] = new Room();
    }
  }

  /** A server's object that ticks. */
  static final class Room {
    private long ticks;

    long tick() {
      return ++ticks;
    }
  }

  private Room nextRoom() {
    next = next + 1 < ROOMS ? next + 1 : 0;
    return rooms[next];
  }

  /** The control: two readings of the clock. */
  @Benchmark
  public long clockOnly() {
    long startedNs = System.nanoTime();
    return System.nanoTime() - startedNs;
  }

  /** A tick of one of a hundred rooms, without the agent. */
  @Benchmark
  public long unwatchedTick() {
    return nextRoom().tick();
  }

  /** The same with the agent. */
  @Benchmark
  @Fork(
      value = 3,
      jvmArgsAppend =
          "-javaagent:agent/target/jitterlab-agent.jar=tick-rate=20,"
              + "tick-method=dev.jitterlab.agent.AgentCostBenchmark$Room#tick")
  public long watchedTick() {
    return nextRoom().tick();
  }

  /** What of it is not instrumentation: to find the task, to measure and to record. */
  @Benchmark
  public void recordedTick() {
    Consumer<Throwable> tick = method.apply(nextRoom());
    tick.accept(null);
  }
}

package dev.jitterlab.tick;

import dev.jitterlab.tick.recording.TickRecorder;
import java.util.ArrayList;
import java.util.List;

/**
 * Workers stepped by one thread and a manual clock; a tick that steps another worker is "while".
 */
abstract class PartitionWorkerFixture {
  static final long MS = 1_000_000;

  final ManualClock clock = new ManualClock(Long.MAX_VALUE - 60 * MS);
  final FakeParker parker = new FakeParker(clock);
  final TickRecorder recorder = new TickRecorder();
  final List<String> log = new ArrayList<>();
  final List<String> woken = new ArrayList<>();
  final TaskContext context =
      new TaskContext(
          clock,
          recorder.andThen(tick -> log.add(tick.task() + tick.index())),
          (tick, failure) -> FailureHandler.Decision.STOP);
  final PartitionWorker a = worker("a");
  final PartitionWorker b = worker("b");

  final PartitionWorker worker(String name) {
    return worker(name, Waiting.PARK);
  }

  final PartitionWorker worker(String name, Waiting waiting) {
    Waiter waiter = new Waiter(waiting, clock, parker, new SpinBudget(0, clock.nanoTime()));
    return new PartitionWorker(clock, waiter, () -> woken.add(name));
  }

  void together() {
    Lookouts lookouts = new Lookouts();
    a.others(List.of(a, b), lookouts);
    b.others(List.of(a, b), lookouts);
  }

  OwnedTask start(PartitionWorker worker, String name, int hertz, TickTask task) {
    OwnedTask owned =
        new OwnedTask(worker, context, name, Rate.hz(hertz), TaskOptions.defaults(), task);
    worker.add(owned);
    return owned;
  }

  void stepUntilLogged(PartitionWorker worker, int ticks) {
    while (log.size() < ticks) {
      worker.step();
    }
  }
}

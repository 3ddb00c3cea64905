package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.QueueReading;
import java.util.Comparator;
import java.util.List;

/** Methods wait for a JIT compiler, so that slow code stays slow. */
final class CompileQueueBacklog extends Pattern {
  private static final int LONG_QUEUE = 100;

  CompileQueueBacklog() {
    super("compile_queue_backlog", Cause.FIRST_COMPILATION);
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.has("jdk.CompilerQueueUtilization");
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<QueueReading> longest =
        server.timeline().queues().stream()
            .filter(reading -> server.holds(reading.atNs()) && reading.methods() >= LONG_QUEUE)
            .sorted(Comparator.comparingLong(QueueReading::methods).reversed())
            .toList();
    long slow = server.lateNs(Cause.FIRST_COMPILATION) + server.lateNs(Cause.DEOPTIMISED_CODE);
    if (longest.isEmpty() || slow == 0) {
      return List.of();
    }
    QueueReading most = longest.getFirst();
    return List.of(
        new PatternMatch(
            "Up to %d methods waited for the compiler %s, in %s."
                .formatted(
                    most.methods(), most.compiler(), PatternWords.count(longest.size(), "reading")),
            "Give the compilers more threads (-XX:CICompilerCount) or more CPUs.",
            slow,
            longest.stream()
                .limit(3)
                .map(
                    one ->
                        new Sighting(
                            one.atNs(),
                            0,
                            one.compiler(),
                            "jdk.CompilerQueueUtilization",
                            one.methods() + " methods in the queue"))
                .toList()));
  }
}

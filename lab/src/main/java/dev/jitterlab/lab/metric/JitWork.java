package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.jit.JitFigures;
import java.util.List;
import java.util.function.ToLongFunction;

/** What the JIT compiler did, of the mean instance. */
public final class JitWork implements MetricProvider {
  /** How long its threads compiled. */
  public static final Metric SECONDS =
      Metric.of("jit_seconds", "JIT time", Unit.SECONDS)
          .compared("JIT time", "compiles less")
          .shownFirst()
          .read(Pooling.mean(server -> server.increase(Scrapes.COMPILED)));

  /** All: also how often, and how much, optimised code was thrown away. */
  public static final List<Metric> ALL =
      List.of(
          SECONDS,
          thrownAway("deoptimisations", "Deoptimisations", "deoptimisations")
              .read(mean(JitFigures::deoptimisations)),
          thrownAway(
                  "deoptimisations_tick",
                  "Deoptimisations of tick methods",
                  "deoptimisations of tick methods")
              .ofTicks()
              .read(mean(JitFigures::ofTickMethods)),
          thrownAway(
                  "deoptimised_tick_bytecodes",
                  "Bytecodes of the tick deoptimised",
                  "deoptimised bytecodes of the tick")
              .ofTicks()
              .read(mean(JitFigures::tickBytecodes)),
          Metric.of("c2_most_compilations_tick", "Most compilations of a tick method", Unit.NUMBER)
              .compared("most compilations of a tick method", "is compiled anew less")
              .ofTicks()
              .optional()
              .read(mean(JitFigures::mostCompilations)),
          Metric.of(
                  "c2_repeated_bytecodes_tick", "Bytecodes of the tick compiled anew", Unit.NUMBER)
              .compared("bytecodes of the tick compiled anew", "is compiled anew less")
              .ofTicks()
              .optional()
              .read(mean(JitFigures::repeatedBytecodes)));

  @Override
  public List<Metric> metrics() {
    return ALL;
  }

  private static Metric.Builder thrownAway(String key, String title, String words) {
    return Metric.of(key, title, Unit.NUMBER).compared(words, "is deoptimised less").shownFirst();
  }

  private static Pooling<Double> mean(ToLongFunction<JitFigures> figure) {
    return Pooling.mean(server -> server.jit().map(jit -> (double) figure.applyAsLong(jit)));
  }
}

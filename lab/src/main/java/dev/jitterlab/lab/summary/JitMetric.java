package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.jit.JitFigures;
import java.util.Optional;

/** What the JIT compiler did, of the mean instance. */
enum JitMetric implements ComparedMetric {
  /** How long it compiled. */
  SECONDS("jit_seconds", "JIT time", "compiles less") {
    @Override
    Optional<Double> of(InstanceFigures instance) {
      return instance.jitSeconds();
    }
  },
  /** How often optimised code was thrown away. */
  DEOPTIMISATIONS("deoptimisations", "deoptimisations", "is deoptimised less") {
    @Override
    Optional<Double> of(InstanceFigures instance) {
      return instance.jit().map(jit -> (double) jit.deoptimisations());
    }
  },
  /** How often code of the tick was. */
  TICK("deoptimisations_tick", "deoptimisations of tick methods", "is deoptimised less") {
    @Override
    Optional<Double> of(InstanceFigures instance) {
      return instance.jit().map(jit -> (double) jit.ofTickMethods());
    }
  },
  /** How much code of the tick was. */
  TICK_BYTECODES(
      "deoptimised_tick_bytecodes", "deoptimised bytecodes of the tick", "is deoptimised less") {
    @Override
    Optional<Double> of(InstanceFigures instance) {
      return instance.jit().map(JitFigures::tickBytecodes).map(Long::doubleValue);
    }
  };

  private final String key;
  private final String words;
  private final String praise;

  JitMetric(String key, String words, String praise) {
    this.key = key;
    this.words = words;
    this.praise = praise;
  }

  /** The figure of one instance. */
  abstract Optional<Double> of(InstanceFigures instance);

  @Override
  public String key() {
    return key;
  }

  @Override
  public String words() {
    return words;
  }

  @Override
  public String praise() {
    return praise;
  }

  @Override
  public boolean knownOf(InstanceFigures instance) {
    return of(instance).isPresent();
  }
}

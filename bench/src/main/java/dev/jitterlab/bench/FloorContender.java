package dev.jitterlab.bench;

import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.host.Processes;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The floor under every scheduler's drift. In its turn it records how the cores stall, for as long
 * as the others are measured; then it simulates the {@link IdealScheduler} on them. So the floor of
 * a round is of the same minutes as the schedulers of that round.
 */
record FloorContender(StallMeter meter) implements Contender {
  /** In results, and as a control. */
  static final String NAME = "floor";

  /** Finds out what the machine itself does to threads that want to run all the time. */
  interface StallMeter {
    /** Of each core; takes a little longer than so many seconds. */
    List<CoreStalls> record(int seconds) throws InterruptedException;
  }

  /** A fingerprint of the classes that compute it: they are in this JVM, not in a server's. */
  static String classes() {
    return classes(FloorContender::code);
  }

  static String classes(Function<Class<?>, byte[]> code) {
    CRC32 all = new CRC32();
    Stream.<Class<?>>of(
            FloorContender.class,
            IdealScheduler.class,
            SpinGaps.class,
            CoreStalls.class,
            TickScenario.class)
        .flatMap(FloorContender::withNested)
        .sorted(Comparator.comparing(Class::getName))
        .forEach(type -> all.update(code.apply(type)));
    return "%08x".formatted(all.getValue());
  }

  private static Stream<Class<?>> withNested(Class<?> type) {
    return Stream.concat(
        Stream.<Class<?>>of(type),
        Arrays.stream(type.getDeclaredClasses()).flatMap(FloorContender::withNested));
  }

  private static byte[] code(Class<?> type) {
    return Unchecked.io(
        () -> {
          try (InputStream in =
              type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
          }
        });
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String scheduler() {
    return NAME;
  }

  @Override
  public String waiting() {
    return "simulated";
  }

  @Override
  public Policy policy() {
    return Policy.OTHER;
  }

  @Override
  public double overheadSeconds() {
    return SpinGaps.WARMUP_SECONDS + MARGIN_SECONDS;
  }

  @Override
  public boolean runsIn(TickScenario scenario) {
    return IdealScheduler.canServe(scenario);
  }

  /** {@inheritDoc} Looks only once, since the cores are to be left alone. */
  @Override
  public Measurement measure(BenchCell cell, Processes processes, Runnable look)
      throws InterruptedException {
    look.run();
    List<CoreStalls> cores = meter.record(cell.seconds() + MARGIN_SECONDS);
    IdealScheduler.Outcome outcome = IdealScheduler.run(cell.scenario(), cores);
    double seconds = cell.seconds();
    return new Measurement(
        outcome.drift(),
        Optional.empty(),
        outcome.missed(),
        Optional.empty(),
        new Measurement.Usage(
            seconds, IdealScheduler.cores(cell.scenario()) * seconds, 0, Map.of()));
  }
}

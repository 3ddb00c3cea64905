package dev.jitterlab.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ManualScheduler;
import dev.jitterlab.tick.Rate;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeapServerTest {
  private static final long MIB = 1 << 20;
  private static final int MOST_COLLECTIONS = 100;
  private final Accounts accounts = new Accounts();

  private static HeapShape shape() {
    HeapShape shape = new HeapShape();
    shape.liveBytes = 16 * MIB;
    shape.allocationBytesPerSecond = 20 * MIB;
    shape.objectBytes = 64;
    shape.kept = 0.1;
    shape.order = Order.RANDOM;
    shape.largeBytes = 1 << 20;
    shape.largePerSecond = 2;
    shape.references = References.NONE;
    shape.tasks = 1;
    shape.hz = 100;
    shape.seed = 1;
    return shape;
  }

  private ShapedTask task(HeapShape shape) {
    return new ShapedTask(shape, 0, accounts.layout(), accounts, Cleaner.create());
  }

  private static void assertNear(long expected, long actual, double share) {
    assertTrue(
        Math.abs(actual - expected) <= share * expected, () -> actual + " is not near " + expected);
  }

  private static void tick(ShapedTask task, Duration time) {
    ManualScheduler scheduler = new ManualScheduler(recorded -> {});
    scheduler.start("heap", Rate.hz(100), task);
    scheduler.advance(time);
  }

  /** The account of the JVM's collector, which knows nothing of ours. */
  @ParameterizedTest
  @ValueSource(ints = {32, 64, 256})
  void theLiveSetIsAsLargeAsItShouldBe(int objectBytes) {
    HeapShape shape = shape();
    shape.objectBytes = objectBytes;
    long before = accounts.reachableBytes().getAsLong();
    ShapedTask task = task(shape);
    long found = accounts.reachableBytes().getAsLong() - before;

    assertNear(shape.liveBytes, found, 0.05);
    assertNear(found, task.liveBytes(), 0.05);
    tick(task, Duration.ofSeconds(2));
    assertNear(shape.liveBytes, task.liveBytes(), 0.05);
    assertTrue(task.survivors() > 1_000, "survivors " + task.survivors());
  }

  /** ZGC has references of eight bytes; a server that finds another live set does not start. */
  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseZGC", "-XX:+UseSerialGC", "-XX:-UseCompressedOops"})
  void theLiveSetIsAsLargeInAJvmOfAnyReferences(String flag, @TempDir Path folder)
      throws Exception {
    Path out = folder.resolve("out");
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                flag,
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                HeapServer.class.getName(),
                "--live-mb=16",
                "--metrics-port=0")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      while (server.isAlive() && !Files.readString(out).contains("JITTERLAB READY")) {
        Thread.sleep(10);
      }
      assertTrue(server.isAlive(), Files.readString(out));
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  /** 16 MiB were asked for; the tolerance is 5 %. */
  @Test
  void aLiveSetThatTheJvmDoesNotFindIsRefused() {
    HeapShape shape = shape();
    OptionalLong before = OptionalLong.of(3 * MIB);
    assertEquals(
        OptionalDouble.of(16.5 * MIB),
        HeapServer.found(shape, before, OptionalLong.of(3 * MIB + Math.round(16.5 * MIB))));
    for (long found : new long[] {15 * MIB, 17 * MIB}) {
      String refused =
          assertThrows(
                  IllegalStateException.class,
                  () -> HeapServer.found(shape, before, OptionalLong.of(3 * MIB + found)))
              .getMessage();
      assertTrue(refused.startsWith("the live set should be 16"), refused);
    }
    assertEquals(OptionalDouble.empty(), HeapServer.found(shape, before, OptionalLong.empty()));
  }

  /** At the start it is not there yet, and the JVM is not asked again. */
  @Test
  void aLiveSetThatGrowsHasNoAccountOfTheJvm() {
    HeapShape shape = shape();
    shape.rampSeconds = 10;
    assertEquals(
        OptionalDouble.empty(),
        HeapServer.found(shape, OptionalLong.of(3 * MIB), OptionalLong.of(4 * MIB)));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void allocatesAtItsRateAndTheJvmSaysTheSame(Order order) {
    HeapShape shape = shape();
    shape.order = order;
    ShapedTask task = task(shape);
    tick(task, Duration.ofSeconds(3));

    assertNear(3 * (20 + 2) * MIB, task.allocatedBytes(), 0.05);
    assertNear(task.allocatedByJvm(), task.allocatedBytes(), 0.02);
  }

  /** The first tick takes that long; returns how many periods at once were missed at most. */
  private static long tickWithStall(ShapedTask task, Duration stall, Duration time) {
    long[] mostMissed = {0};
    boolean[] hasStalled = {false};
    ManualScheduler scheduler =
        new ManualScheduler(
            recorded -> mostMissed[0] = Math.max(mostMissed[0], recorded.missedPeriods()));
    scheduler.start(
        "heap",
        Rate.hz(100),
        tick -> {
          task.tick(tick);
          if (!hasStalled[0]) {
            hasStalled[0] = true;
            scheduler.clock().advance(stall.toNanos());
          }
        });
    scheduler.advance(time);
    return mostMissed[0];
  }

  /** Else a heap that stands still for long has less to collect than one that does not. */
  @Test
  void aTickAllocatesForThePeriodsThatWereMissedBeforeIt() {
    ShapedTask task = task(shape());
    long missed = tickWithStall(task, Duration.ofMillis(500), Duration.ofSeconds(3));

    assertTrue(missed > 40, "missed " + missed);
    assertNear(3 * (20 + 2) * MIB, task.allocatedBytes(), 0.05);
    assertEquals(task.duePeriods(), task.donePeriods());
  }

  @Test
  void aTickAllocatesForOneSecondAtMostAndSaysWhatItLeftOut() {
    ShapedTask task = task(shape());
    long missed = tickWithStall(task, Duration.ofSeconds(3), Duration.ofSeconds(5));

    assertTrue(missed > 200, "missed " + missed);
    assertEquals(missed + 1 - 100, task.duePeriods() - task.donePeriods());
    assertNear(task.donePeriods() * 22 * MIB / 100, task.allocatedBytes(), 0.05);
  }

  /** The JVM's account has the reference to each replaced object, and ours leaves it out. */
  @ParameterizedTest
  @EnumSource(References.class)
  void keepsAReferenceToEachReplacedObject(References references) {
    long before = accounts.reachableBytes().getAsLong();
    HeapShape shape = shape();
    shape.references = references;
    ShapedTask task = task(shape);
    tick(task, Duration.ofSeconds(1));

    long beside = task.allocatedByJvm() - task.allocatedBytes();
    long least = 24 * task.survivors(); // no reference is smaller
    assertTrue(task.survivors() > 1_000, "survivors " + task.survivors());
    assertEquals(
        references != References.NONE, beside >= least, () -> beside + " bytes of " + least);
    assertNear(shape.liveBytes, task.liveBytes(), 0.05);
    task = null;
    letCleanersEnd(before);
  }

  /** They end some collections later. Until then, another test would count what they keep. */
  private void letCleanersEnd(long before) {
    long most = before + MIB / 4;
    int collections = 0;
    while (collections < MOST_COLLECTIONS && accounts.reachableBytes().getAsLong() > most) {
      collections++;
    }
  }

  /** Flight Recorder's account of this thread, at the begin and at the end of a recording. */
  @Test
  void flightRecorderSaysTheSameOfWhatWasAllocated(@TempDir Path folder) throws Exception {
    ShapedTask task = task(shape());
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ThreadAllocationStatistics").with("period", "everyChunk");
      recording.start();
      tick(task, Duration.ofSeconds(15)); // so that what the recording itself allocates is little
      recording.stop();
      recording.dump(file);
    }
    long self = Thread.currentThread().getId();
    LongSummaryStatistics allocated =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().endsWith("ThreadAllocationStatistics"))
            .filter(event -> event.getThread("thread").getJavaThreadId() == self)
            .mapToLong(event -> event.getLong("allocated"))
            .summaryStatistics();

    assertTrue(allocated.getCount() >= 2, "at the begin and at the end");
    assertNear(allocated.getMax() - allocated.getMin(), task.allocatedBytes(), 0.02);
  }

  @Test
  void aRampReachesTheLiveSetInItsTime() {
    HeapShape shape = shape();
    shape.rampSeconds = 1e-3; // of the real clock, long over at the first tick
    ShapedTask task = task(shape);
    assertTrue(
        task.liveBytes() < 1.5 * MIB + 4L * shape.slotsPerTask(accounts.layout()),
        "it begins empty");
    while (task.liveBytes() < 0.95 * shape.liveBytes) {
      tick(task, Duration.ofMillis(10));
    }
    assertNear(shape.liveBytes, task.liveBytes(), 0.05);
  }

  @Test
  void mostObjectsAreSmall() {
    SizeMix mix = new SizeMix(64, 0, 0, 3);
    int small = 0;
    for (int i = 0; i < 100_000; i++) {
      small += mix.words() <= 64 ? 1 : 0;
    }
    assertEquals(0.995, small / 100_000.0, 0.002);
  }
}

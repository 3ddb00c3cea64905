package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.rule.RuleEvents;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.Timespan;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read directly is what the JDK's reader reads. */
class DirectReadingTest {
  private static final long SEED = 20261123;
  private static final String OF_BOTH = "thread-of-both-parts";

  @Name("jitterlab.Tick")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class WholeTick extends Event {
    private String task;
    private long index;
    private boolean late;
    private long scheduled;
    private long started;
    private long finished;

    @Timespan(Timespan.NANOSECONDS)
    private long runQueueDelay;

    private long cpu;
    private long executionRunQueueDelay;
    private long period;
    private long total;
    private double load = 0.5;
    private float share = 0.25f;
    private String of = "another text";
    private Class<?> type = String.class;
  }

  /** A number where there should be a text. */
  @Name("jitterlab.Tick")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class OddTick extends Event {
    private long task = 7;
    private long index;
    private boolean late = true;
    private long scheduled;
    private long started;
    private long finished;
  }

  @TempDir private static Path folder;
  private static Path whole;
  private static long beganNs;
  private static long endedNs;

  @BeforeAll
  static void record() throws Exception {
    whole = folder.resolve("whole.jfr");
    try (Recording first = new Recording();
        Recording second = new Recording()) {
      for (Recording one : List.of(first, second)) {
        one.enable("jdk.ActiveSetting");
        one.enable("jdk.JVMInformation");
        one.enable("jdk.ThreadPark").withoutThreshold();
        one.enable("jdk.ThreadSleep").withoutThreshold();
        one.enable("jitterlab.Tick").withoutThreshold();
      }
      beganNs = epochNs();
      first.start();
      ThreadOfBothParts both = new ThreadOfBothParts();
      both.tick();
      ticks();
      second.start(); // a new part begins
      both.tick();
      ticks();
      first.stop();
      endedNs = epochNs();
      first.dump(whole);
    }
  }

  private static long epochNs() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }

  /**
   * A thread that has ticks in both parts, so each of them has its name. It never waits: of a wait
   * the JDK's reader would know the name, too.
   */
  private static final class ThreadOfBothParts {
    private final AtomicInteger due = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    ThreadOfBothParts() {
      Thread.ofPlatform().daemon().name(OF_BOTH).start(this::run);
    }

    private void run() {
      for (int part = 1; part <= 2; part++) {
        reached(due, part);
        WholeTick tick = new WholeTick();
        tick.begin();
        tick.started = System.nanoTime();
        tick.scheduled = tick.started;
        tick.finished = tick.started;
        tick.commit();
        done.incrementAndGet();
      }
    }

    private static void reached(AtomicInteger counter, int count) {
      while (counter.get() < count) {
        Thread.onSpinWait();
      }
    }

    void tick() {
      reached(done, due.incrementAndGet());
    }
  }

  private static void ticks() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int number = i;
      threads.add(Thread.ofPlatform().name("worker-" + i).start(() -> ticks(number)));
    }
    for (Thread one : threads) {
      one.join();
    }
  }

  private static void ticks(int worker) {
    Random random = new Random(SEED + worker);
    List<String> names =
        Arrays.asList(
            null, "", "battle-1", "battle-2", "a name that becomes a constant", "Spiel-ä", "игра");
    for (int i = 0; i < 400; i++) {
      WholeTick tick = new WholeTick();
      tick.task = names.get(random.nextInt(names.size()));
      tick.index = random.nextInt(10) == 0 ? random.nextLong() : i;
      tick.late = random.nextInt(4) == 0;
      tick.begin();
      tick.started = System.nanoTime();
      tick.scheduled = random.nextInt(50) == 0 ? random.nextLong() : tick.started - 1_000;
      tick.finished = tick.started + random.nextInt(5_000) - 10;
      tick.runQueueDelay = random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextInt(1_000);
      tick.cpu = random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextInt(1_000);
      tick.executionRunQueueDelay = random.nextInt(1_000);
      tick.period = 4_000;
      tick.total = random.nextInt(9_000);
      if (i % 100 == 50) {
        LockSupport.parkNanos(100_000);
      }
      tick.commit();
    }
  }

  private static String says(TimelineBuilder builder, OptionalLong startNs) {
    JvmTimeline timeline = builder.build();
    StringBuilder text = new StringBuilder(startNs + "\n");
    text.append(timeline.works()).append('\n');
    text.append(timeline.alignments()).append(timeline.problems()).append(timeline.classPath());
    for (Long thread : new TreeSet<>(timeline.workThreads())) {
      text.append(timeline.thread(thread)).append(timeline.samples(thread));
      text.append(timeline.waits(thread, Long.MIN_VALUE, Long.MAX_VALUE)).append('\n');
    }
    Map<Long, Long> systemThreads = new TreeMap<>(builder.systemThreads());
    systemThreads.values().retainAll(timeline.workThreads());
    text.append(systemThreads).append(builder.clockOffset(beganNs)).append('\n');
    text.append(timeline.stops(Long.MIN_VALUE, Long.MAX_VALUE));
    text.append(timeline.standstills(Long.MIN_VALUE, Long.MAX_VALUE));
    text.append(timeline.collections()).append(timeline.compilations());
    for (Cause cause : Cause.values()) {
      text.append(timeline.coverage(cause)).append('\n');
    }
    return text.toString();
  }

  private static String byJdk(Path file) {
    TimelineBuilder builder = new TimelineBuilder();
    OptionalLong start = RecordingReader.readByJdk(file, builder, new RuleEvents(List.of()));
    return says(builder, start);
  }

  private static String read(Path file) {
    TimelineBuilder builder = new TimelineBuilder();
    OptionalLong start = RecordingReader.read(file, builder);
    return says(builder, start);
  }

  /** Without them, no tick is found in a trace of the scheduler. */
  @Test
  void theOperatingSystemsNumbersOfAllThreadsWithTicksAreKnown() {
    TimelineBuilder builder = new TimelineBuilder();
    var unused = RecordingReader.read(whole, builder);
    Set<Long> numbered = Set.copyOf(builder.systemThreads().values());
    OptionalLong offset = builder.clockOffset(beganNs);
    assertTrue(numbered.containsAll(builder.build().workThreads()), numbered::toString);
    long wallNs = epochNs() - System.nanoTime();
    assertTrue(Math.abs(offset.getAsLong() - wallNs) < 1_000_000_000, offset + " for " + wallNs);
  }

  @Test
  void aWholeRecordingIsReadDirectlyAndSaysTheSame() {
    assertTrue(RecordingReader.directly(whole).isPresent());
    String text = byJdk(whole);
    assertEquals(text, read(whole));
    assertTrue(text.contains("игра") && text.contains("worker-2"), text);
    assertTrue(text.contains("by 2402 events that have both clocks"), text);
  }

  /** Both readers bring ticks onto the clock of the recording in the same way. */
  @Test
  void ticksBeganWhileTheyWereRecorded() {
    TimelineBuilder builder = new TimelineBuilder();
    var unused = RecordingReader.read(whole, builder);
    TimedWorks works = builder.build().works();
    assertTrue(works.size() > 2_000, works.size() + " ticks");
    assertTrue(beganNs <= works.startNs(0), "began " + works.startNs(0));
    assertTrue(works.startNs(works.size() - 1) <= endedNs, "ended " + endedNs);
  }

  @Test
  void bothReadersSayWhenTheRecordingBegins() {
    TimelineBuilder direct = new TimelineBuilder();
    var unused = RecordingReader.read(whole, direct);
    TimelineBuilder ofJdk = new TimelineBuilder();
    var unusedToo = RecordingReader.readByJdk(whole, ofJdk, new RuleEvents(List.of()));
    for (TimelineBuilder one : List.of(direct, ofJdk)) {
      assertTrue(one.isBeforeRecording(beganNs - 1_000_000_000), "before it");
      assertFalse(one.isBeforeRecording(endedNs), "in it");
    }
  }

  /** Where a value is: in which part, and behind so many bytes of the file. */
  private record Place(int part, int at) {}

  /** Where the named field of each event of a type is in the file. */
  private static List<Place> places(String typeName, String fieldName) throws IOException {
    List<Place> places = new ArrayList<>();
    int second = (int) ByteBuffer.wrap(Files.readAllBytes(whole)).getLong(8);
    ChunkWalk.Visitor visitor =
        new ChunkWalk.Visitor() {
          private int part = -1;
          private ChunkTypes types;

          @Override
          public void begin(ChunkTypes ofPart, ChunkConstants constants, ChunkWalk.Clock clock) {
            types = ofPart;
            part++;
          }

          @Override
          public void event(ChunkTypes.Type type, ChunkBytes bytes) throws IOException {
            if (type.name().equals(typeName)) {
              for (ChunkTypes.Field field : type.fields()) {
                if (field.name().equals(fieldName)) {
                  places.add(new Place(part, part * second + bytes.at()));
                }
                types.skip(bytes, field);
              }
            }
          }
        };
    var unused = ChunkWalk.over(whole, visitor);
    return places;
  }

  /** The JDK's reader ends in silence at a text that it cannot read, and events are missing. */
  @Test
  void whereTheJdksReaderEndsEarlyItMustSayWhatCanBeRead() throws IOException {
    List<Place> settings =
        places("jdk.ActiveSetting", "value").stream().filter(one -> one.part() == 0).toList();
    byte[] bytes = Files.readAllBytes(whole);
    bytes[settings.get(settings.size() / 2).at()] = 9; // no encoding of a text
    Path file = folder.resolve("early.jfr");
    Files.write(file, bytes);
    assertFalse(RecordingReader.directly(file).isPresent());
    assertEquals(byJdk(file), read(file));
  }

  @Test
  void aConstantThatThePartBeforeHadIsTakenToBeTheSame() throws IOException {
    byte[] bytes = Files.readAllBytes(whole);
    int second = (int) ByteBuffer.wrap(bytes).getLong(8);
    byte[] name = OF_BOTH.getBytes(StandardCharsets.ISO_8859_1);
    int changed = 0;
    for (int at = second; at < bytes.length - name.length; at++) {
      if (Arrays.equals(bytes, at, at + name.length, name, 0, name.length)) {
        bytes[at] = 'T';
        changed++;
      }
    }
    assertTrue(changed > 0, "the second part says the name again");
    Path file = folder.resolve("renamed.jfr");
    Files.write(file, bytes);
    assertTrue(RecordingReader.directly(file).isPresent());
    assertEquals(byJdk(file), read(file));
    assertTrue(read(file).contains(OF_BOTH));
  }

  @Test
  void aThreadThatNoConstantNamesIsUnknown() throws IOException {
    byte[] bytes = Files.readAllBytes(whole);
    for (Place one : places("jitterlab.Tick", "eventThread")) {
      if (one.at() % 7 == 0) {
        bytes[one.at()] |= 0x7f; // another number of as many bytes
      }
    }
    Path file = folder.resolve("unknown.jfr");
    Files.write(file, bytes);
    assertTrue(RecordingReader.directly(file).isPresent());
    String text = byJdk(file);
    assertEquals(text, read(file));
    assertTrue(text.contains("thread=" + JvmTimeline.ALL_THREADS), "unknown threads");
  }

  @Test
  void ticksOfAnotherKindAreLeftToTheJdksReader() throws IOException {
    Path file = folder.resolve("odd.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ActiveSetting");
      recording.enable("jitterlab.Tick").withoutThreshold();
      recording.start();
      OddTick tick = new OddTick();
      tick.begin();
      tick.commit();
      recording.stop();
      recording.dump(file);
    }
    assertFalse(RecordingReader.directly(file).isPresent());
    assertEquals(byJdk(file), read(file));
    assertTrue(read(file).contains("events jitterlab.Tick are left out"));
  }

  /** Without other events nobody would notice that the JDK's reader had stopped. */
  @Test
  void aRecordingOfTicksAloneIsLeftToTheJdksReader() throws IOException {
    Path file = folder.resolve("alone.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jitterlab.Tick").withoutThreshold();
      recording.start();
      ticks(0);
      recording.stop();
      recording.dump(file);
    }
    assertFalse(RecordingReader.directly(file).isPresent());
    assertEquals(byJdk(file), read(file));
  }

  /**
   * Whatever a file has in it: the same result, and the same problems. Only where the JDK's reader
   * ends at an event that nobody looks at may the other one know more: it does not read that.
   */
  @Test
  void aHostileRecordingSaysTheSameToBoth() throws IOException {
    byte[] bytes = Files.readAllBytes(whole);
    int second = (int) ByteBuffer.wrap(bytes).getLong(8);
    Random random = new Random(SEED);
    Path file = folder.resolve("hostile.jfr");
    int direct = 0;
    for (int i = 0; i < 60; i++) {
      byte[] hostile = bytes.clone();
      switch (i % 3) {
        case 0 -> hostile = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        case 1 -> hostile[68 + random.nextInt(bytes.length - 68)] = (byte) random.nextInt(256);
        default -> hostile[second + 68 + random.nextInt(bytes.length - second - 68)] ^= 1;
      }
      Files.write(file, hostile);
      boolean isDirect = isDirect(file);
      direct += isDirect ? 1 : 0;
      String found = outcome(file, true);
      String ofJdk = outcome(file, false);
      if (isDirect && ofJdk.contains(" is damaged or cut off behind ")) {
        assertTrue(works(found) >= works(ofJdk), "file " + i);
      } else {
        assertEquals(ofJdk, found, "file " + i);
      }
    }
    assertTrue(direct > 0 && direct < 60, direct + " read directly");
  }

  private static int works(String outcome) {
    return outcome.split("TimedWork\\[", -1).length;
  }

  private static boolean isDirect(Path file) {
    try {
      return RecordingReader.directly(file).isPresent();
    } catch (JoinedRecordingException _) {
      return false;
    }
  }

  private static String outcome(Path file, boolean directly) {
    try {
      return directly ? read(file) : byJdk(file);
    } catch (JoinedRecordingException e) {
      return e.toString();
    }
  }
}

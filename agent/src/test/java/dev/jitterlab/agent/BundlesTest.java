package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By hand: no recorder, no disk that is really full, no time that passes. */
class BundlesTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final LateSignal signal = new LateSignal(100_000_000);
  private long freeBytes = 10_000 * MIB;
  private long nowNs = -5 * SECOND_NS;
  private FakeRing ring;
  private int ringStarts;

  /** At once, unless the test says when. */
  private Executor writing = Runnable::run;

  /** A file of the size that the test says. */
  private static final class FakeRing extends FlightRing {
    private boolean running;
    private int starts;
    private int bytes = 1_000;
    private IOException failure;

    FakeRing(BundleOptions options) {
      super(options);
    }

    @Override
    void start() throws IOException {
      starts++;
      if (failure != null) {
        throw failure;
      }
      running = true;
    }

    @Override
    boolean isRunning() {
      return running;
    }

    @Override
    boolean dump(Path file) throws IOException {
      if (failure != null) {
        throw failure;
      }
      if (bytes > 0) {
        Files.write(file, new byte[bytes]);
      }
      return bytes > 0;
    }

    @Override
    void stop() {
      running = false;
    }
  }

  /** In which deleting fails. */
  private static final class StuckFolder extends BundleFolder {
    StuckFolder(Path folder) {
      super(folder, 7, 11);
    }

    @Override
    void keep(Path newest, int count, long bytes) throws IOException {
      throw new IOException("Input/output error");
    }
  }

  private Bundles bundles(String... settings) {
    return bundles(into -> new BundleFolder(into, 7, 11), settings);
  }

  private Bundles bundles(Function<Path, BundleFolder> folders, String... settings) {
    Map<String, String> values = new HashMap<>(Map.of("bundle-redact", "none"));
    values.put("bundle-dir", folder.resolve("bundles").toString());
    for (String setting : settings) {
      String[] pair = setting.split("=", 2);
      values.put(pair[0], pair[1]);
    }
    BundleOptions options = BundleOptions.of(values).orElseThrow();
    ring = new FakeRing(options);
    BundleFolder into = folders.apply(options.folder);
    return new Bundles(
        options,
        signal,
        ring,
        into,
        new BundleWriter(options, into, ring, List.of(), new RecordingMask(options.redact, 1), log),
        folder,
        where -> freeBytes,
        () -> Instant.ofEpochSecond(1_700_000_000, nowNs + 5 * SECOND_NS),
        () -> ringStarts++,
        writing,
        log);
  }

  private void steps(Bundles bundles, int seconds) {
    for (int i = 0; i < seconds * 2; i++) {
      nowNs += SECOND_NS / 2;
      bundles.step(nowNs);
    }
  }

  private List<String> written() throws IOException {
    Path in = folder.resolve("bundles");
    if (!Files.isDirectory(in)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(in)) {
      return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  private boolean isOnUnix() {
    return folder.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  @Test
  void writesABundleAfterALateTickAndSaysWhatItHas() throws IOException {
    Bundles bundles = bundles();
    steps(bundles, 5);
    assertEquals(List.of(), written());
    assertTrue(bundles.isRecording());

    signal.took(99_999_999);
    steps(bundles, 5);
    assertEquals(List.of(), written(), "below the threshold");

    signal.took(150_000_000);
    signal.took(230_000_000);
    steps(bundles, 5);
    assertEquals(1, bundles.written.sum());
    Path bundle = folder.resolve("bundles").resolve(written().get(0));
    assertEquals(1_000, Files.size(bundle.resolve("recording.jfr")));
    String json = Files.readString(bundle.resolve("bundle.json"));
    assertTrue(json.contains("\"worst_seconds\": 0.23,"), json);
    assertTrue(json.contains("gc.log: the JVM writes none (-Xlog:gc*"), json);
    assertTrue(Files.readString(bundle.resolve("machine.txt")).contains("== /proc/loadavg\n"));
    assertTrue(said.toString(StandardCharsets.UTF_8).contains("late by up to 230 ms: wrote "));
  }

  @Test
  void writesNoMoreOftenThanAskedAndCountsTheRest() throws IOException {
    Bundles bundles = bundles("bundle-every=60s");
    for (int i = 0; i < 12; i++) {
      signal.took(200_000_000);
      steps(bundles, 10);
    }
    assertEquals(2, bundles.written.sum());
    assertEquals(10, bundles.tooSoon.sum());
  }

  @Test
  void keepsTheNewestBundlesAndTouchesNothingElse() throws IOException {
    Bundles bundles = bundles("bundle-every=1s", "bundle-count=2");
    Path own = Files.createDirectories(folder.resolve("bundles/bundle-of-mine"));
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      signal.took(200_000_000);
      steps(bundles, 10);
      all.add(written().get(written().size() - 2));
    }
    assertEquals(4, bundles.written.sum());
    assertTrue(Files.isDirectory(own));
    assertEquals(List.of(all.get(2), all.get(3), "bundle-of-mine"), written());
  }

  @Test
  void keepsNoMoreThanTheSizeThatAllMayHave() throws IOException {
    Bundles bundles = bundles("bundle-every=1s", "bundle-ring-size=1m", "bundle-size=2m");
    ring.bytes = (int) MIB;
    for (int i = 0; i < 4; i++) {
      signal.took(200_000_000);
      steps(bundles, 10);
    }
    assertEquals(4, bundles.written.sum());
    assertEquals(1, written().size(), "two of them would be a little more than 2 MiB");
  }

  @Test
  void oldBundlesStayUntilTheNewOneIsThere() throws IOException {
    boolean[] isBroken = {false};
    Bundles bundles =
        bundles(
            into ->
                new BundleFolder(into, 7, 11) {
                  @Override
                  Path finish(Path unfinished, Instant at) throws IOException {
                    if (isBroken[0]) {
                      throw new IOException("Input/output error");
                    }
                    return super.finish(unfinished, at);
                  }
                },
            "bundle-every=1s",
            "bundle-count=1");
    signal.took(200_000_000);
    steps(bundles, 10);
    List<String> old = written();
    assertEquals(1, old.size());

    isBroken[0] = true;
    signal.took(200_000_000);
    steps(bundles, 10);
    assertEquals(1, bundles.failed.sum());
    assertEquals(old, written());

    isBroken[0] = false;
    signal.took(200_000_000);
    steps(bundles, 10);
    assertEquals(2, bundles.written.sum());
    assertEquals(1, written().size());
    assertFalse(written().equals(old));
  }

  @Test
  void stopsTheRecorderBeforeTheDiskIsFullAndGoesOnWhenThereIsRoom() throws IOException {
    Bundles bundles = bundles("bundle-free=500m");
    steps(bundles, 2);
    assertTrue(ring.running);

    freeBytes = 499 * MIB;
    signal.took(200_000_000);
    steps(bundles, 5);
    assertFalse(ring.running);
    assertFalse(bundles.isRecording());
    assertEquals(List.of(), written());
    assertEquals(1, bundles.failed.sum());
    String text = said.toString(StandardCharsets.UTF_8);
    assertEquals(1, text.lines().count(), text);
    assertTrue(text.contains("has 499 MiB free, less than bundle-free"), text);

    freeBytes = 600 * MIB;
    steps(bundles, 100);
    assertTrue(ring.running);
    assertEquals(2, ringStarts);
  }

  @Test
  void aFolderWithTooLittleRoomForABundleIsSaidOnce() throws IOException {
    Bundles bundles = bundles("bundle-every=1s", "bundle-free=10m", "bundle-ring-size=64m");
    freeBytes = 100 * MIB;
    for (int i = 0; i < 3; i++) {
      signal.took(200_000_000);
      steps(bundles, 10);
    }
    assertTrue(ring.running);
    assertEquals(List.of(), written());
    assertEquals(3, bundles.failed.sum());
    String text = said.toString(StandardCharsets.UTF_8);
    assertEquals(1, text.lines().count(), text);
    assertTrue(text.contains("has 100 MiB free, less than twice bundle-ring-size"), text);

    freeBytes = 200 * MIB;
    signal.took(200_000_000);
    steps(bundles, 10);
    assertEquals(1, written().size());
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaidOnceAndCounted() throws IOException {
    Files.writeString(folder.resolve("bundles"), "a file where the folder should be");
    Bundles bundles = bundles("bundle-every=1s");
    for (int i = 0; i < 3; i++) {
      signal.took(200_000_000);
      steps(bundles, 10);
    }
    assertEquals(3, bundles.failed.sum());
    assertEquals(3, log.errors.sum());
    String text = said.toString(StandardCharsets.UTF_8);
    assertEquals(1, text.lines().filter(line -> line.startsWith("jitterlab-agent:")).count(), text);
    assertEquals("a file where the folder should be", Files.readString(folder.resolve("bundles")));
  }

  @Test
  void anOldBundleThatCannotBeDeletedIsCountedAndTheNewOneStays() throws IOException {
    Bundles bundles = bundles(StuckFolder::new);
    signal.took(200_000_000);
    steps(bundles, 5);
    assertEquals(1, bundles.written.sum());
    assertEquals(1, written().size());
    assertEquals(0, bundles.failed.sum());
    assertEquals(1, log.errors.sum());
    assertTrue(said.toString(StandardCharsets.UTF_8).contains("deleting old bundles failed"));
  }

  @Test
  void aFolderThatEveryUserCanWriteToIsRefusedInOneLine() throws IOException {
    assumeTrue(isOnUnix(), "needs `test $(uname -s) = Linux`: permissions of files");
    Path open = Files.createDirectory(folder.resolve("bundles"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Bundles bundles = bundles("bundle-every=1s");
    for (int i = 0; i < 2; i++) {
      signal.took(200_000_000);
      steps(bundles, 10);
    }
    assertEquals(List.of(), written());
    assertEquals(2, bundles.failed.sum());
    assertEquals(2, log.errors.sum());
    String text = said.toString(StandardCharsets.UTF_8);
    assertEquals(1, text.lines().count(), text);
    assertTrue(
        text.contains(
            "no bundle is written to "
                + open
                + ", because every local user can write to it; give bundle-dir a folder"),
        text);
  }

  @Test
  void theDiskIsWatchedWhileABundleIsWrittenAndOnlyOneIsWrittenAtATime() throws IOException {
    List<Runnable> writes = new ArrayList<>();
    writing = writes::add;
    Bundles bundles = bundles("bundle-every=1s", "bundle-free=500m");
    signal.took(200_000_000);
    steps(bundles, 5);
    signal.took(300_000_000);
    steps(bundles, 5);
    assertEquals(1, writes.size(), "the first one is still being written");
    assertTrue(ring.running);
    freeBytes = 499 * MIB;
    steps(bundles, 1);
    assertFalse(ring.running);

    freeBytes = 600 * MIB;
    writes.get(0).run();
    steps(bundles, 1);
    assertEquals(2, writes.size(), "what was late meanwhile has waited");
    writes.get(1).run();
    assertEquals(2, bundles.written.sum());
    assertEquals(2, written().size());
  }

  @Test
  void anErrorOfTheWriterDoesNotEndTheWriting() throws IOException {
    Runnable[] broken = {
      () -> {
        throw new IllegalStateException("the recording is closed");
      }
    };
    Bundles bundles =
        bundles(
            into ->
                new BundleFolder(into, 7, 11) {
                  @Override
                  void prepare(Instant now) throws IOException {
                    broken[0].run();
                    super.prepare(now);
                  }
                },
            "bundle-every=1s");
    signal.took(200_000_000);
    steps(bundles, 5);
    assertEquals(1, bundles.failed.sum());

    broken[0] = () -> {};
    signal.took(200_000_000);
    steps(bundles, 5);
    assertEquals(1, bundles.written.sum());
  }

  @Test
  void aRingThatIsStillEmptyIsSaidToBeMissing() throws IOException {
    Bundles bundles = bundles();
    ring.bytes = 0;
    signal.took(200_000_000);
    steps(bundles, 5);
    Path bundle = folder.resolve("bundles").resolve(written().get(0));
    assertFalse(Files.exists(bundle.resolve("recording.jfr")));
    String json = Files.readString(bundle.resolve("bundle.json"));
    assertTrue(json.contains("recording.jfr: the recording of the last minutes was empty"), json);
  }

  @Test
  void halfABundleIsNeverLeft() throws IOException {
    Bundles bundles = bundles("bundle-every=1s");
    steps(bundles, 1);
    ring.failure = new IOException("No space left on device");
    signal.took(200_000_000);
    steps(bundles, 5);
    assertEquals(1, bundles.failed.sum());
    assertEquals(List.of(), written());
  }

  @Test
  void aRecorderThatDoesNotStartIsTriedAgainOnceAMinute() {
    Bundles bundles = bundles();
    ring.failure = new IOException("no");
    steps(bundles, 150);
    assertEquals(3, ring.starts);
    ring.failure = null;
    steps(bundles, 60);
    assertTrue(ring.running);
  }
}

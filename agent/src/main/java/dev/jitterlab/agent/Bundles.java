package dev.jitterlab.agent;

import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Keeps the recording of the last minutes, and writes a bundle when something was late.
 *
 * <p>All of it happens in threads of its own; ticks and requests only tell {@link LateSignal}. One
 * thread looks twice a second. A JVM whose Flight Recorder finds the disk full ends itself, so that
 * thread stops the recording before: when less than {@code bundle-free} is left. It begins again
 * when there is room. Another thread writes the bundles, one at a time, since a slow {@code
 * bundle-dir} must not keep the first one from looking. What fails here is counted and said once,
 * and tried again later: the server goes on.
 *
 * <p>The counters are thread-safe; steps are for one thread.
 */
final class Bundles {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** What comes right after the late event explains it, too, such as the end of a safepoint. */
  private static final long AFTERMATH_NS = TimeUnit.SECONDS.toNanos(2);

  private static final long RETRY_NS = TimeUnit.MINUTES.toNanos(1);

  /** How much room a folder has. */
  interface DiskSpace {
    long usableBytes(Path folder) throws IOException;
  }

  private final BundleOptions options;
  private final LateSignal signal;
  private final FlightRing ring;
  private final BundleFolder folder;
  private final BundleWriter writer;
  private final Path repository;
  private final DiskSpace space;
  private final Supplier<Instant> wall;
  private final Runnable ringStarted;
  private final Executor writing;
  private final AgentLog log;

  /** Bundles that were written. */
  final LongAdder written = new LongAdder();

  /** How often something was late too soon after the last bundle. */
  final LongAdder tooSoon = new LongAdder();

  /** Bundles that could not be written, or recordings not started. */
  final LongAdder failed = new LongAdder();

  private volatile boolean recording;

  /** Whether a bundle is being written, or will be. */
  private volatile boolean inFlight;

  private volatile boolean saidDiskFull;

  /** The worst that no bundle has yet; 0 for none. */
  private long waitingNs;

  private long firstSeenNs;
  private long lastBundleNs;
  private boolean hasBundle;
  private long retryNs;
  private boolean retries;

  /** For the thread that writes. */
  private boolean saidRefused;

  /** Likewise. */
  private boolean saidTooSmall;

  /**
   * Creates them; nothing is recorded before the first step.
   *
   * @param ringStarted is run each time after the ring began to record
   * @param repository where Flight Recorder keeps its parts
   * @param writing runs what writes a bundle, usually {@link #writerThread}
   */
  Bundles(
      BundleOptions options,
      LateSignal signal,
      FlightRing ring,
      BundleFolder folder,
      BundleWriter writer,
      Path repository,
      DiskSpace space,
      Supplier<Instant> wall,
      Runnable ringStarted,
      Executor writing,
      AgentLog log) {
    this.options = options;
    this.signal = signal;
    this.ring = ring;
    this.folder = folder;
    this.writer = writer;
    this.repository = repository;
    this.space = space;
    this.wall = wall;
    this.ringStarted = ringStarted;
    this.writing = writing;
    this.log = log;
  }

  /** Looks once, and does what is due. Never throws but what ends the thread: a fatal error. */
  void step(long nowNs) {
    try {
      keepRecording(nowNs);
      hear(nowNs);
      if (waitingNs > 0 && nowNs - firstSeenNs >= AFTERMATH_NS && !inFlight) {
        long worstNs = waitingNs;
        waitingNs = 0;
        beginWriting(nowNs, worstNs);
      }
    } catch (RuntimeException | Error e) {
      failed.increment();
      log.failed("keeping the recording of the last minutes", e);
    }
  }

  private void hear(long nowNs) {
    long worstNs = signal.take();
    if (worstNs == 0) {
      return;
    }
    if (waitingNs > 0) {
      waitingNs = Math.max(waitingNs, worstNs);
    } else if (hasBundle && nowNs - lastBundleNs < options.every.ns()) {
      tooSoon.increment();
    } else {
      waitingNs = worstNs;
      firstSeenNs = nowNs;
    }
  }

  private void keepRecording(long nowNs) {
    boolean room = hasRoom(repository);
    if (ring.isRunning() && !room) {
      ring.stop();
    } else if (!ring.isRunning() && room && (!retries || nowNs - retryNs >= 0)) {
      retries = true;
      retryNs = nowNs + RETRY_NS;
      try {
        ring.start();
        ringStarted.run();
      } catch (IOException | RuntimeException e) {
        failed.increment();
        log.failed("starting the recording of the last minutes", e);
      }
    }
    recording = ring.isRunning();
  }

  /** What cannot be asked has none. */
  private boolean hasRoom(Path where) {
    long free;
    try {
      free = space.usableBytes(where);
    } catch (IOException e) {
      log.failed("asking how much of the disk is free", e);
      return false;
    }
    if (free >= options.freeBytes) {
      saidDiskFull = false;
      return true;
    }
    if (!saidDiskFull) {
      saidDiskFull = true;
      log.say(
          where
              + " has "
              + (free >> 20)
              + " MiB free, less than bundle-free: nothing is recorded there, and no bundle"
              + " written, until it has more");
    }
    return false;
  }

  /** Whether the recording fits there, and as much again: other files, and what grows meanwhile. */
  private boolean hasRoomForBundle() throws IOException {
    long freeBytes = space.usableBytes(folder.path());
    boolean isEnough = freeBytes >= 2 * options.ringBytes;
    if (!isEnough && !saidTooSmall) {
      log.say(
          folder.path()
              + " has "
              + (freeBytes >> 20)
              + " MiB free, less than twice bundle-ring-size: no bundle is written until it has"
              + " more");
    }
    saidTooSmall = !isEnough;
    return isEnough;
  }

  private void beginWriting(long nowNs, long worstNs) {
    hasBundle = true; // also when it fails: a full disk is not to be written to again at once
    lastBundleNs = nowNs;
    inFlight = true;
    try {
      writing.execute(() -> write(worstNs));
    } catch (RuntimeException | Error e) {
      inFlight = false; // else no bundle would ever be written again
      throw e;
    }
  }

  private void write(long worstNs) {
    try {
      folder.prepare(wall.get());
      saidRefused = false;
      if (!hasRoom(folder.path()) || !hasRoomForBundle()) {
        failed.increment();
        return;
      }
      Path bundle = writer.write(wall.get(), worstNs);
      written.increment();
      log.say("late by up to " + worstNs / 1_000_000 + " ms: wrote " + bundle);
    } catch (BundleFolder.RefusedException e) {
      failed.increment();
      log.errors.increment();
      if (!saidRefused) {
        saidRefused = true;
        log.say(e.getMessage());
      }
    } catch (IOException | RuntimeException | Error e) {
      failed.increment();
      log.failed("writing a bundle to " + folder.path(), e);
    } finally {
      inFlight = false;
    }
  }

  /** Runs one at a time, in a thread that exists from the first one on. */
  static Executor writerThread() {
    return Executors.newSingleThreadExecutor(
        write -> {
          Thread thread = new Thread(write, "jitterlab-bundle-writer");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Starts a thread that steps for ever. */
  void run(NanoClock clock) {
    step(clock.nanoTime()); // the recorder's own start is over before the server's main
    Thread thread =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(LOOK_NS);
                step(clock.nanoTime());
              }
            },
            "jitterlab-bundles");
    thread.setDaemon(true);
    thread.start();
  }

  /** How much room the machine says there is. */
  static DiskSpace ofThisMachine() {
    return folder ->
        Files.isDirectory(folder) && !Files.isWritable(folder)
            ? 0
            : Files.getFileStore(existing(folder)).getUsableSpace();
  }

  /** A repository may be made later: then its parent counts. */
  private static Path existing(Path folder) {
    Path at = folder;
    while (at.getParent() != null && !Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }

  /** Returns whether the last minutes are being recorded. */
  boolean isRecording() {
    return recording;
  }
}

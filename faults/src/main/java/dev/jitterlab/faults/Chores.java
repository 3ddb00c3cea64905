package dev.jitterlab.faults;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The agent: does what a plan says, when it says so.
 *
 * <p>Its argument is a folder, and behind a comma the methods that it may use: {@code
 * ../plans/a,method=com.acme.Room#tick}. It waits until the folder has a {@code plan.csv} with
 * lines {@code epoch milliseconds,kind,milliseconds}, in order of time, and writes what it has
 * done, and when, to {@code done.csv}: {@code kind,from,to} in nanoseconds since the epoch. One
 * thread does it all, so nothing overlaps.
 */
public final class Chores {
  private static final int EXIT_WRONG_ARGUMENTS = 2;
  private static final String METHOD = ",method=";
  private static final long LOOK_MS = 200;
  private static final int BLOCK_BYTES = 1 << 20;

  /** A call that does not come is waited for so long. */
  private static final long PATIENCE_MS = 2_000;

  private final Path folder;

  private Chores(Path folder) {
    this.folder = folder;
  }

  /** Starts it, or ends the JVM. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    try {
      String text = arguments == null ? "" : arguments;
      int comma = text.lastIndexOf(METHOD); // a folder may have one too
      if (comma >= 0) {
        new EntryWeaver(text.substring(comma + METHOD.length())).install(instrumentation);
      }
      String folder = comma < 0 ? text : text.substring(0, comma);
      if (folder.isEmpty()) {
        throw new IllegalArgumentException("expected the folder of the plan");
      }
      Chores chores = new Chores(Path.of(folder).toAbsolutePath());
      Thread thread = new Thread(chores::run, "background-1");
      thread.setDaemon(true);
      thread.start();
    } catch (Exception e) {
      System.err.println("error: " + e + "; the server is not started");
      System.exit(EXIT_WRONG_ARGUMENTS);
    }
  }

  private void run() {
    try {
      CodeChores.prepare();
      Path plan = folder.resolve("plan.csv");
      while (!Files.exists(plan)) {
        Thread.sleep(LOOK_MS);
      }
      List<String> lines = Files.readAllLines(plan);
      for (String line : lines) {
        String[] cells = line.split(",", -1);
        long waitMs = Long.parseLong(cells[0]) - System.currentTimeMillis();
        if (waitMs < -PATIENCE_MS) {
          continue; // the lab was late: what is not done is not in done.csv
        }
        Thread.sleep(Math.max(0, waitMs));
        perform(ChoreKind.of(cells[1]), Long.parseLong(cells[2]));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      System.err.println("background: " + e);
    }
  }

  private void perform(ChoreKind kind, long ms) throws InterruptedException, IOException {
    long fromNs = epochNs();
    switch (kind) {
      case SYSTEM_GC:
        HeapChores.collect();
        break;
      case HUMONGOUS:
        HeapChores.largeArrays(ms);
        break;
      case ALLOCATION_STORM:
        beside(
            "background-2", () -> HeapChores.smallObjects(ms), () -> HeapChores.smallObjects(ms));
        break;
      case GC_STALL:
        HeapChores.fill(ms);
        break;
      case DEOPTIMISATION_STORM:
        if (!CodeChores.changeModes(ms)) {
          return;
        }
        break;
      case COMPILE_STORM:
        CodeChores.compile(ms);
        break;
      case SLOW_SAFEPOINT:
        beside("background-2", () -> CodeChores.countFor(ms), () -> lookAtThreads(ms));
        break;
      case LOCK:
        if (!Entry.close(ms)) {
          return;
        }
        break;
      case SLEEP:
        inNextCall(kind, () -> nap(ms));
        return;
      case IO:
        inNextCall(kind, () -> write(ms));
        return;
      case PINNED:
        inNextCall(kind, () -> initialise(ms));
        return;
    }
    done(kind, fromNs, epochNs());
  }

  /** The server never sees what fails in it, such as a write on a full disk. */
  private void inNextCall(ChoreKind kind, Runnable what) throws InterruptedException, IOException {
    CountDownLatch ended = new CountDownLatch(1);
    long[] times = new long[2];
    boolean[] failed = new boolean[1];
    Entry.once(
        () -> {
          times[0] = epochNs();
          try {
            what.run();
          } catch (Throwable e) { // also an Error, such as that of a full heap
            failed[0] = true;
            System.err.println("background: " + e);
          } finally {
            times[1] = epochNs();
            ended.countDown();
          }
        });
    if (!ended.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
      if (Entry.cancel()) {
        return; // no call came
      }
      ended.await();
    }
    if (!failed[0]) { // else it has delayed nothing, or nobody knows for how long
      done(kind, times[0], times[1]);
    }
  }

  private static void beside(String name, Runnable other, Runnable own)
      throws InterruptedException {
    Thread thread = new Thread(other, name);
    thread.setDaemon(true);
    thread.start();
    own.run();
    thread.join();
  }

  /** Every look stops all threads, at a safepoint. */
  private static void lookAtThreads(long ms) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() - endNs < 0) {
      int unused = Thread.getAllStackTraces().size();
    }
  }

  private static void nap(long ms) {
    Entry.napFor(ms);
    Entry.nap();
  }

  private static void initialise(long ms) {
    Entry.napFor(ms);
    CodeChores.initialise();
  }

  /** Writes to the disk until the time is over. */
  private void write(long ms) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    Path file = folder.resolve("journal");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
      while (System.nanoTime() - endNs < 0) {
        block.clear();
        int unused = channel.write(block, 0);
        channel.force(true);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void done(ChoreKind kind, long fromNs, long toNs) throws IOException {
    Files.writeString(
        folder.resolve("done.csv"),
        kind.word() + "," + fromNs + "," + toNs + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static long epochNs() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }
}

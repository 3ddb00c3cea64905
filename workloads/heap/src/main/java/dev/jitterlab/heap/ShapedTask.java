package dev.jitterlab.heap;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A task that allocates its share of the rate in each tick and keeps its part of the live set. Its
 * live set is full when it was made, unless it grows over a time. One thread ticks it.
 *
 * <p>A tick also allocates for the periods that were missed before it, up to a second of them: else
 * a heap that stands still for long would have less to collect than others.
 */
final class ShapedTask implements TickTask {
  private static final int REMEMBERED = 1 << 12;
  private static final double NS_PER_SECOND = 1e9;

  /** Not in the live set, so that the compiler cannot leave an allocation out. */
  @SuppressWarnings("UnusedVariable")
  private static volatile Object last;

  /** Counts what cleaners have been told. */
  static final AtomicLong CLEANED = new AtomicLong();

  private final HeapShape shape;
  private final ShapedLiveSet live;
  private final SizeMix sizes;
  private final ObjectLayout layout;
  private final Cleaner cleaner;
  private final Reference<?>[] remembered = new Reference<?>[REMEMBERED];
  private final long firstNs;
  private double owedBytes;
  private double owedKept;
  private double owedLarge;
  private int rememberedAt;
  private volatile long allocatedBytes;
  private volatile long allocatedByJvm;
  private volatile long survivors;
  private volatile long duePeriods;
  private volatile long donePeriods;
  private final Accounts accounts;

  ShapedTask(HeapShape shape, int index, ObjectLayout layout, Accounts accounts, Cleaner cleaner) {
    this.shape = shape;
    this.layout = layout;
    this.accounts = accounts;
    this.cleaner = cleaner;
    this.sizes = new SizeMix(shape.objectBytes, 0, 0, shape.seed + index);
    this.live = new ShapedLiveSet(shape.slotsPerTask(layout), layout);
    this.firstNs = System.nanoTime();
    if (shape.rampSeconds == 0) {
      fill(Integer.MAX_VALUE);
    } else {
      fill(1);
    }
  }

  /** Adds objects until so many are live, or the live set is full. */
  private void fill(int wanted) {
    while (live.size() < wanted && !live.isFull()) {
      live.add(new byte[length()]);
    }
  }

  private int length() {
    return Math.max(0, sizes.words() * Long.BYTES - layout.headerBytes());
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others read
  public void tick(Tick tick) {
    long jvmBefore = accounts.allocatedBytes(Thread.currentThread().getId());
    long bytes = 0;
    if (shape.rampSeconds > 0 && !live.isFull()) {
      long before = live.bytes();
      double share = (System.nanoTime() - firstNs) / NS_PER_SECOND / shape.rampSeconds;
      fill((int) Math.min(Integer.MAX_VALUE, share * shape.slotsPerTask(layout)));
      bytes += live.bytes() - before;
    }
    long due = 1 + tick.missedPeriods();
    long periods = Math.min(due, Math.max(1, Math.round(shape.hz)));
    owedBytes += periods * shape.bytesPerTick();
    owedLarge += periods * shape.largePerTick();
    while (owedBytes >= 1) {
      byte[] object = new byte[length()];
      long size = layout.bytesOf(object.length);
      owedBytes -= size;
      bytes += size;
      owedKept += shape.kept;
      if (owedKept >= 1) {
        owedKept -= 1;
        survivors++;
        forget(live.replace(object, shape.order, sizes));
      } else {
        last = object;
      }
    }
    for (; owedLarge >= 1; owedLarge -= 1) {
      byte[] large = new byte[Math.max(0, shape.largeBytes - layout.headerBytes())];
      bytes += layout.bytesOf(large.length);
      last = large;
    }
    count(bytes, jvmBefore);
    duePeriods += due;
    donePeriods += periods;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others read
  private void count(long bytes, long jvmBefore) {
    allocatedBytes += bytes;
    long jvm = accounts.allocatedBytes(Thread.currentThread().getId());
    allocatedByJvm += jvm - jvmBefore;
  }

  private void forget(byte[] died) {
    Reference<?> reference;
    switch (shape.references) {
      case NONE:
        return;
      case WEAK:
        reference = new WeakReference<>(died);
        break;
      case SOFT:
        reference = new SoftReference<>(died);
        break;
      case CLEANED:
        cleaner.register(died, CLEANED::incrementAndGet);
        return;
      default:
        throw new AssertionError(shape.references);
    }
    remembered[rememberedAt] = reference;
    rememberedAt = (rememberedAt + 1) % REMEMBERED;
  }

  /** By our own account. */
  long allocatedBytes() {
    return allocatedBytes;
  }

  /** By the JVM's account of the thread, references included, which ours leaves out. */
  long allocatedByJvm() {
    return allocatedByJvm;
  }

  /** The live set by our own account, with its slots. */
  long liveBytes() {
    return live.bytes() + live.slotBytes();
  }

  /** How many periods the ticks that have ended stand for, with those that were missed. */
  long duePeriods() {
    return duePeriods;
  }

  /** For how many of them was allocated. */
  long donePeriods() {
    return donePeriods;
  }

  /** How many objects have replaced live ones. */
  long survivors() {
    return survivors;
  }
}

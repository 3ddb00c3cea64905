package dev.jitterlab.tick;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds writes from the wrong task under the {@code lockless} scheduler, where a task may read
 * anything and write only its own state (LEARS, section III.B). State has an owner and asks it
 * before every write:
 *
 * <pre>{@code
 * final class Player {
 *   private final Owner owner = Owner.of("player 7");
 *
 *   void moveTo(double x, double y) {
 *     owner.checkWrite();
 *     this.x = x;
 *     this.y = y;
 *   }
 * }
 * }</pre>
 *
 * <p>The first task that writes owns the state from then on. Nothing is looked for unless the JVM
 * is started with {@code -Djitterlab.findForeignWrites=true}: else {@link #of} returns one object
 * for all, and {@link #checkWrite} is a branch on a constant, which compiled code does not contain.
 * Thread-safe.
 */
public final class Owner {
  /** The system property that makes foreign writes be found. */
  public static final String PROPERTY = "jitterlab.findForeignWrites";

  private static final boolean FINDS = Boolean.getBoolean(PROPERTY);
  private static final Owner NOBODY = new Owner("");

  /** Whose tick the thread runs; never set when nothing is looked for. */
  private static final ThreadLocal<PeriodicTask> RUNNING = new ThreadLocal<>();

  private final String state;
  private final AtomicReference<PeriodicTask> task = new AtomicReference<>();

  private Owner(String state) {
    this.state = state;
  }

  /**
   * Returns the owner of a piece of state, which is nobody until a task writes it.
   *
   * @param state what messages call it
   */
  public static Owner of(String state) {
    Objects.requireNonNull(state, "state");
    return FINDS ? new Owner(state) : NOBODY;
  }

  /**
   * To be called before every write of the state.
   *
   * @throws ForeignWriteException if it belongs to another task than the one that runs here
   */
  public void checkWrite() {
    if (FINDS) {
      find();
    }
  }

  /**
   * Gives the state away: the next task that writes it owns it. For the owner, before it tells
   * anybody; state that was filled by the task that made it needs that, too.
   *
   * @throws ForeignWriteException if it belongs to another task than the one that runs here
   */
  public void handOver() {
    if (FINDS) {
      find();
      task.set(null);
    }
  }

  private void find() {
    PeriodicTask writer = RUNNING.get();
    // Read once: the owner may hand the state over at any time.
    PeriodicTask owner = writer == null ? task.get() : task.compareAndExchange(null, writer);
    if (owner != null && owner != writer) {
      throw new ForeignWriteException(
          (writer == null
                  ? "a thread outside any task (" + Thread.currentThread().getName() + ")"
                  : "task " + writer.name() + ", in its tick " + writer.lastIndex() + ",")
              + " writes "
              + state
              + ", which belongs to task "
              + owner.name()
              + "; a task writes only its own state: send the owner a message (Mailbox.offer)");
    }
  }

  /** Says that the thread runs a tick of that task. */
  static void enter(PeriodicTask task) {
    if (FINDS) {
      RUNNING.set(task);
    }
  }

  /** Says that the tick is over. */
  static void leave() {
    if (FINDS) {
      RUNNING.remove();
    }
  }
}

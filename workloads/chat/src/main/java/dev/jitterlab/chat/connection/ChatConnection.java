package dev.jitterlab.chat.connection;

import dev.jitterlab.chat.room.ChatCounters;
import dev.jitterlab.chat.room.ChatLink;
import dev.jitterlab.chat.room.ChatSession;
import dev.jitterlab.chat.room.Parting;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the connections of all designs have in common: when something was heard and written, and why
 * it ended. Thread-safe.
 */
public abstract class ChatConnection implements ChatLink, Stranger {
  private final OpenConnections open;
  private final long openedNs;
  private final AtomicReference<Parting> parting = new AtomicReference<>();
  private ChatSession session; // set before anybody else knows of this
  private volatile long heardNs;
  private volatile boolean isHeldBack;
  private volatile long writtenBytes; // one thread at a time writes
  private long lastLookBytes; // these two: for the one who looks after connections
  private long unwrittenSinceNs;
  private boolean isUnwritten;
  private long askedNs;

  /** Creates one that nobody knows of before {@link #begin}. */
  protected ChatConnection(OpenConnections open) {
    this.open = open;
    long nowNs = open.nowNs();
    this.openedNs = nowNs;
    this.heardNs = nowNs;
    this.askedNs = nowNs;
  }

  /** From now on the connection is counted, and looked after. */
  protected final void begin() {
    session = new ChatSession(open.rooms(), this, openedNs);
    open.add(this);
  }

  /** Returns what the client says and hears. */
  protected final ChatSession session() {
    return session;
  }

  /** Returns the time by which clients are silent, or speak too much. */
  protected final long nowNs() {
    return open.nowNs();
  }

  /** Returns what is counted. */
  protected final ChatCounters counters() {
    return open.rooms().counters();
  }

  /** Says that the client sent something. */
  protected final void heard(long nowNs) {
    heardNs = nowNs;
    counters().reads.increment();
  }

  /**
   * Says that the client is not read until somebody has place for what it said. Meanwhile nothing
   * can be heard of it, so it is not silent.
   */
  protected final void heldBack() {
    isHeldBack = true;
  }

  /** Says that the client, which was held back, is read again. */
  protected final void readAgain() {
    heardNs = nowNs(); // before the other: who looks finds both, or is still told to wait
    isHeldBack = false;
  }

  /** Says that so many bytes were taken by the system. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time writes
  protected final void wrote(int bytes) {
    writtenBytes += bytes;
    counters().writes.increment();
    counters().writtenBytes.add(bytes);
  }

  /** Returns whether bytes wait to be written. */
  protected abstract boolean hasUnwritten();

  /**
   * Notes why the connection ends; the first reason stays.
   *
   * @return whether it was the first
   */
  protected final boolean ending(Parting why) {
    return parting.compareAndSet(null, why);
  }

  /** Returns whether it ends. */
  protected final boolean isEnding() {
    return parting.get() != null;
  }

  @Override
  public final boolean isStranger() {
    return !session.hasEntered() && !isEnding();
  }

  @Override
  public final void giveWay() {
    if (session.shutOut()) {
      end(Parting.GAVE_WAY);
    }
  }

  /** The connection is closed: leaves the room, and is counted. May be called more than once. */
  protected final void closed() {
    session.leave();
    if (open.remove(this)) {
      counters().count(parting.get() == null ? Parting.BROKEN : parting.get());
    }
  }

  /** Looks whether it lives, and ends it if not. For one thread. */
  final void look(long nowNs, ChatTimes times) {
    if (!session.hasEntered()) {
      if (nowNs - openedNs > times.enterNs) {
        end(Parting.NEVER_ENTERED);
      }
      return;
    }
    boolean mayBeSilent = !isHeldBack; // before heardNs: see readAgain
    long silentNs = nowNs - heardNs;
    if (mayBeSilent && silentNs > times.silenceNs) {
      end(Parting.SILENT);
      return;
    }
    if (mayBeSilent && silentNs > times.silenceNs / 2 && nowNs - askedNs > times.silenceNs / 4) {
      askedNs = nowNs;
      session.ask(nowNs);
    }
    long bytes = writtenBytes;
    if (!hasUnwritten() || bytes != lastLookBytes) {
      isUnwritten = false;
    } else if (!isUnwritten) {
      isUnwritten = true;
      unwrittenSinceNs = nowNs;
    } else if (nowNs - unwrittenSinceNs > times.patienceNs) {
      end(Parting.STUCK);
    }
    lastLookBytes = bytes;
  }
}

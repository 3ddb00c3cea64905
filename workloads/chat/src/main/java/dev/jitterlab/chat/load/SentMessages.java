package dev.jitterlab.chat.load;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.RequestOutcome;
import java.util.function.Consumer;

/**
 * What one user said over one connection, and who of this load is still to hear it. A message is
 * answered when everybody has it. For one thread.
 */
final class SentMessages {
  /** So many may be under way. */
  static final int WINDOW = 256;

  private static final int MASK = WINDOW - 1;

  private final AwaitedRequests requests;
  private final Consumer<RequestOutcome> onEnd;
  private final long[] intendedNs = new long[WINDOW];
  private final long[] sentNs = new long[WINDOW];
  private final long[] longestNs = new long[WINDOW]; // of the deliveries so far
  private final long[] awaited = new long[WINDOW]; // a bit for each user of the room
  private final int[] places = new int[WINDOW]; // among the requests that are out
  private final boolean[] isOpen = new boolean[WINDOW];
  private final int[] cutOff = new int[WINDOW]; // from so many who were to hear it
  private long said; // the number of the last message
  private long oldest = 1; // none before it is open
  private boolean hasLeft; // the user, by itself

  /**
   * Creates a user that has said nothing.
   *
   * @param onEnd is told what became of each message
   */
  SentMessages(AwaitedRequests requests, Consumer<RequestOutcome> onEnd) {
    this.requests = requests;
    this.onEnd = onEnd;
  }

  /** Returns whether one more may be under way. */
  boolean hasPlace() {
    return said + 1 - oldest < WINDOW;
  }

  /**
   * Notes a message that goes out now.
   *
   * @param place that it has among the requests that are out
   * @param dueNs from when its time counts
   * @param listeners a bit for each user that is to hear it
   * @return its number, from 1
   */
  long sent(int place, long dueNs, long nowNs, long listeners) {
    said++;
    int at = (int) said & MASK;
    places[at] = place;
    intendedNs[at] = dueNs;
    sentNs[at] = nowNs;
    longestNs[at] = 0;
    isOpen[at] = true;
    cutOff[at] = 0;
    await(at, listeners);
    return said;
  }

  /** Ends what nobody was to hear. */
  void endUnheard() {
    end(said, RequestOutcome.OK, 0);
  }

  /**
   * A user has heard a message.
   *
   * @return how long after it was due; negative where that is not known any more
   */
  long heard(long number, int user, long nowNs) {
    if (number > said || said - number >= WINDOW) {
      return -1;
    }
    int at = (int) number & MASK;
    long afterNs = nowNs - intendedNs[at];
    if (isOpen[at]) { // else its time was told when it was given up
      requests.delivered(afterNs);
      longestNs[at] = Math.max(longestNs[at], afterNs);
      forget(number, user);
    }
    return afterNs;
  }

  private void forget(long number, int user) {
    int at = (int) number & MASK;
    if (isOpen[at]) {
      await(at, awaited[at] & ~(1L << user));
      end(number, cutOff[at] > 0 ? RequestOutcome.FAILED : RequestOutcome.OK, awaited[at]);
    }
  }

  /** From now on these users are to hear the message. */
  private void await(int at, long listeners) {
    awaited[at] = listeners;
    if (listeners != 0) {
      requests.awaitedBy(places[at], Long.bitCount(listeners));
    }
  }

  private void end(long number, RequestOutcome outcome, long stillAwaited) {
    int at = (int) number & MASK;
    if (stillAwaited == 0 && isOpen[at]) {
      isOpen[at] = false;
      requests.deliveredToAll(places[at], outcome, longestNs[at]);
      // A message that timed out has a time, so its outcome stands for none who was cut off.
      requests.countLost(outcome == RequestOutcome.TIMEOUT ? cutOff[at] : cutOff[at] - 1);
      while (oldest <= said && !isOpen[(int) oldest & MASK]) {
        oldest++;
      }
      if (!hasLeft) {
        onEnd.accept(outcome);
      }
    }
  }

  /**
   * The user has left by itself. What it said may still be heard and counts as before, but nobody
   * is told any more.
   */
  void leave() {
    hasLeft = true;
  }

  /** Returns whether a message is still to be heard. */
  boolean isOut() {
    return oldest <= said;
  }

  /** A user is to hear all messages after that number too. */
  void awaitFrom(long number, int user) {
    for (long i = Math.max(number + 1, oldest); i <= said; i++) {
      int at = (int) i & MASK;
      if (isOpen[at]) {
        await(at, awaited[at] | (1L << user));
      }
    }
  }

  /** A user has left: no message waits for it any more. */
  void gone(int user) {
    for (long i = oldest; i <= said; i++) {
      forget(i, user);
    }
  }

  /**
   * The server has ended a user's connection. What this user was still to hear never comes, and
   * counts as longer than any delivery: a server must not gain by getting rid of a listener.
   */
  void cutOff(int user) {
    for (long i = oldest; i <= said; i++) {
      int at = (int) i & MASK;
      if (isOpen[at] && (awaited[at] & (1L << user)) != 0) {
        cutOff[at]++;
        forget(i, user);
      }
    }
  }

  /**
   * Gives up all that was sent before a time. A member who has not heard it has waited until now:
   * that is what it took at least, and what counts.
   */
  void giveUpOlder(long thanNs, long nowNs) {
    for (long i = oldest; i <= said && sentNs[(int) i & MASK] - thanNs < 0; i++) {
      int at = (int) i & MASK;
      if (isOpen[at]) {
        long waitedNs = nowNs - intendedNs[at];
        for (int left = Long.bitCount(awaited[at]); left > 0; left--) {
          requests.delivered(waitedNs);
        }
        longestNs[at] = Math.max(longestNs[at], waitedNs);
        end(i, RequestOutcome.TIMEOUT, 0);
      }
    }
  }

  /**
   * The server has ended the connection, or has refused what was said: ends all that is under way,
   * of which each listener has lost one.
   */
  void endAll(RequestOutcome outcome) {
    for (long i = oldest; i <= said; i++) {
      int at = (int) i & MASK;
      if (isOpen[at]) {
        cutOff[at] += Long.bitCount(awaited[at]);
        end(i, outcome, 0);
      }
    }
  }
}

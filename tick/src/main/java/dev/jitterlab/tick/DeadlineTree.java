package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Finds the earliest of a fixed number of deadlines for any number of threads, without a lock: a
 * tournament tree in which every node names the leaf that won below it. Keys are times since the
 * scheduler's origin, so they are compared as they are; {@link #NONE} is a leaf that takes no part.
 *
 * <p>Who changes a key plays the nodes above it again, each once more if somebody else was faster
 * (Jayanti's f-array): of two that fail, the second was beaten by one that started after the change
 * and has seen it. A node is replaced at every game, even by the same winner, and carries the
 * number of the game, so that a game that was looked at before a change never wins after it.
 *
 * <p>A thread that claimed a leaf and was stopped before it played hides the others below the same
 * node, so whoever finds a claimed winner plays for it. A change costs 8 reads and a
 * compare-and-set on each level; nothing is allocated.
 */
final class DeadlineTree {
  /** The key of a leaf that takes no part. */
  static final long NONE = Long.MAX_VALUE;

  private static final int FAN_OUT = 8;

  private final int leaves;
  private final AtomicLongArray keys;

  /** The winner in the low bits, {@link #leaves} when there is none; the game above them. */
  private final AtomicLongArray nodes;

  private final long oneGame;

  /** Creates an empty tree of {@code 8^levels} leaves. */
  DeadlineTree(int levels) {
    leaves = 1 << (3 * levels);
    oneGame = 2L * leaves;
    keys = new AtomicLongArray(leaves);
    nodes = new AtomicLongArray((leaves - 1) / (FAN_OUT - 1));
    for (int leaf = 0; leaf < leaves; leaf++) {
      keys.setPlain(leaf, NONE);
    }
    for (int node = 0; node < nodes.length(); node++) {
      nodes.setPlain(node, leaves);
    }
  }

  int leaves() {
    return leaves;
  }

  /** Returns a leaf's key. */
  long key(int leaf) {
    return keys.get(leaf);
  }

  /** Gives a leaf that takes no part a key; only its owner does that. */
  void put(int leaf, long key) {
    keys.set(leaf, key);
    playAbove(leaf, 0);
  }

  /** Takes a leaf out of the game; false if it no longer has this key. */
  boolean claim(int leaf, long key) {
    if (!keys.compareAndSet(leaf, key, NONE)) {
      return false;
    }
    playAbove(leaf, 0);
    return true;
  }

  /**
   * Returns the leaf with the earliest key, which may be gone when the caller looks at it; -1 if
   * there is none.
   */
  int first() {
    int winner = winner(0);
    return winner == leaves ? -1 : winner;
  }

  /** Plays the games from above a leaf up to {@code last}, each until it counts what was before. */
  private void playAbove(int leaf, int last) {
    int node = nodes.length() + leaf;
    while (node != last) {
      node = (node - 1) / FAN_OUT;
      if (!play(node)) {
        boolean unused = play(node); // if beaten again: by one that saw what this one would have
      }
    }
  }

  private boolean play(int node) {
    long before = nodes.get(node);
    long after = (before & -oneGame) + oneGame + best(node);
    return nodes.compareAndSet(node, before, after);
  }

  private int best(int node) {
    int best = leaves;
    long bestKey = NONE;
    int first = node * FAN_OUT + 1;
    for (int child = first; child < first + FAN_OUT; child++) {
      int leaf = child < nodes.length() ? winner(child) : child - nodes.length();
      long key = leaf == leaves ? NONE : keys.get(leaf);
      if (key < bestKey) {
        best = leaf;
        bestKey = key;
      }
    }
    return best;
  }

  /** Returns who won a node, after having played for those who were claimed meanwhile. */
  private int winner(int node) {
    int winner = seen(node);
    while (winner != leaves && keys.get(winner) == NONE) {
      playAbove(winner, node);
      winner = seen(node);
    }
    return winner;
  }

  private int seen(int node) {
    return (int) (nodes.get(node) & (oneGame - 1));
  }
}

package dev.jitterlab.bench.sockets;

import java.nio.file.Path;

/**
 * One contender in one test, in one placement, in one round.
 *
 * @param round from 1
 * @param folder where its two processes have a folder each
 */
record SocketCell(
    PeerPlacement placement, SocketTest test, SocketContender contender, int round, Path folder) {
  /** How messages name it. */
  String id() {
    return "%s/%s/%d/%s".formatted(placement.word(), test.name(), round, contender.name());
  }
}

package dev.jitterlab.bench.http;

import java.nio.file.Path;

/**
 * One generator in one part of one round.
 *
 * @param round from 1
 * @param folder of its process
 */
record HttpCell(LoadPart part, HttpContender contender, int round, Path folder) {
  /** How messages name it. */
  String id() {
    return "%s/%d/%s".formatted(part.word(), round, contender.label());
  }
}

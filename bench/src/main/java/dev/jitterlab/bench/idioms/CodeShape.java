package dev.jitterlab.bench.idioms;

import java.util.ArrayList;
import java.util.List;

/**
 * What C2 made of a method, as far as it tells ways apart: no listing. Immutable.
 *
 * @param jdk feature release
 * @param idiom the idiom's name
 * @param way the way's name
 * @param stubs the JVM's own routines that it calls, such as {@code arrayof_jbyte_fill}
 * @param calls Java methods that it calls, because they were not compiled into it
 * @param vectorBits the width of its widest vector instructions; 0 for none
 * @param atomics how many instructions of it lock memory
 * @param instructions of all its machine code, with the ways out to slower code
 */
public record CodeShape(
    int jdk,
    String idiom,
    String way,
    List<String> stubs,
    List<String> calls,
    int vectorBits,
    int atomics,
    int instructions) {
  /** In words. */
  public String text() {
    List<String> parts = new ArrayList<>();
    if (!stubs.isEmpty()) {
      parts.add("calls the JVM's routine " + String.join(", ", stubs));
    }
    if (!calls.isEmpty()) {
      parts.add("calls " + String.join(", ", calls));
    }
    if (vectorBits > 0) {
      parts.add("vector instructions of " + vectorBits + " bits");
    }
    if (atomics > 0) {
      parts.add("atomic instructions: " + atomics);
    }
    if (parts.isEmpty()) {
      parts.add("no calls, no vector instructions");
    }
    parts.add(instructions + " instructions");
    return String.join("; ", parts);
  }
}

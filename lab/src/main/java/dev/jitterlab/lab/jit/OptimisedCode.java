package dev.jitterlab.lab.jit;

import java.util.List;

/**
 * Optimised code of a method, when C2 began to compile it, or when HotSpot threw it away because a
 * speculation of its failed. A compilation is of a whole method; code for the middle of a loop is
 * none.
 *
 * @param at when, in seconds since the epoch
 * @param method class and method, such as {@code dev.jitterlab.battle.rules.Battle::step}
 * @param bytecodes the method's size: all of it falls back to the interpreter if it is thrown away
 */
public record OptimisedCode(double at, String method, int bytecodes) {
  /** Whether the method's class is in one of the packages or below. */
  public boolean isIn(List<String> packages) {
    return packages.stream().anyMatch(name -> method.startsWith(name + "."));
  }
}

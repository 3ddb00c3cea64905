package dev.jitterlab.lab.jit;

import java.util.List;

/**
 * A compilation of a whole method by C2; code for the middle of a loop is none.
 *
 * @param at when it began, in seconds since the epoch
 * @param method class and method, such as {@code dev.jitterlab.battle.rules.Battle::step}
 * @param bytecodes the method's size
 */
public record OptimisedCode(double at, String method, int bytecodes) {
  /** Whether the method's class is in one of the packages or below. */
  public boolean isIn(List<String> packages) {
    return packages.stream().anyMatch(name -> method.startsWith(name + "."));
  }
}

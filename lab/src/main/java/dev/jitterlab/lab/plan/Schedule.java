package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.experiment.ExecutionChoice;
import dev.jitterlab.lab.plan.Design.Execution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Which instances run at the same time, and in which order (docs/method.md).
 *
 * <p>The order is a Fisher-Yates shuffle drawn from {@link SplittableRandom#nextLong}, whose
 * algorithm (SplitMix64) is the same on every JDK. One generator, made from the seed, serves all
 * blocks in turn. Blocks have the same content, one instance of every group, so the order of the
 * blocks themselves needs no lot; what is drawn is the order within each.
 */
final class Schedule {
  static final String TOGETHER = "together";
  static final String BLOCKS = "blocks";
  static final String ALTERNATE = "alternate";
  static final String ROTATE = "rotate";

  private static final String ONE_AT_A_TIME = "one server at a time, every group in turn";

  private static final int CORES_PER_SERVER = 2;
  private static final int CORES_FOR_LOAD = 1;

  /** The instance of a group that has this number, from 1. */
  record Slot(String group, int number) {}

  private Schedule() {}

  /**
   * Decides how, and says why.
   *
   * @param noRotation why the load cannot go from server to server; empty if it can
   */
  static Execution execution(
      ExecutionChoice choice, int servers, int cores, Optional<String> noRotation) {
    long needed = (long) CORES_PER_SERVER * servers + CORES_FOR_LOAD;
    String arithmetic =
        "%d servers at once need %d cores (%d each and %d for the load), this machine has %d"
            .formatted(servers, needed, CORES_PER_SERVER, CORES_FOR_LOAD, cores);
    boolean fits = cores >= needed;
    return switch (choice) {
      case AUTO -> new Execution(fits ? TOGETHER : BLOCKS, arithmetic);
      case TOGETHER ->
          new Execution(
              TOGETHER,
              fits
                  ? "the experiment asks for it; " + arithmetic
                  : "the experiment asks for it, although " + arithmetic);
      case BLOCKS -> new Execution(BLOCKS, "the experiment asks for it; " + arithmetic);
      case ALTERNATE -> new Execution(ALTERNATE, "the experiment asks for it: " + ONE_AT_A_TIME);
      case ROTATE ->
          noRotation
              .map(
                  why ->
                      new Execution(
                          ALTERNATE,
                          "the experiment asks for rotate, which is not possible because %s; so %s"
                              .formatted(why, ONE_AT_A_TIME)))
              .orElseGet(
                  () ->
                      new Execution(
                          ROTATE,
                          "the experiment asks for it: all servers of a block run, and the load"
                              + " moves from one to the next"));
    };
  }

  /** Of a trial that ends when it is decided. */
  static Execution roundByRound() {
    return new Execution(BLOCKS, "the trial is looked at after each block");
  }

  /** The slots of every block, in the order in which they start. */
  static List<List<Slot>> blocks(Design design, List<String> groups) {
    String mode = design.execution().mode();
    SplittableRandom random = new SplittableRandom(design.seed());
    List<List<Slot>> blocks = new ArrayList<>();
    for (int number = 1; number <= design.instancesPerGroup(); number++) {
      int instance = number;
      blocks.add(new ArrayList<>(groups.stream().map(group -> new Slot(group, instance)).toList()));
    }
    if (mode.equals(TOGETHER)) {
      blocks = List.of(new ArrayList<>(blocks.stream().flatMap(List::stream).toList()));
    }
    blocks.forEach(block -> shuffle(block, random));
    return mode.equals(ALTERNATE)
        ? blocks.stream().flatMap(List::stream).map(List::of).toList()
        : blocks;
  }

  /** In place. */
  static void shuffle(List<?> block, SplittableRandom random) {
    for (int last = block.size() - 1; last > 0; last--) {
      int drawn = (int) Long.remainderUnsigned(random.nextLong(), last + 1L);
      Collections.swap(block, last, drawn);
    }
  }
}

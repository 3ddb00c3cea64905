package dev.jitterlab.lab.run;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far a run has come; written as {@code run.json}, anew at every change of phase, so that it is
 * true also after a crash of the lab.
 *
 * <p>All times are seconds since the epoch, from the wall clock.
 *
 * @param state {@code running}, {@code complete}, {@code failed} or {@code interrupted}
 * @param why the problem that ended the run, in words; null while running or complete
 * @param startedAt when the run started
 * @param endedAt when it ended; null while running
 * @param blocks the blocks begun so far
 * @param skipped groups that the run went on without
 * @param resumptions when and how the run was continued; empty for an undisturbed one
 * @param repetitions the blocks that were measured again, in order
 * @param looks the looks at a trial that ends when it is decided, in order; empty of others
 */
public record RunState(
    String state,
    String why,
    double startedAt,
    Double endedAt,
    List<BlockTimes> blocks,
    List<Skipped> skipped,
    List<Resumption> resumptions,
    List<Repetition> repetitions,
    List<TrialLook> looks) {

  /** Takes the state as it is; runs of earlier versions skipped, resumed and repeated nothing. */
  public RunState {
    skipped = skipped == null ? List.of() : List.copyOf(skipped);
    resumptions = resumptions == null ? List.of() : List.copyOf(resumptions);
    repetitions = repetitions == null ? List.of() : List.copyOf(repetitions);
    looks = looks == null ? List.of() : List.copyOf(looks);
  }

  /** The look that ended the trial; empty of a trial with a fixed number, or not ended so far. */
  public Optional<TrialLook> stop() {
    return looks.isEmpty()
        ? Optional.empty()
        : Optional.of(looks.getLast()).filter(TrialLook::ends);
  }

  /** Whether the run came to its end, so that there is nothing to resume. */
  public boolean isComplete() {
    return state.equals(COMPLETE);
  }

  /** The blocks whose data is whole and on the disk: they are not measured again. */
  public List<BlockTimes> finishedBlocks() {
    return blocks.stream().filter(block -> block.finishedAt() != null).toList();
  }

  /**
   * For how long a lab worked on the run: from start to end, without the time between an
   * interruption and its resumption. What a killed lab did after the last block that it finished
   * does not count, because nobody knows when that lab ended. Empty if the run did not end.
   */
  public Optional<Double> workedSeconds() {
    if (endedAt == null) {
      return Optional.empty();
    }
    double seconds = 0;
    double from = startedAt;
    for (Resumption resumption : resumptions) {
      seconds += Math.max(0, lastSignOfLife(from, resumption) - from);
      from = resumption.at();
    }
    return Optional.of(seconds + Math.max(0, endedAt - from));
  }

  /** When the lab ended that a resumption took over from, as far as it is known. */
  private double lastSignOfLife(double from, Resumption resumption) {
    if (resumption.endedAt() != null) {
      return resumption.endedAt();
    }
    return Stream.concat(blocks.stream(), repetitions.stream().map(Repetition::discarded))
        .map(BlockTimes::finishedAt)
        .filter(at -> at != null && at > from && at < resumption.at())
        .max(Comparator.naturalOrder())
        .orElse(from);
  }

  /** The run as if it had ended, complete, with its last finished block. */
  public RunState finished() {
    return new RunState(
        COMPLETE,
        null,
        startedAt,
        null,
        finishedBlocks(),
        skipped,
        resumptions,
        repetitions,
        looks);
  }

  /** The {@link #state} of a run that came to its end. */
  public static final String COMPLETE = "complete";

  /** The groups that the run went on without. */
  public Set<String> skippedGroups() {
    return skipped.stream().map(Skipped::group).collect(Collectors.toSet());
  }

  /** The numbers of the blocks whose data is whole. */
  public Set<Integer> finishedNumbers() {
    return finishedBlocks().stream().map(BlockTimes::number).collect(Collectors.toSet());
  }

  /**
   * A group that this machine cannot run.
   *
   * @param group its name
   * @param why in the words of its server
   */
  public record Skipped(String group, String why) {}

  /**
   * When a block's phases were. A time that has not come yet is null.
   *
   * @param number the block's number in the plan
   * @param loadStartedAt the load process was ready: warm-up begins
   * @param measuredFrom warm-up is over
   * @param measuredTo the measurement is over
   * @param finishedAt its processes have ended, and all that they wrote is on the disk for good
   * @param unsteady of a warm-up until all servers are steady: those that were not when its limit
   *     was reached, so that it ended without them; empty where all were. Null of a warm-up of
   *     fixed length, and while it lasts
   * @param warmups where the load goes from server to server: when each of them was warmed up; null
   *     where all are loaded at once
   * @param slices likewise, when each of them was measured, in order; without the guards at both
   *     ends of its turn. Null where all servers were measured from {@code measuredFrom} to {@code
   *     measuredTo}
   */
  public record BlockTimes(
      int number,
      Double loadStartedAt,
      Double measuredFrom,
      Double measuredTo,
      Double finishedAt,
      List<String> unsteady,
      List<Slice> warmups,
      List<Slice> slices) {
    /** Of a block whose servers are all loaded at once. */
    public BlockTimes(
        int number,
        Double loadStartedAt,
        Double measuredFrom,
        Double measuredTo,
        Double finishedAt,
        List<String> unsteady) {
      this(number, loadStartedAt, measuredFrom, measuredTo, finishedAt, unsteady, null, null);
    }

    public BlockTimes loadStarted(double at) {
      return new BlockTimes(number, at, null, null, null, null);
    }

    public BlockTimes measuredFrom(double at, List<String> stillUnsteady) {
      return new BlockTimes(number, loadStartedAt, at, null, null, stillUnsteady, warmups, null);
    }

    public BlockTimes measuredTo(double at) {
      return new BlockTimes(
          number, loadStartedAt, measuredFrom, at, null, unsteady, warmups, slices);
    }

    public BlockTimes finished(double at) {
      return new BlockTimes(
          number, loadStartedAt, measuredFrom, measuredTo, at, unsteady, warmups, slices);
    }

    /** The same with those turns of its servers. */
    public BlockTimes turns(List<Slice> warmedUp, List<Slice> measured) {
      return new BlockTimes(
          number,
          loadStartedAt,
          measuredFrom,
          measuredTo,
          finishedAt,
          unsteady,
          warmedUp == null ? null : List.copyOf(warmedUp),
          measured == null ? null : List.copyOf(measured));
    }

    /** Whether the load went from server to server. */
    public boolean wasRotated() {
      return slices != null || warmups != null;
    }
  }

  /**
   * When one server of a block had the load for itself; without the guards at both ends.
   *
   * @param instance its id
   * @param from since when
   * @param to until when; null while it lasts
   */
  public record Slice(String instance, double from, Double to) {}

  /**
   * One repetition of a block. What the block had left before is in {@code discarded/}.
   *
   * @param block its number
   * @param discarded when its phases were, the time before
   * @param why what was wrong with it, or with another block of its round, in words
   * @param round the round whose blocks were all measured again; null for a block by itself
   */
  public record Repetition(int block, BlockTimes discarded, String why, Integer round) {}

  /** How often the run measured something again: a block by itself, or a round with all blocks. */
  public int timesRepeated() {
    long byThemselves = repetitions.stream().filter(again -> again.round() == null).count();
    Map<Integer, Map<Integer, Long>> ofRounds =
        repetitions.stream()
            .filter(again -> again.round() != null)
            .collect(
                Collectors.groupingBy(
                    Repetition::round,
                    Collectors.groupingBy(Repetition::block, Collectors.counting())));
    return (int)
        (byThemselves
            + ofRounds.values().stream()
                .mapToLong(blocks -> Collections.max(blocks.values()))
                .sum());
  }

  /**
   * One continuation of the run.
   *
   * @param at when it was continued
   * @param endedAs the run's state before: {@code running} where the lab was killed, {@code
   *     interrupted} or {@code failed}
   * @param endedAt when it had ended; null where nobody was left to write it down
   * @param why the problem that had ended it; null where nobody was left to write it down
   * @param repeated the blocks that had begun and were measured again from their start
   * @param died processes of those blocks that had ended by themselves, and the one that the run
   *     had failed for
   * @param changes what had changed on the machine meanwhile, in words
   */
  public record Resumption(
      double at,
      String endedAs,
      Double endedAt,
      String why,
      List<Integer> repeated,
      List<String> died,
      List<String> changes) {}
}

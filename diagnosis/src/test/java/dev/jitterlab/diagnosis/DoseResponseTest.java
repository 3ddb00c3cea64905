package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoseResponseTest {
  private static final long MS = 1_000_000;
  private static final long PIECE = 100 * MS;
  private static final int PIECES = 200;

  private final TimelineBuilder timeline = new TimelineBuilder();
  private final List<Budget> late = new ArrayList<>();
  private final Random random = new Random(5);

  private void pause(int piece, long ms) {
    timeline.add(
        new Stretch(
            Cause.GC_PAUSE,
            piece * PIECE,
            piece * PIECE + ms * MS,
            JvmTimeline.ALL_THREADS,
            "jdk.GCPhasePause",
            ""));
  }

  private void late(int piece, long ms) {
    TimedWork work =
        new TimedWork(
            TimedWork.Kind.TICK,
            "battle-1",
            piece,
            1,
            piece * PIECE,
            piece * PIECE,
            piece * PIECE + ms * MS,
            true,
            -1,
            -1,
            -1,
            TimedWork.Total.UNKNOWN,
            0);
    BudgetPart part = new BudgetPart(Cause.UNEXPLAINED, ms * MS, 0, ms * MS, List.of());
    late.add(new Budget(work, 0, ms * MS, List.of(part), Set.of()));
  }

  private Optional<DoseResponse.Result> pauses(int pieces) {
    timeline.setting("jdk.GCPhasePause", new EventSetting(true, 0, 0));
    return new DoseResponse(timeline.build(), late, List.of(new MeasuredSpan(0, pieces * PIECE)))
        .of(Cause.GC_PAUSE);
  }

  @Test
  void latenessThatComesWithTheCauseFollowsIt() {
    for (int i = 0; i < PIECES; i++) {
      if (random.nextInt(10) == 0) {
        int ms = 10 + random.nextInt(40);
        pause(i, ms);
        late(i, ms);
      } else if (random.nextInt(20) == 0) {
        late(i, 20);
      }
    }
    DoseResponse.Result found = pauses(PIECES).orElseThrow();
    assertTrue(found.follows(), found.toString());
    assertTrue(found.correlation() > 0.5, found.toString());
    assertEquals(2 * PIECES, found.pieces(), "of 50 ms");
  }

  /** By chance alone: of a hundred such runs about one may follow. */
  @Test
  void latenessOfItsOwnDoesNotFollow() {
    int following = 0;
    for (int run = 0; run < 100; run++) {
      DoseResponseTest other = new DoseResponseTest();
      other.random.setSeed(run);
      for (int i = 0; i < PIECES; i++) {
        if (other.random.nextInt(10) == 0) {
          other.pause(i, 10 + other.random.nextInt(40));
        }
        if (other.random.nextInt(10) == 0) {
          other.late(i, 10 + other.random.nextInt(40));
        }
      }
      following += other.pauses(PIECES).orElseThrow().follows() ? 1 : 0;
    }
    assertTrue(following <= 3, following + " of 100");
  }

  @Test
  void whatIsConstantTooShortOrNotRecordedIsNotAsked() {
    late(1, 20);
    pause(1, 20);
    assertTrue(pauses(DoseResponse.LEAST_PIECES / 2 - 1).isEmpty(), "too short");
    DoseResponse response =
        new DoseResponse(timeline.build(), late, List.of(new MeasuredSpan(0, PIECES * PIECE)));
    assertTrue(response.of(Cause.TIME_TO_SAFEPOINT).isEmpty(), "not recorded");
    assertTrue(response.of(Cause.OWN_CODE).isEmpty(), "has no dose");
    assertFalse(pauses(PIECES).isEmpty());
  }

  /** A server in which the cause did not vary, or nothing was late, follows nothing. */
  @Test
  void aGroupFollowsIfMostOfItsServersDo() {
    for (int i = 0; i < PIECES; i += 7) {
      pause(i, 10 + i % 40);
      late(i, 10 + i % 40);
    }
    timeline.setting("jdk.GCPhasePause", new EventSetting(true, 0, 0));
    JvmTimeline following = timeline.build();
    List<Budget> paused =
        late.stream()
            .map(
                one ->
                    new Budget(
                        one.work(),
                        0,
                        one.latenessNs(),
                        List.of(
                            new BudgetPart(
                                Cause.GC_PAUSE, one.latenessNs(), 0, one.latenessNs(), List.of())),
                        Set.of()))
            .toList();
    List<MeasuredSpan> measured = List.of(new MeasuredSpan(0, PIECES * PIECE));
    GroupLateness group = new GroupLateness("g");
    group.add(following, paused, measured, 0);
    assertEquals("follows the dose over the run", group.grades().getFirst().standing());
    group.add(new TimelineBuilder().build(), List.of(), measured, 0); // nothing was late
    assertEquals("follows the dose over the run", group.grades().getFirst().standing());
    group.add(new TimelineBuilder().build(), paused, measured, 0);
    Causes.Grade half = group.grades().getFirst();
    assertEquals("seen in the window", half.standing());
    assertTrue(half.why().contains("in 1 of 2 servers"), half.why());
    group.add(following, paused, measured, 0);
    assertEquals("follows the dose over the run", group.grades().getFirst().standing());
  }

  @Test
  void equalValuesShareARank() {
    assertArrayEquals(
        new double[] {-1, 0.5, -1, 1.5}, DoseResponse.ranks(new double[] {1, 7, 1, 9}), 1e-9);
  }
}

package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.experiment.ExecutionChoice;
import dev.jitterlab.lab.plan.Design.Execution;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final Execution BLOCKS = new Execution("blocks", "");
  private static final Execution TOGETHER = new Execution("together", "");

  private static List<String> ids(List<Schedule.Slot> block) {
    return block.stream().map(slot -> slot.group() + slot.number()).toList();
  }

  @Test
  void runsTogetherOnlyWithTwoCoresForEachServerAndOneForTheLoad() {
    Execution enough = Schedule.execution(ExecutionChoice.AUTO, 10, 21, Optional.empty());
    assertEquals("together", enough.mode());
    Execution few = Schedule.execution(ExecutionChoice.AUTO, 10, 20, Optional.empty());
    assertEquals("blocks", few.mode());
    assertEquals(
        "10 servers at once need 21 cores (2 each and 1 for the load), this machine has 20",
        few.why());
  }

  @Test
  void doesWhatTheExperimentAsksForAndSaysWhatThatMeans() {
    assertEquals(
        "blocks", Schedule.execution(ExecutionChoice.BLOCKS, 1, 64, Optional.empty()).mode());
    Execution crowded = Schedule.execution(ExecutionChoice.TOGETHER, 10, 2, Optional.empty());
    assertEquals("together", crowded.mode());
    assertTrue(crowded.why().startsWith("the experiment asks for it, although 10 servers"));
  }

  /** By an independent SplitMix64: another draw would change the plan of every experiment. */
  @Test
  void drawsTheSameOrderForTheSameSeedForEver() {
    List<List<Schedule.Slot>> blocks =
        Schedule.blocks(new Design(1, BLOCKS, 3, null), List.of("a", "b", "c"));
    assertEquals(
        List.of(List.of("a1", "b1", "c1"), List.of("c2", "b2", "a2"), List.of("b3", "c3", "a3")),
        blocks.stream().map(ScheduleTest::ids).toList());
  }

  @Test
  void alternatingRunsTheSameOrderOneAtATime() {
    Execution alternate = Schedule.execution(ExecutionChoice.ALTERNATE, 6, 64, Optional.empty());
    assertEquals("alternate", alternate.mode());
    assertEquals(
        List.of("a1", "b1", "c1", "c2", "b2", "a2", "b3", "c3", "a3"),
        Schedule.blocks(new Design(1, alternate, 3, null), List.of("a", "b", "c")).stream()
            .map(block -> ids(block).getFirst())
            .toList());
  }

  @Test
  void drawsAnotherOrderForAnotherSeed() {
    List<String> groups = IntStream.range(0, 20).mapToObj(i -> "g" + i).toList();
    assertNotEquals(
        Schedule.blocks(new Design(1, BLOCKS, 5, null), groups),
        Schedule.blocks(new Design(2, BLOCKS, 5, null), groups));
  }

  @Property
  void everyInstanceRunsOnceAndEachBlockHasOneOfEveryGroup(
      @ForAll @IntRange(min = 1, max = 6) int groups,
      @ForAll @IntRange(min = 1, max = 6) int instances,
      @ForAll long seed) {
    List<String> names = IntStream.range(0, groups).mapToObj(i -> "g" + i).toList();
    List<List<Schedule.Slot>> blocks =
        Schedule.blocks(new Design(seed, BLOCKS, instances, null), names);
    assertEquals(instances, blocks.size());
    for (List<Schedule.Slot> block : blocks) {
      int number = blocks.indexOf(block) + 1;
      assertTrue(block.stream().allMatch(slot -> slot.number() == number));
      assertEquals(
          new HashSet<>(names), new HashSet<>(block.stream().map(Schedule.Slot::group).toList()));
      assertEquals(groups, block.size());
    }
    List<Schedule.Slot> together =
        Schedule.blocks(new Design(seed, TOGETHER, instances, null), names).getFirst();
    assertEquals(
        new HashSet<>(blocks.stream().flatMap(List::stream).toList()), new HashSet<>(together));
    assertEquals(groups * instances, together.size());
  }
}

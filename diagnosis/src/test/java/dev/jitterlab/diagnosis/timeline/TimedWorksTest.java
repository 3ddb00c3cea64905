package dev.jitterlab.diagnosis.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimedWorksTest {
  private static final long SEED = 20261123;

  /** As different as a hostile recording may have them. */
  private static long number(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextLong();
      case 1 -> -1;
      case 2 -> 0;
      default -> random.nextInt(100_000);
    };
  }

  private static TimedWork work(Random random, long startNs) {
    boolean late = random.nextBoolean();
    return new TimedWork(
        random.nextBoolean() ? TimedWork.Kind.TICK : TimedWork.Kind.REQUEST,
        "battle-" + random.nextInt(7),
        number(random),
        number(random),
        number(random),
        startNs,
        number(random),
        late,
        number(random),
        number(random),
        number(random),
        late ? new TimedWork.Total(1 + random.nextInt(9), 4) : TimedWork.Total.UNKNOWN,
        number(random),
        number(random));
  }

  private static List<TimedWork> some(Random random, int count) {
    List<TimedWork> works = new ArrayList<>();
    long at = 1_000;
    for (int i = 0; i < count; i++) {
      at += random.nextInt(20) == 0 ? -random.nextInt(500) : random.nextInt(3);
      works.add(work(random, at));
    }
    return works;
  }

  private static TimedWorks columns(List<TimedWork> works) {
    TimedWorks columns = new TimedWorks();
    works.forEach(columns::append);
    return columns;
  }

  @Test
  void givesBackWhatWasAdded() {
    List<TimedWork> works = some(new Random(SEED), 500);
    TimedWorks columns = columns(works);
    assertEquals(works, columns);
    for (int i = 0; i < works.size(); i++) {
      assertEquals(works.get(i).startNs(), columns.startNs(i));
      assertEquals(works.get(i).endNs(), columns.endNs(i));
      assertEquals(works.get(i).threadEndNs(), columns.threadEndNs(i));
      assertEquals(works.get(i).fromNs(), columns.fromNs(i));
      assertEquals(works.get(i).thread(), columns.thread(i));
      assertEquals(works.get(i).late(), columns.isLate(i));
    }
  }

  @Test
  void knowsItsFirstAndLastMoment() {
    assertEquals(0, new TimedWorks().firstNs());
    assertEquals(0, new TimedWorks().lastNs());
    List<TimedWork> works = some(new Random(SEED), 50);
    assertEquals(
        works.stream().mapToLong(TimedWork::fromNs).min().orElseThrow(), columns(works).firstNs());
    assertEquals(
        works.stream().mapToLong(TimedWork::endNs).max().orElseThrow(), columns(works).lastNs());
  }

  @Test
  void worksOfOneStartStayInTheirOrder() {
    for (int count = 0; count < 70; count++) {
      List<TimedWork> works = some(new Random(SEED + count), count * count / 10);
      TimedWorks columns = columns(works);
      columns.sort();
      works.sort(Comparator.comparingLong(TimedWork::startNs));
      assertEquals(works, columns);
    }
  }

  @Test
  void whatIsTakenOutIsCountedOnceAndGoneWhenTheyAreSorted() {
    List<TimedWork> works = some(new Random(SEED), 300);
    TimedWorks columns = columns(works);
    long late = works.stream().filter(TimedWork::late).count();
    assertEquals(late, columns.leaveOut(columns::isLate));
    assertEquals(0, columns.leaveOut(columns::isLate));
    TimedWorks others = columns(List.of(works.getFirst()));
    others.appendAll(columns);
    assertEquals(1 + works.size() - late, others.size());
    columns.sort();
    works.removeIf(TimedWork::late);
    works.sort(Comparator.comparingLong(TimedWork::startNs));
    assertEquals(works, columns);
  }

  @Test
  void allTimesOfAWorkMoveTogether() {
    TimedWork work = work(new Random(SEED), 7);
    TimedWorks columns = columns(List.of(work));
    columns.move(0, 10);
    assertEquals(17, columns.getFirst().startNs());
    assertEquals(work.dueNs() + 10, columns.getFirst().dueNs());
    assertEquals(work.endNs() + 10, columns.getFirst().endNs());
  }

  @Test
  void aColumnHasRoomForAnyNumber() {
    long[] numbers = {
      0,
      1,
      -1,
      Integer.MAX_VALUE,
      Integer.MAX_VALUE + 1L,
      Integer.MIN_VALUE,
      -(1L << 30),
      -(1L << 30) - 1,
      Long.MAX_VALUE,
      Long.MIN_VALUE
    };
    CompactNumbers column = new CompactNumbers();
    for (int i = 0; i < numbers.length; i++) {
      column.set(i, numbers[i]);
    }
    for (int i = 0; i < numbers.length; i++) {
      assertEquals(numbers[i], column.get(i));
    }
    assertEquals(0, column.get(1_000));
  }
}

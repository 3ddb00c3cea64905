package dev.jitterlab.bench.idioms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdiomsPlanTest {
  private static final JdkCatalog JDKS =
      new JdkCatalog(IntStream.of(11, 17, 21, 25).mapToObj(IdiomsPlanTest::jdk).toList());

  static Jdk jdk(int feature) {
    return new Jdk(feature, feature + ".0.1", "unknown", Path.of("/jdk", "" + feature), true);
  }

  private static IdiomsPlan plan(boolean quick, double seconds, List<Integer> jdks) {
    IdiomsChoice choice = new IdiomsChoice(List.of(), jdks, OptionalInt.empty(), seconds, 1, quick);
    return IdiomsPlan.of(choice, JDKS, jdk(25));
  }

  @Test
  void takesTenMinutesAtMostByDefaultAndHasIntervals() {
    IdiomsPlan plan = plan(false, 0.15, List.of());
    assertEquals(List.of(11, 17, 21, 25), plan.jdks().stream().map(Jdk::feature).toList());
    assertTrue(plan.rounds() >= 3, "rounds: " + plan.rounds());
    assertTrue(plan.estimateSeconds() <= 600, plan.estimateSeconds() + " s");
  }

  @Test
  void takesAMinuteIfItMustBeQuick() {
    IdiomsPlan plan = plan(true, 0.05, List.of());
    assertEquals(List.of(25), plan.jdks().stream().map(Jdk::feature).toList());
    assertEquals(2, plan.rounds());
    assertEquals(List.of(1, 1_000), plan.idioms().getFirst().cases());
    assertTrue(plan.estimateSeconds() <= 75, plan.estimateSeconds() + " s");
  }

  @Test
  void runsEveryCellOnceARoundInAnOrderOfItsOwn() {
    IdiomsPlan plan = plan(false, 0.15, List.of());
    List<IdiomsPlan.Cell> first = plan.cells(1, jdk(11));
    assertEquals(new HashSet<>(plan.cells()), new HashSet<>(first));
    assertEquals(plan.cells().size(), first.size());
    assertNotEquals(first, plan.cells(2, jdk(11)));
    assertNotEquals(first, plan.cells(1, jdk(17)));
    assertEquals(first, plan.cells(1, jdk(11)));
  }

  @Test
  void givesEveryCellANameOfItsOwn() {
    IdiomsPlan plan = plan(false, 0.15, List.of());
    assertEquals(
        plan.cells().size(), plan.cells().stream().map(IdiomsPlan.Cell::id).distinct().count());
  }

  @Test
  void writesTheLineThatJmhsSideReads() {
    Idiom fill = Idiom.named(List.of("fill")).getFirst();
    assertEquals(
        "fill.1920/plain\tByteFillIdiom.loop\t1920\t1\t150\t-XX:-OptimizeFill -XX:-UseSuperWord",
        new IdiomsPlan.Cell(fill, 1920, fill.baseline()).line(0.15));
    Idiom random = Idiom.named(List.of("random")).getFirst();
    assertEquals(
        "random.4/synchronized\tSharedRandomIdiom.synchronizedSeed\t-\t4\t50\t",
        new IdiomsPlan.Cell(random, 4, random.baseline()).line(0.05));
  }

  @Test
  void refusesWhatIsNotThere() {
    LabException idiom = assertThrows(LabException.class, () -> Idiom.named(List.of("fil")));
    assertTrue(idiom.getMessage().contains("fill"), idiom.getMessage());
    LabException jdk = assertThrows(LabException.class, () -> plan(false, 0.15, List.of(8)));
    assertTrue(jdk.getMessage().contains("11, 17, 21, 25"), jdk.getMessage());
  }

  /** Claims of 2000 are about today's JVMs only where these ways are compared, and no others. */
  @Test
  void comparesWhatTheClaimsAreAbout() {
    Idiom copy = Idiom.named(List.of("copy")).getFirst();
    assertEquals(List.of(1, 5, 10, 100, 1_000), copy.cases());
    assertEquals(
        List.of("CharCopyIdiom.arraycopy", "CharCopyIdiom.arraycopy"),
        copy.contenders().stream().map(Idiom.Way::benchmark).toList(),
        "both copy by System.arraycopy, none by a loop");
    Idiom fill = Idiom.named(List.of("fill")).getFirst();
    assertEquals(List.of(10, 100, 1_920, 10_000), fill.cases());
  }
}

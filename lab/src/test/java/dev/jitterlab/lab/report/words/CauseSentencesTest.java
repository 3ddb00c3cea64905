package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.report.page.CausesFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CauseSentencesTest {
  @Test
  void theOnlyGroupOfAnExperimentHasNoNameInSentences() {
    assertEquals("the late time", CauseSentences.lateTime("all"));
    assertEquals("zgc's late time", CauseSentences.lateTime("zgc"));
  }

  @Test
  void sharesOfLessThanAThousandthHaveNoDigits() {
    assertEquals("under 0.1 %", CauseSentences.share(70e-9 / 1e4));
    assertEquals("0 %", CauseSentences.share(0));
    assertEquals("87.4 %", CauseSentences.share(0.874));
    assertEquals("0.1 %", CauseSentences.share(0.001));
  }

  /** Whole per cents: neither is a part of it nothing, nor is most of it all. */
  @Test
  void aPartOfALatenessIsNeitherNothingNorAll() {
    Causes.LateEvent event = CausesFixture.of("slow", "fast").events().getFirst();
    double all = event.latenessSeconds();

    assertEquals("100 %", percentOf(event, all));
    assertEquals("over 99 %", percentOf(event, 0.997 * all));
    assertEquals("99 %", percentOf(event, 0.994 * all));
    assertEquals("under 1 %", percentOf(event, 0.003 * all));
  }

  private static String percentOf(Causes.LateEvent event, double seconds) {
    String words =
        CauseSentences.part(
            event, new Causes.Part("gc_pause", seconds, seconds, seconds, List.of()));
    return words.substring(words.indexOf('(') + 1, words.indexOf(')'));
  }

  /** Ten servers with one remedy are one line; another method of a server is another line. */
  @Test
  void findingsWithTheSameWordsAreOneSentence() {
    List<Causes.Finding> all = new ArrayList<>();
    for (int i = 1; i <= 7; i++) {
      String used = "Other processes used " + (50 + i) + " % of the CPUs, for 1." + i + " ms.";
      all.add(finding("noisy_neighbour", "full/" + i, used, 1.0 / i));
    }
    all.add(finding("deoptimisation_loop", "full/1", "Code of A.step was thrown away.", 0.1));
    all.add(finding("deoptimisation_loop", "full/1", "Code of B.step was thrown away.", 0.1));
    Causes causes =
        new Causes(List.of(), List.of(), List.of(), all, List.of(), null, List.of(), List.of());

    List<CauseSentences.Found> found = CauseSentences.patterns(causes);
    assertEquals(List.of(6, 0, 0), found.stream().map(one -> one.alike().size()).toList());
    assertEquals(
        "full/1, noisy_neighbour (seen, 1 s late): Other processes used 51 % of the CPUs, for 1.1"
            + " ms. Help. Also in full/2 (500 ms late), full/3 (333 ms late), full/4 (250 ms late),"
            + " full/5 (200 ms late) and 2 more.",
        found.getFirst().sentence());
    assertEquals(
        "full/1, deoptimisation_loop (seen, 100 ms late): Code of B.step was thrown away. Help.",
        found.getLast().sentence());
  }

  /** The count of a server is no other finding; the name of a method is one. */
  @Test
  void oneAndSeveralAreTheSameWords() {
    List<Causes.Finding> all =
        List.of(
            finding("long_collections", "g1/1", "3 full collections stopped it for 40 ms.", 0.3),
            finding("long_collections", "g1/2", "1 full collection stopped it for 4.0 ms.", 0.2),
            finding("deoptimisation_loop", "g1/1", "Optimised code of a.Boss.step is gone.", 0.1),
            finding("deoptimisation_loop", "g1/2", "Optimised code of a.Boss.steps is gone.", 0.1));
    Causes causes =
        new Causes(List.of(), List.of(), List.of(), all, List.of(), null, List.of(), List.of());

    assertEquals(
        List.of(1, 0, 0),
        CauseSentences.patterns(causes).stream().map(one -> one.alike().size()).toList());
  }

  @Test
  void causesThatAreMissingForTheSameReasonShareASentence() {
    Causes causes =
        new Causes(
            List.of(),
            List.of(),
            List.of(
                gap("lock_wait", "The threads are not known."),
                gap("steal", "It was not read."),
                gap("io", "The threads are not known.")),
            List.of(),
            List.of(),
            null,
            List.of(),
            List.of());
    assertEquals(
        List.of(
            "waiting for locks; file and network I/O (g1/1 and 1 more): The threads are not known."
                + " Help.",
            "CPU time stolen by the hypervisor (g1/1 and 1 more): It was not read. Help."),
        CauseSentences.gaps(causes));
  }

  private static Causes.Gap gap(String cause, String why) {
    return new Causes.Gap(cause, List.of("g1/1", "g1/2"), false, why, "Help.");
  }

  private static Causes.Finding finding(
      String pattern, String instance, String text, double seconds) {
    return new Causes.Finding(pattern, instance, "seen", text, "Help.", seconds, List.of());
  }
}

package dev.jitterlab.lab.proof;

import static dev.jitterlab.lab.proof.ProofFixture.PROVES;
import static dev.jitterlab.lab.proof.ProofFixture.better;
import static dev.jitterlab.lab.proof.ProofFixture.causes;
import static dev.jitterlab.lab.proof.ProofFixture.judge;
import static dev.jitterlab.lab.proof.ProofFixture.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Standing;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.causes.CauseTrial;
import dev.jitterlab.lab.causes.CauseTrial.Decision;
import dev.jitterlab.lab.causes.CauseTrials;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.TrialOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trials that a run keeps about its causes, and the marks that they leave on its findings. */
class CauseTrialsTest {
  @TempDir Path folder;

  @Test
  void theFindingOfTheFirstRunIsMarkedAndStaysSo() throws IOException {
    Causes first =
        Json.parse(
            """
            {"events": [], "not_recorded": [], "sources": [],
             "groups": [],
             "findings": [
               {"pattern": "deoptimisation_loop", "instance": "monolith/1", "standing": "seen in the window",
                "text": "", "remedy": "", "seconds": 1, "evidence": []},
               {"pattern": "deoptimisation_loop", "instance": "split/1", "standing": "seen in the window",
                "text": "", "remedy": "", "seconds": 1, "evidence": []}],
             "grades": [{"group": "monolith", "cause": "deoptimised_code", "standing": "seen in the window", "why": ""},
                        {"group": "split", "cause": "deoptimised_code", "standing": "seen in the window", "why": ""}]}
            """,
            Causes.class);
    RunDirectory run = new RunDirectory(folder);
    assertEquals(first, CauseTrials.mark(run, first), "no trial");
    CauseTrials.keep(run, judge(better(), true, causes(10, 1, 12)));
    assertEquals(first, CauseTrials.mark(run, first), "undecided");
    Files.writeString(run.interventions().resolve("damaged.json"), "{");
    CauseTrials.keep(run, judge(better(), false, causes(10, 1, 12)));

    Causes marked = CauseTrials.mark(run, first);
    assertEquals(Standing.PROVED.words(), marked.grades().getFirst().standing());
    assertEquals("/runs/two", marked.grades().getFirst().intervention().run());
    assertEquals(Standing.SEEN.words(), marked.grades().getLast().standing());
    assertEquals(Standing.PROVED.words(), marked.findings().getFirst().standing());
    assertEquals(Standing.SEEN.words(), marked.findings().getLast().standing());
  }

  /** Its report was made again after a recording of it was lost. */
  @Test
  void aTrialThatDecidesNothingAnyMoreTakesItsMarkBack() throws IOException {
    String follows = Standing.DOSE.words();
    Causes first =
        Json.parse(
            """
            {"events": [], "not_recorded": [], "sources": [], "groups": [],
             "findings": [
               {"pattern": "deoptimisation_loop", "instance": "monolith/1", "standing": "%s",
                "text": "", "remedy": "", "seconds": 1, "evidence": []}],
             "grades": [
               {"group": "monolith", "cause": "deoptimised_code", "standing": "%s",
                "why": "More was late when there was more of it, in 2 of 3 servers (rank correlation 0.80 over 40 pieces of time, chance 0.010, in the server with the most late time).",
                "dose": {"servers": 3, "following": 2, "correlation": 0.8, "chance": 0.01, "pieces": 40}}]}
            """
                .formatted(follows, follows),
            Causes.class);
    RunDirectory run = new RunDirectory(folder);
    CauseTrials.keep(run, judge(better(), false, causes(10, 1, 12)));
    Causes proved = CauseTrials.mark(run, first);
    assertEquals(Standing.PROVED.words(), proved.grades().getFirst().standing());
    assertEquals(Standing.PROVED.words(), proved.findings().getFirst().standing());

    CauseTrials.keep(run, judge(better(), true, causes(10, 1, 12)));

    assertEquals(first, CauseTrials.mark(run, proved));
  }

  /** Each run of a campaign is in a folder of its experiment, and the first one is called 1. */
  @Test
  void trialsOfTwoCausesAreKeptThatHaveFoldersOfOneName() throws IOException {
    RunDirectory about = new RunDirectory(folder);
    CauseTrial one = trial("/runs/campaign/shop-gc_pause-1/1", "gc_pause");
    CauseTrial other = trial("/runs/campaign/shop-lock-2/1", "lock_contention");
    CauseTrials.keep(about, one);
    CauseTrials.keep(about, other);
    CauseTrials.keep(about, one); // its report is made again

    assertEquals(Set.of(one, other), Set.copyOf(CauseTrials.of(about)));
    assertEquals(2, CauseTrials.of(about).size());
  }

  /** Their names are in the opposite order; one of an earlier version does not say when. */
  @Test
  void theTrialThatStartedLastDecides() throws IOException {
    Causes seen =
        Json.parse(
            """
            {"events": [], "not_recorded": [], "sources": [], "groups": [], "findings": [],
             "grades": [{"group": "monolith", "cause": "deoptimised_code", "standing": "seen in the window", "why": ""}]}
            """,
            Causes.class);
    TrialOutcome same =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.9, 1.1);
    Optional<Causes> gone = Optional.of(causes(8, 0.8, 10));
    RunDirectory about = new RunDirectory(folder);
    CauseTrial first = trial("/runs/b", "deoptimised_code").withStart(1000.0);
    CauseTrial last =
        ProofJudge.judge("/runs/a", PROVES, same, Optional.empty(), gone).withStart(2000.0);
    CauseTrial earlier = trial("/runs/c", "deoptimised_code");
    for (CauseTrial one : List.of(first, last, earlier)) {
      CauseTrials.keep(about, one);
    }

    assertEquals(List.of(earlier, first, last), CauseTrials.of(about));
    assertEquals(Decision.REFUTED, last.decision(), last.why());
    assertEquals(
        Standing.REFUTED.words(), CauseTrials.mark(about, seen).grades().getFirst().standing());
  }

  private static CauseTrial trial(String directory, String cause) throws IOException {
    Map<String, String> proves = new HashMap<>(PROVES);
    proves.put("cause", cause);
    return ProofJudge.judge(
        directory, proves, better(), Optional.empty(), Optional.of(causes(10, 1, 12)));
  }
}

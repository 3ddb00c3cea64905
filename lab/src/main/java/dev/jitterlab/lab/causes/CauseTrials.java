package dev.jitterlab.lab.causes;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Standing;
import dev.jitterlab.diagnosis.pattern.Patterns;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The trials that tested the causes of a run, and how its causes stand by them. Stateless. */
public final class CauseTrials {
  private static final String SUFFIX = ".json";

  private CauseTrials() {}

  /** Keeps a trial's outcome in the run that it is about. */
  public static void keep(RunDirectory about, CauseTrial trial) {
    Unchecked.io(() -> Files.createDirectories(about.interventions()));
    Json.write(file(about, trial), trial);
  }

  /** The trial's own. Trials of other folders can have its name, such as those of a campaign. */
  private static Path file(RunDirectory about, CauseTrial trial) {
    String name = Path.of(trial.trial()).getFileName().toString();
    Path file = about.interventions().resolve(name + SUFFIX);
    for (int nth = 2; isOfAnother(file, trial); nth++) {
      file = about.interventions().resolve(name + "-" + nth + SUFFIX);
    }
    return file;
  }

  private static boolean isOfAnother(Path file, CauseTrial trial) {
    return Json.readIfWhole(file, CauseTrial.class)
        .filter(kept -> !trial.trial().equals(kept.trial()))
        .isPresent();
  }

  /** Those of a run, by name; what cannot be read is left out. */
  public static List<CauseTrial> of(RunDirectory run) {
    return FileTree.children(run.interventions()).stream()
        .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
        .flatMap(file -> Json.readIfWhole(file, CauseTrial.class).stream())
        .filter(trial -> trial.decision() != null && trial.cause() != null)
        .toList();
  }

  /** The same causes, each as its last decided trial has it. */
  public static Causes mark(RunDirectory run, Causes causes) {
    Causes marked = causes;
    for (CauseTrial trial : of(run)) {
      if (trial.decision() != CauseTrial.Decision.UNDECIDED) {
        marked = mark(marked, trial);
      }
    }
    return marked;
  }

  private static Causes mark(Causes causes, CauseTrial trial) {
    Standing standing =
        trial.decision() == CauseTrial.Decision.PROVED ? Standing.PROVED : Standing.REFUTED;
    List<Causes.Grade> grades = new ArrayList<>();
    for (Causes.Grade grade : causes.grades()) {
      grades.add(
          grade.group().equals(trial.group()) && grade.cause().equals(trial.cause())
              ? grade.with(standing, trial.why(), evidence(trial))
              : grade);
    }
    List<Causes.Finding> findings = new ArrayList<>();
    for (Causes.Finding finding : causes.findings()) {
      boolean isMeant =
          finding.instance().startsWith(trial.group() + "/")
              && Patterns.causeOf(finding.pattern())
                  .filter(cause -> cause.id().equals(trial.cause()))
                  .isPresent();
      findings.add(isMeant ? finding.with(standing.words()) : finding);
    }
    return causes.with(findings, grades);
  }

  private static Causes.Intervention evidence(CauseTrial trial) {
    return new Causes.Intervention(
        trial.trial(),
        trial.intervention(),
        trial.metric(),
        trial.ratio(),
        trial.low(),
        trial.high(),
        trial.p(),
        trial.causeSecondsAsItWas(),
        trial.causeSecondsWith());
  }
}

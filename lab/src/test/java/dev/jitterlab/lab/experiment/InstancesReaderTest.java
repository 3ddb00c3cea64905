package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstancesReaderTest {
  private static final String GROUPS = "\ngroups: [{name: x, values: [a, b]}]\n";

  @TempDir private Path folder;

  private Experiment.Design design(String instances) {
    return ExperimentText.read(folder, "instances: " + instances + GROUPS).design();
  }

  @Test
  void aNumberIsFixed() {
    assertEquals(7, design("7").instances());
    assertEquals(Optional.empty(), design("7").sequential());
  }

  @Test
  void untilDecidedHasBounds() {
    Experiment.Design design = design("{at_least: 6, at_most: 12, until: decided}");

    assertEquals(Optional.of(new Sequential(6, 12)), design.sequential());
    assertEquals(12, design.instances(), "what is planned");
  }

  @Test
  void theBoundsHaveDefaults() {
    assertEquals(Optional.of(new Sequential(5, 20)), design("{until: decided}").sequential());
    assertEquals(
        Optional.of(new Sequential(30, 60)), design("{at_least: 30, until: decided}").sequential());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{at_least: 5} | 1:12 `instances` without `until`",
        "{until: bored} | 1:20 `until`: expected the word decided, found the text `bored`",
        "{at_least: 2, until: decided} | 1:23 `at_least`: expected a whole number from 3 to 99,"
            + " found the number `2`",
        "{at_most: 101, until: decided} | 1:22 `at_most`: expected a whole number from 4 to 100,"
            + " found the number `101`",
        "{at_least: 9, at_most: 9, until: decided} | 1:12 `instances`: at_least is 9 and at_most is"
            + " 9",
        "{until: decided, at_mots: 9} | 1:29 unknown key `at_mots` expected one of: at_least,"
            + " at_most, until; did you mean `at_most`?"
      })
  void saysWhatIsWrong(String instances, String problem) {
    assertEquals(
        List.of(problem), ExperimentText.problems(folder, "instances: " + instances + GROUPS));
  }

  /** No look decides by the greatest of all values, which one tick or request makes. */
  @Test
  void refusesAMaximumAsTheMetricThatDecides() {
    String refused =
        " cannot be combined with `instances` until decided: it is the greatest of all values, and"
            + " a trial with several looks does not decide by one value";
    String untilDecided = "instances: {until: decided}\n";
    String longest = "metrics: [{name: lock, longest: lock-wait, better: lower}]\n";
    assertEquals(
        List.of("2:17 `primary_metric: tick_drift_seconds.max`" + refused),
        ExperimentText.problems(
            folder, untilDecided + "primary_metric: tick_drift_seconds.max" + GROUPS));
    assertEquals(
        List.of("3:17 `primary_metric: lock`" + refused),
        ExperimentText.problems(folder, untilDecided + longest + "primary_metric: lock" + GROUPS));
  }

  @Test
  void takesAMaximumWhereTheNumberIsFixedAndTheMeanOfMaximaAnyway() {
    String highest = "metrics: [{name: crowd, max: jitterlab_players, better: lower}]\n";
    assertEquals(
        List.of(),
        ExperimentText.problems(
            folder, "instances: 5\nprimary_metric: tick_drift_seconds.max" + GROUPS));
    assertEquals(
        List.of(),
        ExperimentText.problems(
            folder, "instances: {until: decided}\n" + highest + "primary_metric: crowd" + GROUPS));
  }

  @Test
  void refusesWhatCannotBeStopped() {
    assertEquals(
        List.of("1:12 `instances` until decided cannot be combined with `execution: together`"),
        ExperimentText.problems(
            folder, "instances: {until: decided}\nexecution: together" + GROUPS));
    assertEquals(
        List.of("1:12 `instances` until decided needs at least two groups"),
        ExperimentText.problems(folder, "instances: {until: decided}\n"));
    assertEquals(
        List.of(),
        ExperimentText.problems(folder, "instances: {until: decided}\ncalibrate: true\n"));
  }
}

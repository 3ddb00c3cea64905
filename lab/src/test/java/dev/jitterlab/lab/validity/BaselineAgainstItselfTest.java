package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Outcomes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineAgainstItselfTest {
  @TempDir private Path root;

  /** The baseline does not differ from itself by nothing, and no ratio says so. */
  @Test
  void aRatioThatIsNotOneDoesNotReadAsOne() {
    RatioEstimate ratio =
        new RatioEstimate(1.0021, Optional.of(new RatioEstimate.Uncertainty(1.0021, 1e-4, 5)));
    Outcomes outcomes =
        new Outcomes(
            Map.of(),
            Map.of(),
            Map.of(),
            Optional.of(new Outcomes.AgainstItself("drift", ratio)),
            Map.of());
    Evidence evidence =
        Evidence.read(
                new RunDirectoryFixture(root).calibration("again", 1_000_000).write(),
                Optional.empty())
            .with(outcomes);

    String why = new BaselineAgainstItself().judge(evidence).orElseThrow().why();
    assertTrue(why.contains("a ratio of 1.0021 "), why);
  }
}

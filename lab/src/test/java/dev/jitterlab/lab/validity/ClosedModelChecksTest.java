package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that wait for an answer before they send again, and what that hides. */
class ClosedModelChecksTest {
  @TempDir private Path root;

  @Test
  void namesAClosedModelAndHowMuchItHid() {
    Finding finding =
        tripped(
            fixture().responses(ResponseLogFixture.CLOSED).loadDrift(1_000),
            "load_coordinated_omission_ratio",
            Status.WEAK);

    assertEquals(1 - 5 / 890.0, finding.value().orElseThrow(), 1e-3);
    assertTrue(finding.why().startsWith("closed model: "), finding.why());
    assertTrue(
        finding.why().contains("(5 ms as measured, about 890 ms with what was not sent)"),
        finding.why());
  }

  @Test
  void aClosedModelMayHideATenth() {
    Finding little =
        named(
            examine(fixture().responses(ResponseLogFixture.CLOSED_BY_5_PERCENT)),
            "load_coordinated_omission_ratio");
    Finding much =
        tripped(
            fixture().responses(ResponseLogFixture.CLOSED_BY_15_PERCENT),
            "load_coordinated_omission_ratio",
            Status.WEAK);

    assertEquals(Status.VALID, little.status(), little::toString);
    assertEquals(1 - 100 / 105.0, little.value().orElseThrow(), 1e-3);
    assertEquals(1 - 100 / 115.0, much.value().orElseThrow(), 1e-3);
  }

  /** One request waits for 5 s until the end; compensated, 16 of 1,600 are longer than 4840 ms. */
  @Test
  void namesWhatAClosedModelHidOfAServerThatHangsUntilTheEnd() {
    Finding finding =
        tripped(
            fixture().responses(ResponseLogFixture.CLOSED).loadDrift(1_000).hung("scheduled-pool"),
            "load_coordinated_omission_ratio",
            Status.WEAK);

    assertEquals(1 - 5 / 4_840.0, finding.value().orElseThrow(), 1e-5, finding.why());
    assertTrue(
        finding.why().contains(" the response times' p99 of scheduled-pool/"), finding.why());
  }

  @Test
  void asksAnOpenModelNothingAboutWhatAClosedOneHides() {
    List<Finding> findings = examine(fixture().responses(ResponseLogFixture.OPEN));

    assertEquals(Status.VALID, TrialChecks.status(findings), findings::toString);
    assertTrue(findings.stream().noneMatch(f -> f.name().contains("omission")));
    assertTrue(findings.stream().noneMatch(f -> f.name().contains("of_period")));
  }

  @Test
  void letsTheServersOfAClosedModelAnswerAsMuchAsTheyCan() {
    List<Finding> findings =
        examine(fixture().responses(ResponseLogFixture.CLOSED).answered("scheduled-pool/1", 0.9));

    assertTrue(findings.stream().noneMatch(f -> f.name().equals("load_imbalance_ratio")));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}

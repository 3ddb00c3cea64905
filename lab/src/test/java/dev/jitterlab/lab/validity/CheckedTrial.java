package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Outcomes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the checks of a run directory, and picks one. */
final class CheckedTrial {
  private CheckedTrial() {}

  /** The check of that name has the status, and a value and a remedy with it. */
  static Finding tripped(RunDirectoryFixture fixture, String name, Status status) {
    Finding finding = named(examine(fixture), name);
    assertEquals(status, finding.status(), finding::toString);
    assertTrue(finding.value().isPresent(), finding::toString);
    assertTrue(!finding.remedy().isEmpty(), finding::toString);
    return finding;
  }

  static void assertNoEvidence(Finding finding) {
    assertEquals(Status.WEAK, finding.status(), finding::toString);
    assertEquals(Optional.empty(), finding.value());
    assertTrue(finding.why().startsWith("no evidence: "), finding::toString);
  }

  static Finding named(List<Finding> findings, String name) {
    return findings.stream()
        .filter(finding -> finding.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Takes away one sample. */
  static void lose(RunDirectory run, String metric, String source, double at) throws SQLException {
    try (Connection samples = DriverManager.getConnection("jdbc:duckdb:" + run.samples());
        PreparedStatement one =
            samples.prepareStatement(
                "DELETE FROM samples WHERE metric = ? AND source = ? AND \"at\" = ?")) {
      one.setString(1, metric);
      one.setString(2, source);
      one.setDouble(3, at);
      assertEquals(1, one.executeUpdate());
    }
  }

  static List<Finding> examine(RunDirectoryFixture fixture) {
    return examine(fixture.write());
  }

  static List<Finding> examine(RunDirectory directory) {
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      Evidence evidence = Evidence.read(directory, Optional.ofNullable(samples));
      return TrialChecks.examine(
          evidence.with(
              new Outcomes(
                  Nullification.causes(evidence), Map.of(), Map.of(), Optional.empty(), Map.of())));
    }
  }
}

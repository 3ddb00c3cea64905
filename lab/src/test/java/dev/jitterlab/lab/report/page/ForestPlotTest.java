package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.Decision;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ForestPlotTest {
  private static final Pattern BAR = Pattern.compile("<rect x=\"([\\d.]+)\"");

  @Test
  void halfAndDoubleAreEquallyFarFromTheMiddle() {
    double half = barAt(comparison(0.5, 0.4, 0.6));
    double same = barAt(comparison(1.0, 0.9, 1.1));
    double twice = barAt(comparison(2.0, 1.7, 2.5));
    assertEquals(same - half, twice - same, 0.11);
    assertTrue(half < same);
  }

  @Test
  void anIntervalBeyondTheAxisEndsInAnArrow() {
    assertTrue(row(comparison(0.001, 0.0001, 0.5)).contains("<polyline"));
    assertFalse(row(comparison(0.5, 0.3, 0.7)).contains("<polyline"));
  }

  @Test
  void aRatioBeyondTheAxisEndsInAnArrowAlsoWithoutAnInterval() {
    assertTrue(row(comparison(100.0, null, null)).contains("<polyline"));
    assertFalse(row(comparison(2.0, null, null)).contains("<polyline"));
  }

  @Test
  void aRatioOfZeroLiesAtTheLowEnd() {
    assertTrue(barAt(comparison(0.0, 0.0, 0.4)) < 20);
  }

  @Test
  void withoutRatioNothingIsDrawn() {
    Summary.Comparison none = comparison(null, null, null);
    assertFalse(row(none).contains("<svg"));
    assertEquals("no ratio", Decision.interval(none));
  }

  @Test
  void theIntervalIsInTheLabelForScreenReaders() {
    assertTrue(
        row(comparison(0.5, 0.4, 0.6)).contains("aria-label=\"Ratio 0.5 [0.4, 0.6], lower\""));
  }

  private static double barAt(Summary.Comparison comparison) {
    Matcher matcher = BAR.matcher(row(comparison));
    assertTrue(matcher.find());
    return Double.parseDouble(matcher.group(1));
  }

  private static String row(Summary.Comparison comparison) {
    Html html = new Html();
    new ForestPlot(List.of(comparison, comparison(0.25, 0.25, 0.25)))
        .row(html, comparison, Decision.of(comparison), "better");
    return html.toString();
  }

  private static Summary.Comparison comparison(Double ratio, Double low, Double high) {
    return new Summary.Comparison(
        "tick_drift_seconds.p99", "b", "a", ratio, low, high, null, null, null, null);
  }
}

package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collect.ExpositionParser.MalformedException;
import dev.jitterlab.lab.collect.ExpositionParser.Series;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpositionParserTest {
  private static String sample(String file) throws IOException {
    try (InputStream input = ExpositionParserTest.class.getResourceAsStream(file)) {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** As OpenMetrics and Go read them. */
  @Test
  void readsWordsForNumbersInAnyCase() throws Exception {
    assertEquals(
        List.of(
            new Series("a", "", Double.POSITIVE_INFINITY),
            new Series("b", "", Double.POSITIVE_INFINITY),
            new Series("c", "", Double.NaN),
            new Series("d", "", Double.NEGATIVE_INFINITY)),
        ExpositionParser.parse("a +inf\nb Infinity\nc nan\nd -INFINITY\n"));
  }

  @Test
  void readsEveryConstructOfTheTextFormat() throws Exception {
    assertEquals(
        List.of(
            new Series("http_requests_total", "code=\"200\",method=\"post\"", 1027),
            new Series("http_requests_total", "code=\"400\",method=\"post\"", 3),
            new Series(
                "escaped",
                "error=\"Cannot find file:\\n\\\"FILE.TXT\\\"\",path=\"C:\\\\DIR\\\\FILE.TXT\"",
                1.458255915e9),
            new Series("no_labels_and_no_time", "", 12.47),
            new Series("empty_braces", "", 7),
            new Series("trailing_comma", "a=\"b\"", -1),
            new Series("weird", "problem=\"division by zero\"", Double.POSITIVE_INFINITY),
            new Series("less", "", Double.NEGATIVE_INFINITY),
            new Series("unknown", "", Double.NaN),
            new Series("umlaut", "place=\"Köln\"", 1),
            new Series("seconds_bucket", "le=\"0.05\"", 24054),
            new Series("seconds_bucket", "le=\"+Inf\"", 144320),
            new Series("seconds_sum", "", 53423),
            new Series("seconds_count", "", 144320)),
        ExpositionParser.parse(sample("text-0.0.4.txt")));
  }

  @Test
  void readsOpenMetricsAndPassesOverExemplarsAndTimes() throws Exception {
    String path = "method=\"GET\",path=\"/api/v1\"";
    assertEquals(
        List.of(
            new Series("acme_http_router_request_seconds_sum", path, 9036.32),
            new Series("acme_http_router_request_seconds_count", path, 807283),
            new Series("acme_http_router_request_seconds_created", path, 1605281325),
            new Series("foo_bucket", "le=\"0.01\"", 8),
            new Series("foo_bucket", "le=\"1.0\"", 11),
            new Series("foo_bucket", "le=\"+Inf\"", 17),
            new Series("my.metric", "\"a.b\"=\"x\",plain=\"y\"", 1),
            new Series("my.metric", "plain=\"z\"", 2)),
        ExpositionParser.parse(sample("openmetrics-1.0.txt")));
  }

  @Test
  void readsNothingFromNothing() throws Exception {
    assertEquals(List.of(), ExpositionParser.parse(""));
    assertEquals(List.of(), ExpositionParser.parse("\n\n"));
    assertEquals(List.of(), ExpositionParser.parse("# EOF"));
  }

  /** {@code |} stands for a line's end, so that a row without one at the end is cut short. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\u0001',
      value = {
        "a 1|b{c=\"d\" 2|; line 2, column 9; ',' or '}'",
        "a 1|b 12; line 2, column 5; cut short",
        "a{|; line 1, column 3; '}'",
        "a{b}|; line 1, column 4; '='",
        "a{b=c} 1|; line 1, column 5; '\"'",
        "a{b=\"c} 1|; line 1, column 10; closing",
        "a{b=\"\\t\"} 1|; line 1, column 7; \\n",
        "a{b=\"\\|; line 1, column 7; \\n",
        "a{b=\"1\",b=\"2\"} 1|; line 1, column 14; twice",
        "a{b=\"1\" c=\"2\"} 1|; line 1, column 9; ','",
        "{b=\"1\"} 1|; line 1, column 8; metric name",
        "{\"a\",\"b\"} 1|; line 1, column 9; '='",
        "a|; line 1, column 2; a value",
        "a one|; line 1, column 3; 'one'",
        "a 1f|; line 1, column 3; '1f'",
        "a 0x1p3|; line 1, column 3; '0x1p3'",
        "a 1 2 3|; line 1, column 7; end of the line",
        "a 1 now|; line 1, column 5; a timestamp",
        "7a 1|; line 1, column 1; metric's name",
        "a-b 1|; line 1, column 2; a value",
        "# TYPE a thing|; line 1, column 10; counter, gauge",
        "# TYPE 7 gauge|; line 1, column 8; metric's name",
        "# EOF|a 1|; line 2, column 1; '# EOF'",
      })
  void namesLineAndColumnOfWhatIsMalformed(String text, String place, String expected) {
    MalformedException malformed =
        assertThrows(
            MalformedException.class, () -> ExpositionParser.parse(text.replace('|', '\n')));

    assertTrue(malformed.getMessage().startsWith(place), malformed.getMessage());
    assertTrue(malformed.getMessage().contains(expected), malformed.getMessage());
  }
}

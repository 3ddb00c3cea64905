package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collect.ExpositionParser.MalformedException;
import dev.jitterlab.lab.collect.ExpositionParser.Series;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ExpositionParserProperties {
  /** Malformed or not: it ends, and every sample has cost at least three characters. */
  @Property
  void endsOnAnyText(@ForAll String text) {
    parseOrRefuse(text);
  }

  @Property(tries = 3000)
  void endsOnTextThatIsAlmostRight(@ForAll("almostRight") String text) {
    parseOrRefuse(text);
  }

  @Property
  void readsBackAnyLabelValueAndNumber(@ForAll String label, @ForAll double value)
      throws MalformedException {
    String escaped = label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    String number =
        Double.isInfinite(value) ? (value > 0 ? "+Inf" : "-Inf") : Double.toString(value);
    List<Series> samples = ExpositionParser.parse("m{l=\"" + escaped + "\"} " + number + "\n");

    assertEquals(List.of(new Series("m", "l=\"" + escaped + "\"", value)), samples);
  }

  /** Labels are one canonical text, whatever their order was. */
  @Property
  void sortsLabels(@ForAll("labelNames") String first, @ForAll("labelNames") String second)
      throws MalformedException {
    String lower = first.compareTo(second) < 0 ? first : second;
    String upper = lower.equals(first) ? second : first;
    if (lower.equals(upper)) {
      return;
    }
    String expected = lower + "=\"1\"," + upper + "=\"2\"";

    assertEquals(
        ExpositionParser.parse("m{" + lower + "=\"1\"," + upper + "=\"2\"} 0\n"),
        ExpositionParser.parse("m{" + upper + "=\"2\"," + lower + "=\"1\"} 0\n"));
    assertEquals(expected, ExpositionParser.parse("m{" + expected + "} 0\n").getFirst().labels());
  }

  @Provide
  Arbitrary<String> labelNames() {
    return Arbitraries.strings().withChars("abcXYZ_").ofMinLength(1).ofMaxLength(4);
  }

  @Provide
  Arbitrary<String> almostRight() {
    return Arbitraries.of(
            "a", "{", "}", "\"", "=", ",", " ", "\n", "\\", "#", "1", "NaN", "# TYPE ", "# EOF\n",
            "\t", "\r", "x=\"y\"", "m 1\n", "+Inf", "-", ".")
        .list()
        .ofMaxSize(24)
        .map(parts -> String.join("", parts));
  }

  private static void parseOrRefuse(String text) {
    try {
      assertTrue(ExpositionParser.parse(text).size() * 3L <= text.length());
    } catch (MalformedException e) {
      assertTrue(e.getMessage().startsWith("line "), e.getMessage());
    }
  }
}

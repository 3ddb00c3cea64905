package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  @Test
  void splitsAtBlanksOutsideQuotes() {
    assertEquals(
        Optional.of(List.of("-Xmx1g", "-Da=b c", "-De=\"", "", "-Df=g")),
        Arguments.split("  -Xmx1g\t-Da='b c' -De='\"' \"\"\n-Df=\"g\" "));
  }

  @Test
  void refusesAnOpenQuote() {
    assertEquals(Optional.empty(), Arguments.split("-Xmx1g -Da='b c"));
    assertEquals(Optional.empty(), Arguments.split("\""));
  }

  @Test
  void givesNothingForBlankText() {
    assertEquals(Optional.of(List.of()), Arguments.split("  "));
  }

  @Test
  void findsWhatTheLauncherWouldTakeForTheMainClass() {
    assertEquals(Optional.of("Xmx1g"), Arguments.notAFlag(List.of("-Xms1g", "Xmx1g")));
    assertEquals(
        Optional.empty(),
        Arguments.notAFlag(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED", "@file")));
  }

  @Property
  void whatIsQuotedIsOneArgument(@ForAll List<String> arguments) {
    String text = arguments.stream().map(Arguments::quoted).collect(Collectors.joining(" "));
    assertEquals(Optional.of(arguments), Arguments.split(text));
    assertEquals("-Dname=plain", Arguments.quoted("-Dname=plain"));
  }

  @Property
  void quotedArgumentsComeBackAsTheyWere(@ForAll List<String> arguments) {
    List<String> plain = arguments.stream().map(text -> text.replace("'", "")).toList();
    String text = plain.stream().map(a -> "'" + a + "'").collect(Collectors.joining(" "));
    assertEquals(Optional.of(plain), Arguments.split(text));
  }
}

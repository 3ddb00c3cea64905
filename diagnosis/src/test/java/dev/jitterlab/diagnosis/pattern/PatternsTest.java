package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.SERVERS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each pattern is found in the server that has it, and in no other one. */
class PatternsTest {
  static Stream<String> names() {
    return SERVERS.keySet().stream();
  }

  @Test
  void everyPatternHasItsServer() {
    assertEquals(
        Patterns.all().stream().map(Pattern::name).sorted().toList(),
        SERVERS.keySet().stream().sorted().toList());
  }

  @ParameterizedTest
  @MethodSource("names")
  void isFoundInItsServerAndNoOtherPatternIs(String name) {
    Server server = new Server();
    SERVERS.get(name).accept(server);
    Case of = server.done();
    for (Pattern pattern : Patterns.all()) {
      List<PatternMatch> found = pattern.isRecorded(of) ? pattern.find(of) : List.of();
      assertEquals(
          pattern.name().equals(name),
          !found.isEmpty(),
          () -> name + " shows " + pattern.name() + ": " + found);
      for (PatternMatch match : found) {
        assertFalse(match.evidence().isEmpty(), "a finding names its evidence");
        assertTrue(match.lateNs() > 0, () -> name + " has no late time: " + match);
      }
    }
  }

  /** Without its events a pattern is not recorded, and never absent. */
  @Test
  void withoutEventsNoPatternIsRecordedButThatOfTheTicksThemselves() {
    TimelineBuilder bare = new TimelineBuilder();
    Case of = new Case(bare.build(), List.of(), List.of(), _ -> false);
    assertEquals(
        List.of(),
        Patterns.all().stream().filter(one -> one.isRecorded(of)).map(Pattern::name).toList());
  }
}

package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.pattern;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which collections are mixed ones. */
class MixedCollectionsTest {
  /** Young collections that prepare mixed ones are none of them. */
  @Test
  void whatPreparesMixedCollectionsIsNone() {
    Server server = new Server();
    server.ticks(at -> server.collection(at + MS, 65, "Pause Young (Prepare Mixed)", "", false), 2);
    Case of = server.done();
    Pattern mixed = pattern("mixed_collections");
    assertTrue(mixed.isRecorded(of));
    assertEquals(List.of(), mixed.find(of));
  }
}

package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.backlog;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import org.junit.jupiter.api.Test;

/** How many methods that wait for the compiler are a backlog. */
class CompileQueueBacklogTest {
  @Test
  void aBacklogIsOfAHundredMethods() {
    for (int methods : new int[] {99, 100}) {
      Server server = new Server();
      backlog(server, methods);
      assertEquals(methods == 100, !found(server, "compile_queue_backlog").isEmpty());
    }
  }
}

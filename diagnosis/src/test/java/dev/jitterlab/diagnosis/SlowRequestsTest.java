package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowRequestsTest {
  @TempDir Path folder;

  private int requestsOf(String instance) throws IOException {
    Path log = folder.resolve("slow-requests.csv");
    Files.writeString(
        log,
        """
        id,intended_ns,sent_ns,ended_ns,connection,target,status
        1,1000000,1000100,90000000,3,collector=g1%2Cheap=1g/2,200
        2,2000000,2000100,91000000,3,collector=zgc%2Cheap=1g/2,200
        """);
    TimelineBuilder timeline = new TimelineBuilder();
    SlowRequests.add(log, instance, timeline);
    return timeline.requests().size();
  }

  @Test
  void findsTheRequestsOfAGroupOfSeveralVariables() throws IOException {
    assertEquals(1, requestsOf("collector=g1,heap=1g/2"));
    assertEquals(0, requestsOf("collector=g1,heap=1g/1"));
  }
}

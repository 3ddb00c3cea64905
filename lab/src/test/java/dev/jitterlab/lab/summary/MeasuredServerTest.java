package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredServerTest {
  @TempDir private Path folder;

  @Test
  void hasTheMeasuredPartOfACollectorsSeries() {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence evidence = Evidence.read(run, Optional.empty());
    Evidence.MeasuredProcess server = evidence.servers().getFirst();
    MeasuredServer measured = new MeasuredServer(server, evidence);

    List<Point> ticks = measured.recorded("tick_execution_seconds");
    assertTrue(ticks.size() > 1, ticks::toString);
    assertTrue(ticks.stream().allMatch(point -> point.at() >= 0), ticks::toString);
    assertTrue(ticks.getLast().at() <= server.windows().seconds(), ticks::toString);
    assertEquals(List.of(), measured.recorded("unknown"));
  }
}

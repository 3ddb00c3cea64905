package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadScheduleTest {
  @TempDir Path folder;

  @Test
  void readsForHowLongTheThreadRanAndWaited() throws IOException {
    Path file = Files.writeString(folder.resolve("schedstat"), "1200 340 7\n");
    ThreadSchedule schedule = new ThreadSchedules(file.toString()).open();
    assertEquals(ThreadSchedule.NOT_READ, schedule.cpuNs(), "not read yet");
    schedule.read();
    assertEquals(1_200, schedule.cpuNs());
    assertEquals(340, schedule.waitedNs());
  }

  @Test
  void whatCannotBeReadIsNoFigureAndNoError() throws IOException {
    Path file = Files.writeString(folder.resolve("schedstat"), "hostile");
    for (String path : new String[] {file.toString(), folder.resolve("none").toString()}) {
      ThreadSchedule schedule = new ThreadSchedules(path).open();
      schedule.read();
      schedule.read();
      assertEquals(ThreadSchedule.NOT_READ, schedule.cpuNs());
      assertEquals(ThreadSchedule.NOT_READ, schedule.waitedNs());
    }
  }
}

package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadSchedulesTest {
  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("schedstat"), "1200 340 7\n");
  }

  private static long cpuNs(ThreadSchedule schedule) {
    schedule.read();
    return schedule.cpuNs();
  }

  /** Opens that of a thread, which reads it and ends. */
  private static ThreadSchedule ofAThreadThatEnds(ThreadSchedules schedules)
      throws InterruptedException {
    AtomicReference<ThreadSchedule> opened = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              opened.set(schedules.open());
              opened.get().read();
            });
    thread.start();
    thread.join();
    return opened.get();
  }

  @Test
  void aThreadThatHasEndedMakesRoomForTheNextOne() throws InterruptedException {
    ThreadSchedules schedules = new ThreadSchedules(file.toString(), 2);
    List<ThreadSchedule> ended = new ArrayList<>(); // lest the collector makes room
    for (int i = 0; i < 5; i++) {
      ended.add(ofAThreadThatEnds(schedules));
      assertEquals(1_200, ended.get(i).cpuNs());
    }

    assertEquals(1_200, cpuNs(schedules.open()));
    assertEquals(ThreadSchedule.NOT_READ, cpuNs(ended.get(0)), "its file is closed");
  }

  @Test
  void aLivingThreadKeepsItsPlace() throws InterruptedException {
    ThreadSchedules schedules = new ThreadSchedules(file.toString(), 1);
    ThreadSchedule own = schedules.open();

    assertEquals(ThreadSchedule.NOT_READ, ofAThreadThatEnds(schedules).cpuNs());
    assertEquals(1_200, cpuNs(own));
  }

  @Test
  void aThreadWhoseFileCannotBeOpenedMakesRoom() throws IOException {
    Files.delete(file);
    ThreadSchedules schedules = new ThreadSchedules(file.toString(), 1);
    ThreadSchedule without = schedules.open();
    write();

    assertEquals(1_200, cpuNs(schedules.open()));
    assertEquals(ThreadSchedule.NOT_READ, cpuNs(without));
  }

  @Test
  void aThreadWhoseFileSaysSomethingElseMakesRoom() throws IOException {
    Files.writeString(file, "no figures");
    ThreadSchedules schedules = new ThreadSchedules(file.toString(), 1);
    ThreadSchedule without = schedules.open();
    assertEquals(ThreadSchedule.NOT_READ, cpuNs(without));
    write();

    assertEquals(1_200, cpuNs(schedules.open()));
    assertEquals(ThreadSchedule.NOT_READ, cpuNs(without));
  }
}

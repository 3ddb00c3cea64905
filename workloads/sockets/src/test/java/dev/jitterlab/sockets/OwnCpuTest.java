package dev.jitterlab.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnCpuTest {
  @TempDir private Path tasks;

  private void thread(String id, long ns) throws IOException {
    Path folder = tasks.resolve(id);
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("schedstat"), ns + " 17 3\n");
  }

  @Test
  void addsUpTheThreadsAndKeepsThoseThatHaveEnded() throws IOException {
    OwnCpu cpu = new OwnCpu(tasks);
    thread("7", 100);
    thread("8", 1_000);
    assertEquals(1_100, cpu.ns());

    Files.delete(tasks.resolve("8/schedstat"));
    Files.delete(tasks.resolve("8"));
    thread("7", 150);
    thread("9", 5);
    assertEquals(1_155, cpu.ns(), "what an ended thread took does not come back");
  }

  @Test
  void saysWhatWasReadLastWhenTheProcessIsGone() throws IOException {
    thread("7", 100);
    OwnCpu cpu = new OwnCpu(tasks);
    long unused = cpu.ns();
    OwnCpu gone = new OwnCpu(tasks.resolve("none"));

    assertThrows(IOException.class, gone::ns);
    assertEquals(0, gone.knownNs());
    assertEquals(100, cpu.knownNs());
  }
}

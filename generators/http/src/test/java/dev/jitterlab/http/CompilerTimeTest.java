package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerTimeTest {
  @TempDir private Path threads;

  private void thread(int id, String name, String times) throws IOException {
    Path folder = Files.createDirectories(threads.resolve(Integer.toString(id)));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), times + "\n");
  }

  @Test
  void addsUpTheTimesOfTheCompilersThreads() throws IOException {
    thread(1, "java", "9000000000 1 2");
    thread(2, "C2 CompilerThre", "1500000000 30 4");
    thread(3, "C1 CompilerThre", "250000000 30 4");
    thread(4, "tick-lockless-0", "8000000000 30 4");
    thread(5, "JVMCI CompilerT", "3000000000 30 4");
    thread(6, "JVMCI-native Co", "5000000000 30 4");
    assertEquals(9_750, new CompilerTime(threads).getAsLong());
  }

  @Test
  void aThreadThatEndsMeanwhileIsNone() throws IOException {
    thread(2, "C2 CompilerThre", "1500000000 30 4");
    Files.createDirectories(threads.resolve("3"));
    assertEquals(1_500, new CompilerTime(threads).getAsLong());
  }

  @Test
  void keepsTheTimeOfAThreadThatHasEnded() throws IOException {
    thread(2, "C2 CompilerThre", "1500000000 30 4");
    thread(3, "C2 CompilerThre", "400000000 30 4");
    CompilerTime time = new CompilerTime(threads);
    assertEquals(1_900, time.getAsLong());
    Files.delete(threads.resolve("3/comm"));
    Files.delete(threads.resolve("3/schedstat"));
    Files.delete(threads.resolve("3"));
    thread(2, "C2 CompilerThre", "1600000000 30 4");
    assertEquals(2_000, time.getAsLong());
  }

  @Test
  void elsewhereTheJvmSaysIt() {
    CompilationMXBean jvm = ManagementFactory.getCompilationMXBean();
    assertTrue(jvm.isCompilationTimeMonitoringSupported());
    long before = jvm.getTotalCompilationTime();
    long told = new CompilerTime(threads.resolve("missing")).getAsLong();

    assertTrue(before > 0 && before <= told, told + " ms after " + before);
    assertTrue(told <= jvm.getTotalCompilationTime(), told + " ms are more than there were");
  }
}

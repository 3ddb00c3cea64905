package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.lab.collector.Allocations.Requests;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real JVMs that request objects of known sizes. */
class AllocationsTest {
  private static final RecordingSettings ON = RecordingSettings.of(Map.of("allocations", true));
  private static final MeasuredWindows ALWAYS = MeasuredWindows.of(0, 1e12);

  /**
   * Four of five objects have 64 bytes, the others 1,040; so a fifth of the bytes are in small
   * ones.
   */
  private static final String REQUESTS =
      """
      import java.util.Random;

      public class Requests {
        static volatile Object sink;

        public static void main(String[] args) {
          Random random = new Random(1);
          for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            sink = new byte[random.nextInt(5) == 0 ? 1024 : 48];
          }
        }
      }
      """;

  @TempDir Path folder;

  static IntStream jdks() {
    return TestedJdks.features();
  }

  /** As many events are of large objects as of small ones in sixteen of twenty. */
  @ParameterizedTest
  @MethodSource("jdks")
  void countsRequestsAndNotEvents(int feature) throws Exception {
    record(TestedJdks.ofFeature(feature), 4_000_000, "-XX:TLABSize=64k", "-XX:-ResizeTLAB");
    Requests found = Allocations.requests(folder, ALWAYS, 512).orElseThrow();

    assertEquals(0.8, found.small() / found.all(), 0.03);
    assertEquals(4_000_000, found.all(), 400_000); // the JVM's own start is among them
    Requests anySize = Allocations.requests(folder, ALWAYS, 10_000).orElseThrow();
    assertTrue(anySize.small() / anySize.all() > 0.99, anySize::toString);
    assertTrue(Allocations.requests(folder, MeasuredWindows.of(0, 1), 512).isEmpty(), "in 1970");
  }

  /** Without buffers each request is an event. */
  @Test
  void anObjectThatIsLargerThanBuffersStandsForItself() throws Exception {
    record(TestedJdks.ofFeature(25), 600_000, "-XX:-UseTLAB");
    Requests found = Allocations.requests(folder, ALWAYS, 512).orElseThrow();

    assertEquals(0.82, found.small() / found.all(), 0.045); // the start's are mostly small
    assertTrue(found.all() >= 600_000, found::toString);
  }

  @Test
  void recordsOnlyIfItIsAskedTo() {
    assertFalse(RecordingSettings.DEFAULT.isOn("allocations"));
    assertTrue(Allocations.requests(folder, ALWAYS, 512).isEmpty());
  }

  private void record(Jdk jdk, int requests, String... flags) throws Exception {
    for (var file : KnownCollectors.providedFiles(Attachment.SERVER, ON).entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
    Path source = Files.writeString(folder.resolve("Requests.java"), REQUESTS);
    String[] arguments = {"--release", "11", "-proc:none", "-d", folder.toString(), "" + source};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments));
    List<String> program = new ArrayList<>(List.of("-Xmx64m"));
    program.addAll(List.of(flags));
    program.addAll(List.of("Requests", Integer.toString(requests)));
    String unused = RecordedJvm.run(folder, jdk, ON, program);
  }
}

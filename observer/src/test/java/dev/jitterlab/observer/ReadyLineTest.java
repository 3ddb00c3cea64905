package dev.jitterlab.observer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadyLineTest {
  private final ReadyLine line =
      new ReadyLine().endpoint("udp", "h:1").endpoint("metrics", "http://h:2/metrics");

  /** What others print into the same file comes before it or behind it, never into it. */
  @Test
  void isWrittenInOnePieceWithItsEnd() {
    List<String> pieces = new ArrayList<>();
    OutputStream file =
        new OutputStream() {
          @Override
          public void write(int one) {
            pieces.add(Integer.toString(one));
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            pieces.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
          }
        };
    line.print(new PrintStream(file, true, StandardCharsets.UTF_8));

    assertEquals(List.of("JITTERLAB READY udp=h:1 metrics=http://h:2/metrics\n"), pieces);
  }

  @Test
  void writesAddressesAndUris() {
    ReadyLine some =
        new ReadyLine()
            .endpoint("tcp", InetSocketAddress.createUnresolved("10.0.0.1", 80))
            .endpoint("metrics", URI.create("http://h:2/metrics"));
    assertEquals("JITTERLAB READY tcp=10.0.0.1:80 metrics=http://h:2/metrics", some.toString());
  }

  @Test
  void refusesABlank() {
    assertThrows(IllegalArgumentException.class, () -> new ReadyLine().endpoint("u dp", "h:1"));
  }
}

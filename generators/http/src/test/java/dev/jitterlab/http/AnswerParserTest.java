package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerParserTest {
  private final StringBuilder seen = new StringBuilder();
  private final AnswerParser parser =
      new AnswerParser(
          new AnswerParser.Listener() {
            @Override
            public void status(int status) {
              seen.append(status).append('|');
            }

            @Override
            public void header(byte[] line, int nameEnd, int valueStart, int valueEnd) {
              seen.append(new String(line, 0, nameEnd, ISO_8859_1))
                  .append('=')
                  .append(new String(line, valueStart, valueEnd - valueStart, ISO_8859_1))
                  .append('|');
            }

            @Override
            public void content(ByteBuf data, int length) {
              seen.append(data.toString(data.readerIndex(), length, ISO_8859_1));
            }
          });

  /** Reads a text in pieces of that size; returns what is left over, or null if it is no HTTP. */
  private String read(String text, int piece) {
    seen.setLength(0);
    parser.begin(false);
    StringBuilder left = new StringBuilder();
    for (int i = 0; i < text.length(); i += piece) {
      ByteBuf in =
          Unpooled.copiedBuffer(text.substring(i, Math.min(text.length(), i + piece)), ISO_8859_1);
      if (!parser.read(in)) {
        return null;
      }
      left.append(in.toString(ISO_8859_1));
    }
    return left.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1_000})
  void readsAnswersHoweverTheyComeInPieces(int piece) {
    assertEquals(
        "rest", read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA:b \r\n\r\nhellorest", piece));
    assertEquals("200|Content-Length=5|A=b|hello", seen.toString());
    assertTrue(parser.isDone() && parser.keepsAlive());
    assertEquals(
        "",
        read(
            "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 201 \r\nTransfer-Encoding: gzip,"
                + " Chunked\r\n\r\nA;x=y\r\n0123456789\r\n01\r\n!\r\n0\r\nT: u\r\n\r\n",
            piece));
    assertEquals("201|Transfer-Encoding=gzip, Chunked|0123456789!", seen.toString());
    assertTrue(parser.isDone() && parser.keepsAlive());
  }

  @Test
  void knowsWhichConnectionsGoOn() {
    assertEquals(
        "", read("HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 0\r\n\r\n", 99));
    assertTrue(parser.isDone());
    assertFalse(parser.keepsAlive());
    assertEquals("", read("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", 99));
    assertFalse(parser.keepsAlive());
    assertEquals(
        "", read("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n", 99));
    assertTrue(parser.keepsAlive());
    assertEquals("", read("HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\n", 99));
    assertTrue(parser.isDone() && parser.keepsAlive());
    assertEquals("", read("HTTP/1.1 200 OK\r\n\r\nhel", 99));
    assertFalse(parser.isDone());
    assertTrue(parser.endsWithConnection());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what?\r\n",
        "HTTP/2.0 200 OK\r\n",
        "HTTP/1.1 2x0 OK\r\n",
        "HTTP/1.1 200 OK\r\nno header\r\n",
        "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n",
        "HTTP/1.1 200 OK\r\nA : b\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n"
      })
  void refusesWhatIsNoAnswer(String text) {
    assertEquals(null, read(text, 1_000));
    assertEquals(null, read(text, 1));
  }

  @Test
  void boundsTheHead() {
    assertEquals(null, read("HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(50_000), 10_000));
    assertEquals(null, read("HTTP/1.1 200 OK\r\nA: " + "b".repeat(300_000), 10_000));
  }
}

package dev.jitterlab.arena.tool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.world.ClientInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceToolTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return TraceTool.execute(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  @Test
  void theShippedTraceIsWhatTheScriptMakes() throws IOException {
    Path file = folder.resolve("again.trace");
    assertEquals(0, run("script", file.toString()), err::toString);
    try (InputStream in = TraceFile.class.getResourceAsStream("five-players.trace.gz")) {
      assertEquals(
          new String(new GZIPInputStream(in).readAllBytes(), UTF_8), Files.readString(file));
    }
  }

  @Test
  void theShippedTraceHasFivePlayersAtHumanRatesAndSaysThatNobodyPlayed() {
    Trace trace = TraceFile.shipped();

    assertEquals(5, trace.players());
    assertTrue(trace.source().contains("no person played"), trace.source());
    for (int i = 0; i < trace.players(); i++) {
      double rate = trace.messages(i) / (trace.durationUs() / 1e6);
      assertTrue(rate > 1 && rate < 6, "messages a second: " + rate);
    }
    assertEquals(0, run("info"));
    assertTrue(out.toString().contains("players   5"), out.toString());
  }

  @Test
  void positionsBecomeKeysAndHeadings() throws IOException {
    Path csv = folder.resolve("positions.csv");
    Files.writeString(
        csv,
        "time,id,x,y\n"
            + "100.0,anna,0,0\n"
            + "100.5,bert,5,5\n"
            + "101.0,anna,3,0\n"
            + "102.0,anna,3,2\n"
            + "102.5,bert,5,5\n");
    Path file = folder.resolve("positions.trace");
    assertEquals(0, run("convert", csv.toString(), file.toString()), err::toString);

    String text = Files.readString(file);
    assertTrue(text.contains("\n0 0 " + ClientInput.RIGHT + " 0\n"), text);
    assertTrue(text.contains("\n1000000 0 " + ClientInput.DOWN + " 16384\n"), text);
    assertTrue(text.contains("\n500000 1 0 0\n"), "who stays where it is holds no key: " + text);
    assertEquals(2, TraceFile.read(file).players());
  }

  @Test
  void aFileThatCannotBeReadIsNamedWithTheReason() throws IOException {
    assertEquals(3, run("info", folder.resolve("none.trace").toString()));
    assertTrue(err.toString().contains("none.trace: there is no such file"), err::toString);

    Path whole = folder.resolve("whole.trace.gz");
    assertEquals(0, run("script", "--seconds=1", whole.toString()), err::toString);
    byte[] bytes = Files.readAllBytes(whole);
    Path killed = Files.write(folder.resolve("killed.gz"), Arrays.copyOf(bytes, bytes.length - 12));
    assertEquals(3, run("info", killed.toString()));
    assertTrue(err.toString().contains("killed.gz: the compressed trace has no"), err::toString);
    Path empty = Files.createFile(folder.resolve("empty.gz"));
    assertEquals(3, run("info", empty.toString()));
    assertTrue(err.toString().contains("empty.gz: the compressed trace has no"), err::toString);
    Path text = Files.writeString(folder.resolve("text.gz"), TraceFile.FIRST_LINE + "\n0 0 1 1\n");
    assertEquals(3, run("info", text.toString()));
    assertTrue(err.toString().contains("text.gz: the name ends in .gz, and"), err::toString);

    Path csv = Files.write(folder.resolve("latin.csv"), "1,\u00e4,2,3\n".getBytes(ISO_8859_1));
    assertEquals(3, run("convert", csv.toString(), folder.resolve("x").toString()));
    assertTrue(err.toString().contains("latin.csv: this is no text in UTF-8"), err::toString);
  }

  @Test
  void positionsThatNoTraceCanHoldAreRefused() throws IOException {
    Path trace = folder.resolve("none.trace");
    Path eightDays = Files.writeString(folder.resolve("8.csv"), "0,a,1,1\n604801,a,2,2\n");
    assertEquals(3, run("convert", eightDays.toString(), trace.toString()));
    assertTrue(err.toString().contains("8.csv: the positions span more than seven"), err::toString);

    StringBuilder many = new StringBuilder();
    for (int i = 0; i <= TraceFile.MOST_PLAYERS; i++) {
      many.append("1,").append(i).append(",2,3\n");
    }
    Path crowd = Files.writeString(folder.resolve("crowd.csv"), many);
    assertEquals(3, run("convert", crowd.toString(), trace.toString()));
    assertTrue(err.toString().contains("crowd.csv:10001: more than 10000"), err::toString);
    assertFalse(Files.exists(trace), "nothing is left that could not be read");

    Path sevenDays = Files.writeString(folder.resolve("7.csv"), "0,a,1,1\n604800,a,2,2\n");
    assertEquals(0, run("convert", sevenDays.toString(), trace.toString()), err::toString);
    assertEquals(1, TraceFile.read(trace).players());
  }

  @Test
  void aBrokenFileIsRefusedWithItsLine() throws IOException {
    Path file =
        Files.writeString(folder.resolve("bad"), "jitterlab-arena-trace 1\n0 0 1 1\n5 0 200 1\n");
    assertEquals(3, run("info", file.toString()));
    assertTrue(err.toString().contains("bad:3: expected"), err.toString());

    Path csv = Files.writeString(folder.resolve("bad.csv"), "1,a,2,3\n0.5,a,2,3\n");
    assertEquals(3, run("convert", csv.toString(), folder.resolve("x").toString()));
    assertTrue(err.toString().contains("bad.csv:2: the time of a goes back"), err.toString());
  }
}

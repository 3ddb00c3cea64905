package dev.jitterlab.lab.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputFileTest {
  private static final String READY = "JITTERLAB READY udp=h:1 metrics=http://h:2/m";

  @TempDir private Path folder;
  private Path file;
  private OutputFile output;

  @BeforeEach
  void begin() throws Exception {
    file = Files.createFile(folder.resolve("stdout.log"));
    output = new OutputFile(file);
  }

  private void print(String text) throws Exception {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  @Test
  void waitsForTheWholeLine() throws Exception {
    print("hello\nJITTERLAB READY udp=h:1 metr");
    assertEquals(Optional.empty(), output.lookFor(ReadyLineParser::parse));
    print("ics=http://h:2/m");
    assertEquals(Optional.empty(), output.lookFor(ReadyLineParser::parse));
    print("\r\n");

    assertEquals(
        Optional.of(Map.of("udp", "h:1", "metrics", "http://h:2/m")),
        output.lookFor(ReadyLineParser::parse));
  }

  @Test
  void findsTheLineBehindOneWithoutEnd() throws Exception {
    print("x".repeat(3 << 20));
    print("\n" + READY + "\n");
    for (int look = 0; look < 3; look++) {
      assertEquals(
          Optional.empty(), output.lookFor(ReadyLineParser::parse), "a look reads a bounded piece");
    }

    assertTrue(output.lookFor(ReadyLineParser::parse).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JITTERLAB READY",
        "JITTERLAB READY metrics",
        "JITTERLAB READY metrics=",
        "JITTERLAB READY =x metrics=http://h:2/m",
        "JITTERLAB READY udp=h:1",
        "JITTERLAB READY metrics=h:2",
        "JITTERLAB READY metrics=http://[/m"
      })
  void refusesAMalformedAnnouncement(String line) {
    assertThrows(IllegalArgumentException.class, () -> ReadyLineParser.parse(line));
  }

  @Test
  void passesOverOtherLines() {
    assertEquals(
        Optional.empty(), ReadyLineParser.parse("waits until it can print JITTERLAB READY"));
    assertEquals(Optional.empty(), ReadyLineParser.parse("then JITTERLAB READY udp=… follows"));
  }

  @Test
  void findsTheLineInTheMiddleOfAWarningOfTheJvm() throws Exception {
    print("WARNING: A restricted method in java.lang.foreign.Linker" + READY + "\n");
    print(" has been called\n");

    assertTrue(output.lookFor(ReadyLineParser::parse).isPresent());
  }

  @Test
  void showsTheLastLinesWithoutWhatSpoilsATerminal() throws Exception {
    print("x".repeat(20_000) + "\n");
    for (int i = 1; i <= 20; i++) {
      print("line\t" + i + "\u001b[31m\u0007\n");
    }
    List<String> tail = output.tail().lines().toList();

    assertEquals(15, tail.size());
    assertEquals("line 6[31m", tail.getFirst());
    assertEquals("line 20[31m", tail.getLast());
  }

  @Test
  void shortensALongLine() throws Exception {
    print("x".repeat(5_000));

    assertEquals("x".repeat(400) + "…", output.tail());
  }
}

package dev.jitterlab.arena.trace;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Traces as text: a first line, lines of words about the record that begin with {@code #}, and one
 * line a message: microseconds since the start, player, keys, heading. A name that ends in {@code
 * .gz} is compressed.
 */
public final class TraceFile {
  /** What every trace begins with. */
  public static final String FIRST_LINE = "jitterlab-arena-trace 1";

  private static final String SHIPPED = "five-players.trace.gz";

  /** Nobody sends more in a day; more is no trace of players. */
  private static final int MOST_MESSAGES = 20_000_000;

  private static final int MOST_PLAYERS = 10_000;
  private static final long LONGEST_US = 7L * 24 * 3_600 * 1_000_000;

  private TraceFile() {}

  /** Reads the trace that Jitterlab brings along: five scripted players at human input rates. */
  public static Trace shipped() {
    try (InputStream in = TraceFile.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new IllegalStateException(SHIPPED + " is not in the jar");
      }
      return read(new GZIPInputStream(in), SHIPPED);
    } catch (IOException e) {
      throw new IllegalStateException(SHIPPED + " cannot be read", e);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or is no trace; the message says in which line
   */
  public static Trace read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(isCompressed(file) ? new GZIPInputStream(in) : in, file.toString());
    }
  }

  static boolean isCompressed(Path file) {
    return file.toString().endsWith(".gz");
  }

  static Trace read(InputStream in, String name) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    if (!FIRST_LINE.equals(lines.readLine())) {
      throw new IOException(name + ":1: expected '" + FIRST_LINE + "'");
    }
    StringBuilder source = new StringBuilder();
    Map<Integer, List<long[]>> byPlayer = new TreeMap<>();
    long lastUs = 0;
    int number = 1;
    String line = lines.readLine();
    while (line != null) {
      number++;
      if (line.startsWith("#")) {
        source.append(source.length() == 0 ? "" : " ").append(line.substring(1).trim());
      } else if (!line.isBlank()) {
        long[] message = parse(line, name + ":" + number);
        if (message[0] < lastUs) {
          throw new IOException(
              name + ":" + number + ": the time goes back; sort the lines by time");
        }
        lastUs = message[0];
        byPlayer.computeIfAbsent((int) message[1], player -> new ArrayList<>()).add(message);
        if (number > MOST_MESSAGES || byPlayer.size() > MOST_PLAYERS) {
          throw new IOException(
              name
                  + ":"
                  + number
                  + ": more than "
                  + MOST_MESSAGES
                  + " lines or "
                  + MOST_PLAYERS
                  + " players; split the file");
        }
      }
      line = lines.readLine();
    }
    if (byPlayer.isEmpty()) {
      throw new IOException(name + ": no message in it");
    }
    List<Trace.Player> players = new ArrayList<>();
    byPlayer.values().forEach(messages -> players.add(player(messages)));
    return new Trace(players, lastUs + 1, source.toString());
  }

  private static long[] parse(String line, String where) throws IOException {
    String[] words = line.trim().split(" +", -1);
    try {
      if (words.length == 4) {
        long[] message = new long[4];
        for (int i = 0; i < 4; i++) {
          message[i] = Long.parseLong(words[i]);
        }
        if (message[0] >= 0
            && message[0] <= LONGEST_US
            && message[1] >= 0
            && message[1] <= Integer.MAX_VALUE
            && message[2] >= 0
            && message[2] <= 127
            && message[3] >= 0
            && message[3] <= 65_535) {
          return message;
        }
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IOException(
        where
            + ": expected 'MICROSECONDS PLAYER KEYS(0-127) HEADING(0-65535)', found '"
            + line
            + "'");
  }

  private static Trace.Player player(List<long[]> messages) {
    int count = messages.size();
    long[] times = new long[count];
    int[] keys = new int[count];
    int[] headings = new int[count];
    for (int i = 0; i < count; i++) {
      times[i] = messages.get(i)[0];
      keys[i] = (int) messages.get(i)[2];
      headings[i] = (int) messages.get(i)[3];
    }
    return new Trace.Player(times, keys, headings);
  }

  /**
   * Begins a file; {@code source} says in words where it comes from. The caller closes the writer.
   */
  public static Writer create(Path file, String source) throws IOException {
    OutputStream out = Files.newOutputStream(file);
    Writer writer =
        new BufferedWriter(
            new OutputStreamWriter(
                isCompressed(file) ? new GZIPOutputStream(out) : out, StandardCharsets.UTF_8));
    writer.write(FIRST_LINE + "\n# " + source + "\n");
    return writer;
  }

  /** Returns the line of a message, with its end. */
  public static String line(long timeUs, int player, int keys, int heading) {
    return timeUs + " " + player + " " + keys + " " + heading + "\n";
  }
}

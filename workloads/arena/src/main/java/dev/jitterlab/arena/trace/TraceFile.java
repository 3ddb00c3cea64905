package dev.jitterlab.arena.trace;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * Traces as text: a first line, lines of words about the record that begin with {@code #}, and one
 * line a message: microseconds since the start, player, keys, heading. Instead of keys and heading
 * there may be {@code join} or {@code leave}. A name that ends in {@code .gz} is compressed.
 */
public final class TraceFile {
  /** What every trace begins with. */
  public static final String FIRST_LINE = "jitterlab-arena-trace 2";

  /** The same of version 1, which has no {@code join} and {@code leave}. */
  private static final String FIRST_LINE_OF_1 = "jitterlab-arena-trace 1";

  /** In the place of keys, which are never negative. */
  private static final int JOIN = -1;

  private static final int LEAVE = -2;

  private static final String SHIPPED = "five-players.trace.gz";

  /** Nobody sends more in a day; more is no trace of players. */
  private static final int MOST_MESSAGES = 20_000_000;

  /** Lines of messages that can be read behind the two lines of {@link #create}. */
  static final int MOST_CREATED_LINES = MOST_MESSAGES - 2;

  /** More players than these are in no trace. */
  public static final int MOST_PLAYERS = 10_000;

  /** A trace lasts seven days at most, in microseconds. */
  public static final long LONGEST_US = 7L * 24 * 3_600 * 1_000_000;

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
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (EOFException e) {
      throw new IOException(
          file
              + ": the compressed trace has no end, as if its recorder had been killed; to read the"
              + " part that is there, decompress it with gzip into a file without .gz",
          e);
    } catch (ZipException e) {
      throw new IOException(
          file + ": the name ends in .gz, and this is not compressed so, or damaged", e);
    }
  }

  static boolean isCompressed(Path file) {
    return file.toString().endsWith(".gz");
  }

  static Trace read(InputStream in, String name) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String first = lines.readLine();
    boolean isOfVersion1 = FIRST_LINE_OF_1.equals(first);
    if (!FIRST_LINE.equals(first) && !isOfVersion1) {
      throw new IOException(
          name + ":1: expected '" + FIRST_LINE + "' or '" + FIRST_LINE_OF_1 + "'");
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
        long[] message = parse(line, name + ":" + number, isOfVersion1);
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

  private static long[] parse(String line, String where, boolean isOfVersion1) throws IOException {
    String[] words = line.trim().split(" +", -1);
    try {
      if (words.length == 3
          && !isOfVersion1
          && (words[2].equals("join") || words[2].equals("leave"))) {
        long timeUs = number(words[0], LONGEST_US);
        long player = number(words[1], Integer.MAX_VALUE);
        return new long[] {timeUs, player, words[2].equals("join") ? JOIN : LEAVE, 0};
      }
      if (words.length == 4) {
        return new long[] {
          number(words[0], LONGEST_US),
          number(words[1], Integer.MAX_VALUE),
          number(words[2], 127),
          number(words[3], 65_535)
        };
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IOException(
        where
            + ": expected 'MICROSECONDS PLAYER KEYS(0-127) HEADING(0-65535)'"
            + (isOfVersion1 ? "" : " or 'MICROSECONDS PLAYER join' or 'leave'")
            + ", found '"
            + line
            + "'");
  }

  private static long number(String word, long most) {
    long number = Long.parseLong(word);
    if (number < 0 || number > most) {
      throw new NumberFormatException(word);
    }
    return number;
  }

  /**
   * A player whose first line is its coming was away before that. One that sends without having
   * come is there. The record begins anew at its end, so each one with an absence gets a line at
   * its beginning.
   */
  private static Trace.Player player(List<long[]> lines) {
    List<long[]> all = new ArrayList<>(lines.size() + 1);
    boolean comesLater = lines.get(0)[2] == JOIN;
    if (comesLater || lines.stream().anyMatch(line -> line[2] == LEAVE)) {
      all.add(new long[] {0, lines.get(0)[1], comesLater ? LEAVE : JOIN, 0});
    }
    all.addAll(lines);
    int count = all.size();
    long[] times = new long[count];
    int[] keys = new int[count];
    int[] headings = new int[count];
    boolean[] here = new boolean[count];
    int messages = 0;
    for (int i = 0; i < count; i++) {
      long[] line = all.get(i);
      boolean isMessage = line[2] >= 0;
      messages += isMessage ? 1 : 0;
      times[i] = line[0];
      keys[i] = isMessage ? (int) line[2] : 0;
      headings[i] = isMessage || i == 0 ? (int) line[3] : headings[i - 1];
      here[i] = line[2] != LEAVE;
    }
    return new Trace.Player(times, keys, headings, here, messages);
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

  /** Returns the line of a player that comes, with its end. */
  public static String join(long timeUs, int player) {
    return timeUs + " " + player + " join\n";
  }

  /** Returns the line of a player that goes, with its end. */
  public static String leave(long timeUs, int player) {
    return timeUs + " " + player + " leave\n";
  }

  /** Returns the line of a message, with its end. */
  public static String line(long timeUs, int player, int keys, int heading) {
    return timeUs + " " + player + " " + keys + " " + heading + "\n";
  }
}

package dev.jitterlab.arena.tool;

import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.world.ClientInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes inputs of recorded positions: lines {@code time,id,x,y} with seconds and any unit of
 * length, as public traces of avatars have them. The way from one position to the next becomes the
 * keys that are held and the heading. A way of nothing is standing still. The arena's speed is one
 * for all: the directions and the times are the trace's, the lengths are not. A player comes with
 * its first position and goes with its last one.
 */
final class PositionTrace {
  /** A player whose next position comes later than this has stopped in between. */
  private static final double LONGEST_WAY_SECONDS = 10;

  private static final int MOST_LINES = 5_000_000;

  /** The keys of eight directions: to the right first, then clockwise on a screen. */
  private static final int[] KEYS = {
    ClientInput.RIGHT,
    ClientInput.RIGHT | ClientInput.DOWN,
    ClientInput.DOWN,
    ClientInput.DOWN | ClientInput.LEFT,
    ClientInput.LEFT,
    ClientInput.LEFT | ClientInput.UP,
    ClientInput.UP,
    ClientInput.UP | ClientInput.RIGHT
  };

  private static final class Point {
    final double seconds;
    final double x;
    final double y;

    Point(double seconds, double x, double y) {
      this.seconds = seconds;
      this.x = x;
      this.y = y;
    }
  }

  private PositionTrace() {}

  /**
   * Converts a file.
   *
   * @return how many players there were
   * @throws IOException if it is no such file; the message says in which line
   */
  static int convert(Path csv, Path trace) throws IOException {
    Map<String, List<Point>> byId = read(csv);
    double first =
        byId.values().stream().mapToDouble(points -> points.get(0).seconds).min().orElse(0);
    for (List<Point> points : byId.values()) {
      if (timeUs(points.get(points.size() - 1), first) > TraceFile.LONGEST_US) {
        throw new IOException(
            csv
                + ": the positions span more than seven days, and no trace does; split the file, or"
                + " convert the times to seconds");
      }
    }
    SortedMap<Long, StringBuilder> lines = new TreeMap<>(); // by time, else in their order
    int player = 0;
    for (List<Point> points : byId.values()) {
      long startUs = timeUs(points.get(0), first);
      at(startUs, lines).append(TraceFile.join(startUs, player));
      follow(points, player, first, lines);
      long endUs = timeUs(points.get(points.size() - 1), first);
      at(endUs, lines).append(TraceFile.leave(endUs, player++));
    }
    try (Writer out =
        TraceFile.create(trace, "converted from the positions in " + csv.getFileName())) {
      for (StringBuilder one : lines.values()) {
        out.append(one);
      }
    }
    return byId.size();
  }

  private static StringBuilder at(long timeUs, Map<Long, StringBuilder> lines) {
    return lines.computeIfAbsent(timeUs, time -> new StringBuilder());
  }

  private static Map<String, List<Point>> read(Path csv) throws IOException {
    Map<String, List<Point>> byId = new LinkedHashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(csv)) {
      int number = 0;
      String line = lines.readLine();
      while (line != null) {
        number++;
        String[] cells = line.split(",", -1);
        if (number == 1 && cells.length == 4 && !isNumber(cells[0])) {
          line = lines.readLine(); // the columns' names
          continue;
        }
        if (!line.isBlank()) {
          add(byId, cells, csv + ":" + number, line);
        }
        if (byId.size() > TraceFile.MOST_PLAYERS) {
          throw new IOException(
              csv
                  + ":"
                  + number
                  + ": more than "
                  + TraceFile.MOST_PLAYERS
                  + " players; split the file");
        }
        if (number > MOST_LINES) {
          throw new IOException(csv + ": more than " + MOST_LINES + " lines; split the file");
        }
        line = lines.readLine();
      }
    } catch (NoSuchFileException e) {
      throw new IOException(csv + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new IOException(csv + ": this is no text in UTF-8; convert it", e);
    }
    if (byId.isEmpty()) {
      throw new IOException(csv + ": no position in it");
    }
    return byId;
  }

  private static boolean isNumber(String text) {
    try {
      return Double.isFinite(Double.parseDouble(text.trim()));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void add(Map<String, List<Point>> byId, String[] cells, String where, String line)
      throws IOException {
    if (cells.length != 4 || !isNumber(cells[0]) || !isNumber(cells[2]) || !isNumber(cells[3])) {
      throw new IOException(
          where + ": expected 'time,id,x,y' with the time in seconds, found '" + line + "'");
    }
    Point point =
        new Point(
            Double.parseDouble(cells[0].trim()),
            Double.parseDouble(cells[2].trim()),
            Double.parseDouble(cells[3].trim()));
    List<Point> points = byId.computeIfAbsent(cells[1].trim(), id -> new ArrayList<>());
    if (!points.isEmpty() && point.seconds < points.get(points.size() - 1).seconds) {
      throw new IOException(
          where + ": the time of " + cells[1] + " goes back; sort the lines by time");
    }
    points.add(point);
  }

  private static void follow(
      List<Point> points, int player, double first, Map<Long, StringBuilder> lines) {
    int heading = 0;
    for (int i = 0; i < points.size(); i++) {
      Point here = points.get(i);
      long timeUs = timeUs(here, first);
      Point next = i + 1 < points.size() ? points.get(i + 1) : here;
      double dx = next.x - here.x;
      double dy = next.y - here.y;
      boolean moves = (dx != 0 || dy != 0) && next.seconds - here.seconds <= LONGEST_WAY_SECONDS;
      int keys = 0;
      if (moves) {
        double way = Math.atan2(dy, dx);
        heading = (int) Math.round(way / (2 * Math.PI) * 65_536) & 0xFFFF;
        keys = KEYS[Math.floorMod(Math.round(way / (Math.PI / 4)), KEYS.length)];
      }
      at(timeUs, lines).append(TraceFile.line(timeUs, player, keys, heading));
    }
  }

  private static long timeUs(Point point, double first) {
    return Math.round((point.seconds - first) * 1e6);
  }
}

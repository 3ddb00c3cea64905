package dev.jitterlab.battle.bot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What bots saw of a cluster, one line of JSON each, for somebody who compares it with what the
 * cluster has kept: {@code {"name": …, "player": …}} of each login, and {@code {"player": …,
 * "server": …, "battle": …, "ending": …, "won": …}} of each battle whose end the bot was told. Bots
 * that are started again go on in the same file. Thread-safe.
 */
final class BotLedger implements AutoCloseable {
  private final FileChannel file; // null for none

  private BotLedger(FileChannel file) {
    this.file = file;
  }

  /** Opens a file, to whose end the lines go; null for bots that write nothing. */
  static BotLedger open(Path file) throws IOException {
    if (file == null) {
      return new BotLedger(null);
    }
    FileChannel opened =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (opened.size() > 0) { // the last line may be half of one
      opened.write(ByteBuffer.wrap(new byte[] {'\n'}));
    }
    return new BotLedger(opened);
  }

  void loggedIn(String name, long player) {
    add(StrictJson.object().put("name", name).put("player", player));
  }

  void over(long player, Assignment seat, String ending, boolean won) {
    add(
        StrictJson.object()
            .put("player", player)
            .put("server", seat.server)
            .put("battle", seat.battle)
            .put("ending", ending)
            .put("won", won));
  }

  /** A line at a time, so that a kill leaves at most half of the last one. */
  private synchronized void add(ObjectNode line) {
    if (file == null || !file.isOpen()) {
      return;
    }
    byte[] json = StrictJson.write(line);
    ByteBuffer bytes = ByteBuffer.allocate(json.length + 1).put(json).put((byte) '\n').flip();
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException e) {
      System.getLogger(BotLedger.class.getName())
          .log(System.Logger.Level.ERROR, "what a bot saw could not be written", e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}

package dev.jitterlab.chat.bot;

import dev.jitterlab.program.Parts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Bots in one room of a server. */
public final class TalkingBots implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("ada", "bob", "cleo", "dan", "eve", "fay", "gus", "hal", "ida", "jim");

  private final List<TalkingBot> bots = new ArrayList<>();

  private TalkingBots() {}

  /**
   * Lets them enter.
   *
   * @throws IOException if the server does not answer
   */
  public static TalkingBots start(InetSocketAddress server, String room, int count)
      throws IOException {
    return Parts.open(new TalkingBots(), all -> all.enter(server, room, count));
  }

  private void enter(InetSocketAddress server, String room, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String number = i < NAMES.size() ? "" : "-" + (i / NAMES.size() + 1);
      bots.add(new TalkingBot(server, room, "bot-" + NAMES.get(i % NAMES.size()) + number, i));
    }
  }

  @Override
  public void close() {
    bots.forEach(TalkingBot::close);
  }
}

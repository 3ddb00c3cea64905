package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * The one thread that reads the sockets of all bots. It reads each ready socket once per selection,
 * which is one system call a packet.
 */
final class BotReader implements AutoCloseable {
  private final NanoClock clock;
  private final Selector selector;
  private final Thread thread = new Thread(this::run, "bot-reader");

  // One byte more than the largest packet, so that a longer one is not taken for it.
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(Datagram.MAX_BYTES + 1);

  BotReader(NanoClock clock) throws IOException {
    this.clock = clock;
    this.selector = Selector.open();
    thread.setDaemon(true);
  }

  void register(DatagramChannel channel, Bot bot) throws IOException {
    channel.register(selector, SelectionKey.OP_READ, bot);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (selector.isOpen()) {
        selector.select(this::read);
      }
    } catch (ClosedSelectorException e) {
      return; // closed between the check and the selection
    } catch (IOException e) {
      throw new UncheckedIOException("the bots' sockets cannot be read", e);
    }
  }

  private void read(SelectionKey key) {
    ((Bot) key.attachment()).receive(buffer, clock.nanoTime());
  }

  /** Ends the thread; the channels belong to others. */
  @Override
  public void close() throws IOException {
    selector.close();
  }
}

package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.OpenConnections;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A few threads, each with a selector. The users of a room are all one loop's, so that a message
 * goes from its reader to its listeners without another thread.
 */
final class LoopDesign implements ChatDesign {
  private static final long CLOSING_MS = 200;

  private final OpenConnections open;
  private final List<ChatLoop> loops = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();

  LoopDesign(OpenConnections open, int threads, int bufferBytes) throws IOException {
    this.open = open;
    for (int i = 0; i < threads; i++) {
      loops.add(new ChatLoop(this, bufferBytes));
    }
    for (int i = 0; i < threads; i++) {
      loops.get(i).start("chat-loop-" + (i + 1));
    }
  }

  @Override
  public void admit(SocketChannel channel) throws IOException {
    try {
      channel.configureBlocking(false);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    ChatLoop loop = loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    LoopConnection connection = new LoopConnection(open, channel, loop);
    connection.open();
  }

  /** Returns the loop of a room. */
  ChatLoop loopOf(String room) {
    return loops.get(Math.floorMod(room.hashCode() * 0x9E3779B1, loops.size()));
  }

  @Override
  public void close() {
    open.endAll();
    loops.forEach(ChatLoop::close);
    loops.forEach(loop -> loop.awaitEnd(CLOSING_MS));
  }
}

package dev.jitterlab.chat.server;

import dev.jitterlab.chat.room.Overflow;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.server.web.ChatDoor;
import dev.jitterlab.chat.wire.Denial;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.function.Consumer;

/** A server of a test, in the test's JVM. */
public final class ServerInTest implements AutoCloseable {
  private final ChatProcess process;

  private ServerInTest(ChatProcess process) {
    this.process = process;
  }

  static ServerInTest start(Consumer<ChatSettings> change) throws IOException {
    ChatSettings settings = new ChatSettings();
    settings.threads = 2;
    change.accept(settings);
    return new ServerInTest(ChatProcess.start(settings));
  }

  /** Starts one with that design and nothing to hold its users back. */
  public static ServerInTest ofDesign(String design) throws IOException {
    return start(
        settings -> {
          settings.design = DesignKind.valueOf(design.toUpperCase(Locale.ROOT).replace('-', '_'));
          settings.rooms.messageRate = 0;
        });
  }

  /** Starts one whose clients come over WebSocket. */
  public static ServerInTest overWebSocket() throws IOException {
    return start(
        settings -> {
          settings.webPort = 0;
          settings.rooms.messageRate = 0;
        });
  }

  /** Starts one that drops a slow reader's oldest messages soon. */
  public static ServerInTest ofShortQueues() throws IOException {
    return start(
        settings -> {
          settings.rooms.messageRate = 0;
          settings.rooms.overflow = Overflow.DROP_OLDEST;
          settings.rooms.queue = 8;
          settings.sendBufferBytes = 8_192;
        });
  }

  /** Starts one with limits that hostile clients reach within a second. */
  public static ServerInTest guarded(String design) throws IOException {
    return start(
        settings -> {
          settings.design = DesignKind.valueOf(design.toUpperCase(Locale.ROOT).replace('-', '_'));
          settings.mostStrangers = 20;
          settings.enterSeconds = 1;
        });
  }

  public InetSocketAddress address() {
    return process.web().map(ChatDoor::address).orElseGet(process::address);
  }

  public long said() {
    return process.counters().said.sum();
  }

  public long dropped() {
    return process.counters().dropped.sum();
  }

  public long refused(Denial why) {
    return process.counters().of(why);
  }

  public long parted(Parting why) {
    return process.counters().of(why);
  }

  ChatProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}

package dev.jitterlab.chat.bot;

import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import dev.jitterlab.program.DaemonThreads;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * One bot: greets who comes, answers who names it or whispers to it, and says something now and
 * then. One thread reads and another one speaks.
 */
final class TalkingBot implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TalkingBot.class.getName());
  private static final int MOST_PLACES = 256;
  private static final int LEAST_PAUSE_MS = 4_000;
  private static final int MOST_PAUSE_MS = 20_000;

  private static final List<String> REMARKS =
      List.of(
          "Did you see the p99 of last night?",
          "Two threads for each connection. Those were the days.",
          "I was switched out in the middle of a sentence.",
          "My queue has place for 256 messages. I have never seen it full.",
          "Nobody here hears what he says himself. Have you noticed?",
          "A pause of 20 milliseconds is a long time for a bot.",
          "I only block when I have to.",
          "Who moved my carrier thread?",
          "TCP_NODELAY, or do you like to wait?",
          "Everybody in this room hears us in the same order.",
          "Is it the server, or is it me?",
          "The median was fine. It always is.");

  private static final List<String> ANSWERS =
      List.of(
          "Yes?",
          "I have read that, and nothing was lost.",
          "Could be. Measure it.",
          "With an interval, please.",
          "That is above my heap.",
          "Ask me again after the warm-up.");

  private final String nickname;
  private final SplittableRandom random;
  private final Socket socket = new Socket();
  private final String[] names = new String[MOST_PLACES];

  TalkingBot(InetSocketAddress server, String room, String nickname, long seed) throws IOException {
    this.nickname = nickname;
    this.random = new SplittableRandom(seed);
    socket.setTcpNoDelay(true);
    socket.connect(server);
    send(
        new FrameWriter(ChatWire.ENTER, 512)
            .put(ChatWire.VERSION)
            .putName(room)
            .putName(nickname)
            .frame());
    DaemonThreads.start("chat-bot-" + nickname, this::listen);
    DaemonThreads.start("chat-bot-speaks-" + nickname, this::speak);
  }

  private synchronized void send(byte[] frame) throws IOException {
    socket.getOutputStream().write(frame);
  }

  private synchronized int next(int bound) {
    return random.nextInt(bound);
  }

  private void speak() {
    try {
      while (!socket.isClosed()) {
        TimeUnit.MILLISECONDS.sleep(LEAST_PAUSE_MS + next(MOST_PAUSE_MS - LEAST_PAUSE_MS));
        say(REMARKS.get(next(REMARKS.size())));
      }
    } catch (IOException e) {
      ended(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String text) throws IOException {
    send(new FrameWriter(ChatWire.SAY, 4 * text.length()).putText(text).frame());
  }

  private void listen() {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(socket.getInputStream()))) {
      while (true) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        heard(frame.get(), frame);
      }
    } catch (IOException e) {
      ended(e);
    }
  }

  private void heard(byte kind, ByteBuffer frame) throws IOException {
    switch (kind) {
      case ChatWire.WELCOME:
        frame.position(frame.position() + 1 + Long.BYTES);
        for (int others = frame.get() & 0xFF; others > 0; others--) {
          int place = frame.get() & 0xFF;
          frame.getLong();
          names[place] = name(frame);
        }
        return;
      case ChatWire.JOINED:
        int place = frame.get() & 0xFF;
        names[place] = name(frame);
        if (!names[place].startsWith("bot-") && next(2) == 0) {
          say("Hello " + names[place] + "!");
        }
        return;
      case ChatWire.SAID:
        String speaker = names[frame.get() & 0xFF];
        frame.position(frame.position() + 2 * Long.BYTES);
        String text = StandardCharsets.UTF_8.decode(frame).toString();
        boolean isForMe = text.toLowerCase(Locale.ROOT).contains(nickname);
        if (isForMe && speaker != null && !speaker.startsWith("bot-")) {
          say(speaker + ": " + ANSWERS.get(next(ANSWERS.size())));
        }
        return;
      case ChatWire.WHISPERED:
        String from = name(frame);
        String answer = ANSWERS.get(next(ANSWERS.size()));
        if (!from.startsWith("bot-")) {
          send(new FrameWriter(ChatWire.WHISPER, 512).putName(from).putText(answer).frame());
        }
        return;
      case ChatWire.ARE_YOU_THERE:
        send(new FrameWriter(ChatWire.HERE, Long.BYTES).putLong(frame.getLong()).frame());
        return;
      default:
        return;
    }
  }

  private static String name(ByteBuffer frame) {
    byte[] name = new byte[frame.get() & 0xFF];
    frame.get(name);
    return new String(name, StandardCharsets.UTF_8);
  }

  private void ended(IOException e) {
    if (!socket.isClosed()) {
      LOG.log(System.Logger.Level.WARNING, nickname + " has left: " + e.getMessage());
      close();
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a bot could not be closed", e);
    }
  }
}

package dev.jitterlab.chat.server;

import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client that sends and receives one frame at a time. */
final class ClientInTest implements AutoCloseable {
  private static final int PATIENCE_MS = 20_000;

  private final Socket socket = new Socket();
  private final DataInputStream in;

  ClientInTest(ServerInTest server) throws IOException {
    this(server.process().address());
  }

  ClientInTest(InetSocketAddress address) throws IOException {
    socket.setReceiveBufferSize(16 << 10);
    socket.setSoTimeout(PATIENCE_MS);
    socket.connect(address);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  static ClientInTest entered(ServerInTest server, String room, String nickname)
      throws IOException {
    ClientInTest client = new ClientInTest(server);
    client.enter(room, nickname);
    client.await(ChatWire.WELCOME);
    return client;
  }

  void enter(String room, String nickname) throws IOException {
    send(
        new FrameWriter(ChatWire.ENTER, 600)
            .put(ChatWire.VERSION)
            .putName(room)
            .putName(nickname)
            .frame());
  }

  void say(String text) throws IOException {
    send(new FrameWriter(ChatWire.SAY, 4 * text.length()).putText(text).frame());
  }

  void whisper(String nickname, String text) throws IOException {
    send(
        new FrameWriter(ChatWire.WHISPER, 256 + 4 * text.length())
            .putName(nickname)
            .putText(text)
            .frame());
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Returns the next frame, from its kind on; null if the connection has ended. */
  ByteBuffer next() throws IOException {
    try {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      return ByteBuffer.wrap(frame);
    } catch (EOFException e) {
      return null;
    }
  }

  /** Returns the next frame of that kind, behind the kind; passes over others. */
  ByteBuffer await(byte kind) throws IOException {
    for (ByteBuffer frame = next(); frame != null; frame = next()) {
      if (frame.get() == kind) {
        return frame;
      }
    }
    throw new EOFException("the connection ended before a frame " + kind);
  }

  /** Returns the text of the next message. */
  String hear() throws IOException {
    ByteBuffer said = await(ChatWire.SAID);
    said.position(said.position() + 17);
    return text(said);
  }

  static String text(ByteBuffer frame) {
    return StandardCharsets.UTF_8.decode(frame).toString();
  }

  static String name(ByteBuffer frame) {
    byte[] name = new byte[frame.get() & 0xFF];
    frame.get(name);
    return new String(name, StandardCharsets.UTF_8);
  }

  /** Reads on until the server ends the connection. */
  void awaitEnd() {
    try {
      while (next() != null) {
        // what it still says is not asked for
      }
    } catch (IOException e) {
      // reset: that is an end, too
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

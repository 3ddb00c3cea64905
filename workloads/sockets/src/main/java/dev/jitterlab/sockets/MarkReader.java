package dev.jitterlab.sockets;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Asks a server, in Java or in C, how far it has come. For one thread. */
final class MarkReader implements Closeable {
  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;

  private MarkReader(Socket socket) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  static MarkReader connect(InetSocketAddress to) throws IOException {
    Socket socket = new Socket();
    socket.connect(to);
    socket.setTcpNoDelay(true);
    return new MarkReader(socket);
  }

  Mark read() throws IOException {
    out.write('m');
    return Mark.read(in);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package dev.jitterlab.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The sockets of {@code java.net}, with their streams. */
final class NetSockets implements BlockingSockets {
  @Override
  public Door open(InetSocketAddress at, SocketExchange exchange) throws IOException {
    if (exchange.kind().isDatagram()) {
      DatagramSocket socket = new DatagramSocket(at);
      return new Door(
          socket, socket.getLocalSocketAddress(), () -> new DatagramWire(socket, exchange, null));
    }
    ServerSocket listening = new ServerSocket();
    listening.setReuseAddress(true);
    listening.bind(at, SocketServer.BACKLOG);
    return new Door(
        listening,
        listening.getLocalSocketAddress(),
        () -> new StreamWire(listening.accept(), exchange));
  }

  @Override
  public SocketWire connect(InetSocketAddress to, SocketExchange exchange) throws IOException {
    if (exchange.kind().isDatagram()) {
      DatagramSocket socket = new DatagramSocket();
      socket.connect(to);
      return new DatagramWire(socket, exchange, to);
    }
    Socket socket = new Socket();
    socket.connect(to);
    return new StreamWire(socket, exchange);
  }

  private static final class StreamWire extends SocketWire {
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer;

    StreamWire(Socket socket, SocketExchange exchange) throws IOException {
      super(socket);
      socket.setTcpNoDelay(exchange.noDelay());
      socket.setSoTimeout(exchange.readTimeoutMs());
      in = socket.getInputStream();
      out = socket.getOutputStream();
      buffer = Buffers.heap(exchange);
    }

    @Override
    void send(int bytes) throws IOException {
      out.write(buffer, 0, bytes);
    }

    @Override
    int receiveSome(int most) throws IOException {
      return in.read(buffer, 0, most);
    }
  }

  /**
   * Reuses its packet objects, or makes new ones for each datagram: the paper's third prototype.
   */
  private static final class DatagramWire extends SocketWire {
    private final DatagramSocket socket;
    private final boolean fresh;
    private final boolean answers;
    private final byte[] buffer;
    private final DatagramPacket in;
    private final DatagramPacket out;

    /**
     * @param to null for whoever sent last
     */
    DatagramWire(DatagramSocket socket, SocketExchange exchange, InetSocketAddress to)
        throws IOException {
      super(socket);
      this.socket = socket;
      this.fresh = exchange.freshPackets();
      this.answers = to == null;
      this.buffer = Buffers.heap(exchange);
      this.in = new DatagramPacket(buffer, buffer.length);
      this.out = new DatagramPacket(buffer, 0);
      if (!answers) {
        out.setSocketAddress(to);
      }
      socket.setSoTimeout(exchange.readTimeoutMs());
    }

    @Override
    void send(int bytes) throws IOException {
      if (fresh) {
        socket.send(new DatagramPacket(buffer, bytes, out.getSocketAddress()));
      } else {
        out.setLength(bytes);
        socket.send(out);
      }
    }

    @Override
    int receiveSome(int most) throws IOException {
      DatagramPacket packet = fresh ? new DatagramPacket(buffer, most) : in;
      packet.setLength(most);
      socket.receive(packet);
      if (answers) {
        out.setAddress(packet.getAddress());
        out.setPort(packet.getPort());
      }
      return packet.getLength();
    }
  }
}

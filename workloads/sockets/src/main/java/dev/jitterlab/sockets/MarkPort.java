package dev.jitterlab.sockets;

import dev.jitterlab.program.DaemonThreads;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Where a client asks a server how far it has come: one byte asks, three numbers answer ({@link
 * Mark}). One client at a time; its connection costs nothing while it does not ask.
 */
final class MarkPort implements Closeable {
  private static final int LONGEST_QUEUE = 4;

  private final ServerSocket listening;
  private final OwnCpu cpu;
  private final Counts counts;
  private volatile Socket asking;

  private MarkPort(ServerSocket listening, OwnCpu cpu, Counts counts) {
    this.listening = listening;
    this.cpu = cpu;
    this.counts = counts;
  }

  static MarkPort open(InetAddress host, Counts counts) throws IOException {
    ServerSocket listening = new ServerSocket(0, LONGEST_QUEUE, host);
    MarkPort port = new MarkPort(listening, OwnCpu.ofThisProcess(), counts);
    DaemonThreads.start("jitterlab-marks", port::answer);
    return port;
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  private void answer() {
    while (!listening.isClosed()) {
      try (Socket client = listening.accept()) {
        asking = client;
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
        while (in.read() >= 0) {
          Mark.now(cpu, counts).write(out);
        }
      } catch (IOException e) {
        // The client has gone; the next one is taken.
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    Socket client = asking;
    if (client != null) {
      client.close();
    }
  }
}

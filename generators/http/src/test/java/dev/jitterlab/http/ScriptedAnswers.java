package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server that says on each connection what the test says, byte by byte, right or wrong. */
final class ScriptedAnswers implements AutoCloseable {
  /** Ends an answer behind which the connection is closed. */
  static final String CLOSE = "\u0000";

  /** Ends an answer behind which the connection is reset. */
  static final String RESET = "\u0001";

  /** What is answered. */
  @FunctionalInterface
  interface Script {
    /** Returns the bytes; connections, and the requests of each, count from 1. */
    String answer(int connection, int request);
  }

  private final ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Script script;

  ScriptedAnswers(Script script) throws IOException {
    this.script = script;
    threads.execute(this::accept);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        sockets.add(socket);
        int number = connections.incrementAndGet();
        threads.execute(() -> serve(socket, number));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket, int connection) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      int request = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.isEmpty()) {
          request++;
          String answer = script.answer(connection, request);
          String bytes = answer.replace(CLOSE, "").replace(RESET, "");
          socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
          if (answer.endsWith(RESET)) {
            socket.setSoLinger(true, 0);
          }
          if (bytes.length() < answer.length()) {
            break;
          }
        }
      }
    } catch (IOException e) {
      return; // the client has gone
    } finally {
      closed.incrementAndGet();
    }
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /** Returns how many connections there ever were. */
  int connections() {
    return connections.get();
  }

  /** Returns how many of them have ended. */
  int closed() {
    return closed.get();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}

package dev.jitterlab.http;

import java.io.IOException;

/** The server of {@link HttpLoadBench}, in a process of its own. */
final class BenchedServer {
  private BenchedServer() {}

  /** Prints where it is; serves until the process is ended. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (AnswerServer server = new AnswerServer()) {
      System.out.println(server.address());
      Thread.currentThread().join();
    }
  }
}

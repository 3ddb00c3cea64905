package dev.jitterlab.chat.server;

import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.ProcessCommand;
import java.io.IOException;
import java.net.InetSocketAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that runs a chat server until it gets SIGTERM or SIGINT. */
@Command(
    name = "chat-server",
    description =
        "Rooms in which everybody hears everybody else, by two threads a connection, an event loop,"
            + " or virtual threads.")
public final class ChatServer extends ProcessCommand {
  @Mixin private ChatSettings settings;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ChatServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    ChatProcess process = ChatProcess.start(settings);
    InetSocketAddress address =
        settings.isWebSocket() ? process.web().orElseThrow().address() : process.address();
    ReadyLine ready =
        new ReadyLine().endpoint("chat", address).endpoint("metrics", process.metricsUri());
    process.web().ifPresent(door -> ready.endpoint("web", door.uri()));
    Parts.serveUntilTerminated(process, ready);
  }
}

package dev.jitterlab.chat.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.wire.ChatWire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real process that has no descriptor left, as the shell's ulimit says. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DescriptorsTest {
  private static final Pattern READY =
      Pattern.compile("JITTERLAB READY chat=([^:]+):(\\d+) metrics=(\\S+).*");
  private static final int FLOOD = 500;

  @Test
  void withoutADescriptorTheOthersGoOnAndLaterNewOnesAreTakenIn() throws Exception {
    Process server =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n 400; exec \"$0\" -Xmx64m -cp \"$1\" \"$2\" --threads 1",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                ChatServer.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<ClientInTest> clients = new ArrayList<>();
    try {
      Matcher ready = ready(server);
      InetSocketAddress chat =
          new InetSocketAddress(ready.group(1), Integer.parseInt(ready.group(2)));
      ClientInTest anna = entered(chat, "anna", clients);
      ClientInTest bert = entered(chat, "bert", clients);
      assertEquals(0, failures(ready.group(3)));
      // The classes of this test lie in folders: to load one takes a descriptor. So the server sees
      // a client that comes and goes while it has some; from its jars it needs none.
      new ClientInTest(chat).close();
      entered(chat, "dora", clients).close();
      anna.say("before");
      assertEquals("before", bert.hear());
      List<ClientInTest> flood = new ArrayList<>();
      for (int i = 0; i < FLOOD; i++) {
        flood.add(new ClientInTest(chat)); // the system takes them in, and the server cannot
      }
      for (int i = 0; i < 20; i++) {
        anna.say("m" + i);
        assertEquals("m" + i, bert.hear());
      }
      for (ClientInTest one : flood) {
        one.close();
      }
      ClientInTest carl = entered(chat, "carl", clients);
      carl.say("I am in");
      assertEquals("I am in", bert.hear());
      assertTrue(failures(ready.group(3)) > 0, "counted");
    } finally {
      for (ClientInTest client : clients) {
        client.close();
      }
      server.destroy();
      assertTrue(server.waitFor(20, TimeUnit.SECONDS));
    }
  }

  private static ClientInTest entered(
      InetSocketAddress chat, String nickname, List<ClientInTest> clients) throws IOException {
    ClientInTest client = new ClientInTest(chat);
    clients.add(client);
    client.enter("hall", nickname);
    client.await(ChatWire.WELCOME);
    return client;
  }

  private static Matcher ready(Process server) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = READY.matcher(line);
      if (matcher.matches()) {
        return matcher;
      }
    }
    throw new IOException("the server ended");
  }

  private static double failures(String metrics) throws IOException, InterruptedException {
    String text =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(metrics)).build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher matcher =
        Pattern.compile("^jitterlab_chat_accept_failures_total (\\S+)$", Pattern.MULTILINE)
            .matcher(text);
    assertTrue(matcher.find(), text);
    return Double.parseDouble(matcher.group(1));
  }
}

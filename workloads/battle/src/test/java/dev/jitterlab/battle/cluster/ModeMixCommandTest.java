package dev.jitterlab.battle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.StrictJson;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command of docs/cluster.md by which a person changes the mode mix, run as it stands there.
 */
class ModeMixCommandTest {
  private static final Path DOCUMENT = Path.of("../../docs/cluster.md");
  private static final String HEADING = "## The mode mix by command";
  private static final String INDENT = "    ";

  @TempDir private Path folder;

  @Test
  void isSignedAsTheServersAskFor() throws Exception {
    assumeTrue(
        isInstalled("openssl") && isInstalled("curl"),
        "needs `command -v openssl && command -v curl`");
    Path keyFile =
        Files.createFile(
            folder.resolve("key"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(keyFile, "0123456789abcdef".repeat(4) + "\n");
    ServerKey key = ClusterKey.read(keyFile).ofServer("s-1");
    Queue<String> mixes = new ConcurrentLinkedQueue<>();
    JsonHandler change =
        JsonHandler.now(
            request -> {
              mixes.add(request.body().text("mix", 100));
              return JsonAnswer.ok(StrictJson.object());
            });
    JsonRoutes routes = new JsonRoutes().post("/mode-mix", key.guard(change));
    try (JsonServer control =
        JsonServer.start("127.0.0.1", 0, 10, routes, new PrometheusRegistry())) {
      Path output = folder.resolve("output.txt");
      ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", command());
      shell.environment().put("KEY_FILE", keyFile.toString());
      shell.environment().put("SERVER", "s-1");
      shell.environment().put("CONTROL", control.uri().toString());
      int status =
          shell.redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();

      assertEquals(0, status, Files.readString(output));
      assertEquals(List.of("boss:3,escort:1"), List.copyOf(mixes), Files.readString(output));
    }
  }

  private static String command() throws IOException {
    String command =
        Files.readAllLines(DOCUMENT).stream()
            .dropWhile(line -> !line.equals(HEADING))
            .skip(1)
            .takeWhile(line -> line.startsWith(INDENT))
            .collect(Collectors.joining("\n"));
    assertTrue(command.contains("curl "), command);
    return command;
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }
}

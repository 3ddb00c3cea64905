package dev.jitterlab.aggregator.peer;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the files that nginx and Varnish need into a folder. */
final class PeerConfiguration {
  private static final int MOST_PARTS = 64;

  private final Path folder;
  private final int port;
  private final List<InetSocketAddress> services;

  /** Files go into {@code folder}, which exists; the server is to listen on {@code port}. */
  PeerConfiguration(Path folder, int port, List<InetSocketAddress> services) {
    this.folder = folder.toAbsolutePath();
    this.port = port;
    this.services = List.copyOf(services);
  }

  /** Returns nginx's configuration, with the pages that it fills in beside it. */
  Path nginx(int workers, int callSeconds, boolean root) throws IOException {
    for (int count = 1; count <= MOST_PARTS; count++) {
      Files.writeString(folder.resolve("composed-" + count + ".html"), page("fresh", count, false));
      Files.writeString(
          folder.resolve("parts-" + count + ".html"), page("kept/$site", count, true));
    }
    String servers =
        services.stream()
            .map(one -> "server " + one.getHostString() + ':' + one.getPort() + "; ")
            .collect(Collectors.joining());
    return write(
        "nginx.conf",
        Map.of(
            "user", root ? "user root;" : "",
            "workers", Integer.toString(workers),
            "call", Integer.toString(callSeconds),
            "directory", folder.toString(),
            "port", Integer.toString(port),
            "servers", servers));
  }

  private static String page(String where, int count, boolean personal) {
    StringBuilder page = new StringBuilder(4_096);
    page.append("<!doctype html><html><head><title><!--# echo var=\"id\" --></title></head><body>");
    for (int i = 0; i < count; i++) {
      page.append("<!--# include virtual=\"/").append(where).append("/part").append(i);
      page.append("/$id\" -->");
    }
    if (personal) {
      page.append("<!--# include virtual=\"/personal\" -->");
    }
    return page.append("</body></html>\n").toString();
  }

  /** Returns Varnish's program. */
  Path varnish() throws IOException {
    StringBuilder backends = new StringBuilder();
    StringBuilder directors = new StringBuilder();
    for (int i = 0; i < services.size(); i++) {
      InetSocketAddress one = services.get(i);
      backends.append("backend r").append(i).append(" { .host = \"").append(one.getHostString());
      backends.append("\"; .port = \"").append(one.getPort()).append("\"; }\n");
      directors.append("services.add_backend(r").append(i).append("); ");
    }
    return write(
        "pages.vcl", Map.of("backends", backends.toString(), "directors", directors.toString()));
  }

  private Path write(String name, Map<String, String> values) throws IOException {
    String text;
    try (InputStream in = PeerConfiguration.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is not in the jar");
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace('@' + value.getKey() + '@', value.getValue());
    }
    return Files.writeString(folder.resolve(name), text);
  }
}

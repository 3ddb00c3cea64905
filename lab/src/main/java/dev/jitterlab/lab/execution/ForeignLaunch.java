package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.host.Readiness;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Fills what the plan of a foreign server has left to the start: ports, folders, the load's target.
 * The server and its load have the same ports. For one thread.
 */
final class ForeignLaunch {
  private final Plan.Instance instance;
  private final int block;
  private final Host host;
  private final Map<String, String> ports = new LinkedHashMap<>();

  ForeignLaunch(Plan.Instance instance, int block, Host host) {
    this.instance = instance;
    this.block = block;
    this.host = host;
  }

  /** The server. */
  Launch server(Path folder) {
    Foreign foreign = instance.foreign();
    List<String> command = filled(instance.command(), folder);
    Map<String, String> endpoints = new LinkedHashMap<>();
    endpoints.put(StartPlaceholders.TARGET, filled(foreign.target(), folder));
    List<String> metrics = filled(foreign.metrics(), folder);
    for (int i = 0; i < metrics.size(); i++) {
      endpoints.put(LabProcess.METRICS + (i == 0 ? "" : "." + (i + 1)), metrics.get(i));
    }
    String ready = filled(foreign.ready(), folder);
    ports.forEach(endpoints::putIfAbsent);
    Readiness readiness =
        switch (foreign.sign()) {
          case LOG -> new Readiness.Line(Pattern.compile(ready), endpoints);
          case PORT -> new Readiness.Port(Integer.parseInt(ready), endpoints);
          case HTTP -> new Readiness.Http(URI.create(ready), endpoints);
        };
    return Launch.foreign(instance.id(), block, command, folder, readiness, false);
  }

  /**
   * Its load.
   *
   * @param target where the load reaches the server
   */
  Launch load(String id, Path folder, String target) {
    List<String> command =
        instance.foreign().load().stream().map(text -> filled(text, folder, target)).toList();
    return Launch.foreign(id, block, command, folder, new Readiness.Started(), true);
  }

  private List<String> filled(List<String> texts, Path folder) {
    return texts.stream().map(text -> filled(text, folder)).toList();
  }

  /** For the server itself, which reaches itself as the plan says. */
  private String filled(String text, Path folder) {
    return filled(text, folder, instance.foreign().target());
  }

  private String filled(String text, Path folder, String target) {
    return StartPlaceholders.fill(
        text,
        name ->
            switch (name) {
              case StartPlaceholders.DIRECTORY -> Optional.of(folder.toAbsolutePath().toString());
              case StartPlaceholders.TARGET -> Optional.of(filled(target, folder));
              case String port when StartPlaceholders.isPort(port) ->
                  Optional.of(ports.computeIfAbsent(port, _ -> Integer.toString(host.freePort())));
              case String _ -> Optional.empty();
            });
  }
}

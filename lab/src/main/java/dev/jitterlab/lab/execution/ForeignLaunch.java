package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.StartPlaceholders;
import dev.jitterlab.lab.process.FreePorts;
import dev.jitterlab.lab.process.LabProcess;
import dev.jitterlab.lab.process.Launch;
import dev.jitterlab.lab.process.Readiness;
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
  private final FreePorts free;
  private final Map<String, String> ports = new LinkedHashMap<>();

  ForeignLaunch(Plan.Instance instance, int block, FreePorts free) {
    this.instance = instance;
    this.block = block;
    this.free = free;
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
    return new Launch(instance.id(), block, command, folder, readiness, false);
  }

  /** Its load. */
  Launch load(String id, Path folder) {
    List<String> command = filled(instance.foreign().load(), folder);
    return new Launch(id, block, command, folder, new Readiness.Started(), true);
  }

  private List<String> filled(List<String> texts, Path folder) {
    return texts.stream().map(text -> filled(text, folder)).toList();
  }

  private String filled(String text, Path folder) {
    return StartPlaceholders.fill(
        text,
        name ->
            switch (name) {
              case StartPlaceholders.DIRECTORY -> Optional.of(folder.toAbsolutePath().toString());
              case StartPlaceholders.TARGET ->
                  Optional.of(filled(instance.foreign().target(), folder));
              case String port when StartPlaceholders.isPort(port) ->
                  Optional.of(ports.computeIfAbsent(port, _ -> Integer.toString(free.next())));
              case String _ -> Optional.empty();
            });
  }
}

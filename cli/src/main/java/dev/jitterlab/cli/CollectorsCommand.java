package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collector.Attachment;
import dev.jitterlab.lab.collector.Collector;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.terminal.TextWrap;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.yaml.Spelling;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists what can be recorded; its subcommand prints what was. */
@Command(
    name = "collectors",
    description = "List what Jitterlab can record, and whether this machine allows it.")
public final class CollectorsCommand implements Runnable {
  private static final String GAP = "  ";

  @Mixin private Output output;

  @Override
  public void run() {
    List<Jdk> jdks = JdkFinder.ofThisMachine().find().jdks();
    List<Listed> listed =
        KnownCollectors.all().stream().map(collector -> Listed.of(collector, jdks)).toList();
    output.print(out -> print(listed, out), Map.of("collectors", listed));
  }

  private void print(List<Listed> listed, PrintWriter out) {
    int width = listed.stream().mapToInt(one -> one.name().length()).max().orElse(0);
    int room = output.terminal().width() - width - GAP.length();
    for (Listed one : listed) {
      String name = output.terminal().bold(one.name()) + " ".repeat(width - one.name().length());
      String indent = " ".repeat(width);
      List<String> lines =
          Stream.of(one.description(), one.attachment(), one.readBack(), one.permission())
              .filter(text -> !text.isEmpty())
              .flatMap(text -> TextWrap.lines(text, room).stream())
              .toList();
      for (int i = 0; i < lines.size(); i++) {
        out.println((i == 0 ? name : indent) + GAP + output.terminal().shown(lines.get(i)));
      }
    }
    out.println();
    TextWrap.lines(
            "An experiment switches them by name, as in `defaults: {recording: {jfr: false}}`."
                + " `./jitterlab collectors series DIR NAME` prints what one recorded.",
            output.terminal().width())
        .forEach(out::println);
  }

  /** A collector as it is shown. */
  private record Listed(
      String name,
      String description,
      List<String> attachesTo,
      boolean onByDefault,
      String fixed,
      List<String> jvmArguments,
      int sinceJdk,
      List<String> files,
      List<ListedSeries> series,
      boolean allowed,
      List<String> obstacles) {
    static Listed of(Collector collector, List<Jdk> jdks) {
      Map<Optional<Collector.Obstacle>, List<Jdk>> byObstacle =
          jdks.stream()
              .collect(
                  Collectors.groupingBy(
                      jdk -> collector.obstacle(Path.of("/"), jdk),
                      LinkedHashMap::new,
                      Collectors.toList()));
      return new Listed(
          collector.name(),
          collector.description(),
          Stream.of(Attachment.values())
              .filter(collector.attachesTo()::contains)
              .map(Attachment::words)
              .toList(),
          collector.isOnByDefault(),
          collector.fixed().orElse(null),
          collector.jvmArguments(),
          collector.sinceFeature(),
          collector.files(),
          collector.series().stream().map(ListedSeries::of).toList(),
          byObstacle.containsKey(Optional.<Collector.Obstacle>empty()),
          byObstacle.entrySet().stream()
              .flatMap(entry -> entry.getKey().map(o -> text(o, entry.getValue())).stream())
              .toList());
    }

    private static String text(Collector.Obstacle obstacle, List<Jdk> jdks) {
      return "With JDK %s: %s. %s"
          .formatted(
              jdks.stream().map(Jdk::version).distinct().collect(Collectors.joining(", ")),
              obstacle.reason(),
              obstacle.remedy());
    }

    String attachment() {
      return "Attaches to: %s. %s by default.%s"
          .formatted(
              String.join(", ", attachesTo),
              onByDefault ? "On" : "Off",
              fixed == null ? "" : " " + fixed);
    }

    String readBack() {
      return series.isEmpty()
          ? ""
          : series.stream()
              .map(ListedSeries::name)
              .collect(Collectors.joining(", ", "Series: ", "."));
    }

    String permission() {
      return Stream.concat(
              Stream.of(allowed ? "This machine allows it." : "This machine does not allow it."),
              obstacles.stream())
          .collect(Collectors.joining(" "));
    }
  }

  private record ListedSeries(String name, String unit, String description) {
    static ListedSeries of(Series series) {
      return new ListedSeries(series.name(), series.unit(), series.description());
    }
  }

  /** One point of one process. */
  private record Row(String process, double at, double value) {}

  @Command(
      name = "series",
      description = {
        "Print what a collector recorded in a run, as CSV.",
        "Times are in seconds since the start of the measurement."
      })
  void series(
      @Parameters(paramLabel = "DIR", description = "The run directory.") Path directory,
      @Parameters(paramLabel = "NAME", description = "The series, such as gc_pause_seconds.")
          String name,
      @Mixin Output rowsOutput) {
    Series series = KnownCollectors.series(name).orElseThrow(() -> unknown(name));
    RunDirectory run = new RunDirectory(directory);
    RunLock.requireIdle(run);
    try (SamplesReader samples = SamplesReader.open(run).orElse(null)) {
      Evidence evidence = Evidence.read(run, Optional.ofNullable(samples));
      List<Row> rows = rows(evidence, series).toList();
      rowsOutput.print(
          out -> {
            out.println("process,at_seconds," + name);
            rows.forEach(row -> out.println(row.process() + "," + row.at() + "," + row.value()));
          },
          Map.of("name", name, "unit", series.unit(), "points", rows));
      if (rows.isEmpty()) {
        rowsOutput.remark(nothing(evidence, name, directory));
      }
    }
  }

  private static Stream<Row> rows(Evidence evidence, Series series) {
    return KnownCollectors.all().stream()
        .filter(one -> one.series().stream().anyMatch(own -> own.name().equals(series.name())))
        .flatMap(collector -> evidence.attachedTo(collector).stream())
        .flatMap(
            process ->
                series.read(evidence.recorded(process)).stream()
                    .map(point -> new Row(process.id(), point.at(), point.value())));
  }

  private static String nothing(Evidence evidence, String name, Path directory) {
    String recorded =
        KnownCollectors.all().stream()
            .flatMap(collector -> collector.series().stream())
            .filter(series -> rows(evidence, series).findAny().isPresent())
            .map(Series::name)
            .collect(Collectors.joining(", "));
    return "Nothing was recorded as `%s` in %s: its collector was off, or it never happened. %s."
        .formatted(
            name,
            directory,
            recorded.isEmpty()
                ? "No other series has values"
                : "The series with values are " + recorded);
  }

  private static LabException unknown(String name) {
    List<String> known =
        KnownCollectors.all().stream().flatMap(c -> c.series().stream()).map(Series::name).toList();
    return LabException.wrong(
        "jitterlab collectors series",
        "there is no series `" + name + "`\n" + Spelling.expected(name, known),
        "Run `./jitterlab collectors --format json` to see all.");
  }
}

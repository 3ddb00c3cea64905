package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.jdk.JdkInstaller;
import dev.jitterlab.lab.terminal.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Lists the JDKs of this machine; its subcommand installs some. */
@Command(name = "jdks", description = "List the JDKs that experiments can use, or install some.")
public final class JdksCommand implements Callable<Integer> {
  @Mixin private FormatOption format;
  @ParentCommand private JitterlabCommand parent;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<Jdk> jdks = JdkFinder.ofThisMachine().find().withVendors().jdks();
    PrintWriter out = spec.commandLine().getOut();
    switch (format.format()) {
      case TEXT -> {
        TextTable table = new TextTable(parent.out(), "rllll");
        table.row("jdk", "version", "vendor", "fit", "home");
        jdks.forEach(jdk -> table.row(cells(jdk)));
        table.lines().forEach(out::println);
      }
      case JSON -> out.print(Json.write(Map.of("jdks", jdks.stream().map(Listed::of).toList())));
    }
    out.flush();
    return ExitCode.OK.status();
  }

  /** A JDK in JSON, its home as a plain path. */
  private record Listed(int feature, String version, String vendor, String home, boolean hasJfr) {
    static Listed of(Jdk jdk) {
      return new Listed(
          jdk.feature(), jdk.version(), jdk.vendor(), jdk.home().toString(), jdk.hasJfr());
    }
  }

  private static List<String> cells(Jdk jdk) {
    return List.of(
        Integer.toString(jdk.feature()),
        jdk.version(),
        jdk.vendor(),
        jdk.fit() ? "yes" : jdk.hasJfr() ? "no: too old" : "no: lacks Flight Recorder",
        jdk.home().toString());
  }

  @Command(
      name = "install",
      description = "Install JDKs into Jitterlab's own cache, with Python's pip.")
  int install(
      @Parameters(
              paramLabel = "FEATURE",
              arity = "1..*",
              description = "Feature releases, such as 11 17 21 25.")
          List<Integer> features) {
    PrintWriter out = spec.commandLine().getOut();
    JdkInstaller installer = new JdkInstaller(JdkFinder.ofThisMachine().cache(), System.getenv());
    features.forEach(JdkInstaller::requireOffered);
    for (int feature : features) {
      Jdk jdk = installer.install(feature);
      out.println("JDK " + feature + ": " + jdk.version() + " in " + jdk.home());
    }
    return ExitCode.OK.status();
  }
}

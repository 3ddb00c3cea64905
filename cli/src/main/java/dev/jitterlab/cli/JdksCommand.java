package dev.jitterlab.cli;

import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.jdk.JdkInstaller;
import dev.jitterlab.lab.report.table.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the JDKs of this machine; its subcommand installs some. */
@Command(name = "jdks", description = "List the JDKs that experiments can use, or install some.")
public final class JdksCommand implements Runnable {
  @Mixin private Output output;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    List<Jdk> jdks = JdkFinder.ofThisMachine().find().withVendors().jdks();
    output.print(
        out -> {
          Table table = Table.plain("rllll", "jdk", "version", "vendor", "fit", "home");
          jdks.forEach(jdk -> table.row(cells(jdk)));
          table.lines(output.terminal()).forEach(out::println);
        },
        Map.of("jdks", jdks.stream().map(Listed::of).toList()));
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
  void install(
      @Parameters(
              paramLabel = "FEATURE",
              arity = "1..*",
              description = "Feature releases, such as 11 17 21 25.")
          List<Integer> features,
      @Option(
              names = "--update",
              description = "Replace installed JDKs if the index has a newer update.")
          boolean update) {
    PrintWriter out = spec.commandLine().getOut();
    JdkInstaller installer = new JdkInstaller(JdkFinder.ofThisMachine().cache(), System.getenv());
    features.forEach(JdkInstaller::requireOffered);
    for (int feature : features) {
      Jdk jdk = update ? installer.update(feature) : installer.install(feature);
      out.println("JDK " + feature + ": " + jdk.version() + " in " + jdk.home());
    }
  }
}

package dev.jitterlab.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version =
        Optional.ofNullable(getClass().getPackage().getImplementationVersion())
            .orElse("(built from source)");
    return new String[] {"jitterlab " + version + " on Java " + Runtime.version()};
  }
}

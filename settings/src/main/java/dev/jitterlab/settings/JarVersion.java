package dev.jitterlab.settings;

import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The version of the jar that a command came in, for {@code --version}. */
public final class JarVersion implements IVersionProvider {
  @Spec private CommandSpec spec;

  @Override
  public String[] getVersion() {
    String version = spec.userObject().getClass().getPackage().getImplementationVersion();
    return new String[] {version == null ? "not from a jar" : version};
  }
}

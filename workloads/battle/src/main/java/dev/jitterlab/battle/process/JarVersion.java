package dev.jitterlab.battle.process;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar that a command came in, for {@code --version}. */
public final class JarVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = JarVersion.class.getPackage().getImplementationVersion();
    return new String[] {version == null ? "not from a jar" : version};
  }
}

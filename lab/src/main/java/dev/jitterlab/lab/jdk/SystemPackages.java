package dev.jitterlab.lab.jdk;

import dev.jitterlab.lab.SearchPath;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The package managers of the common Linux distributions, for remedies that can be typed. */
public enum SystemPackages {
  APT("apt-get", "apt-get install -y", "python3 python3-pip"),
  DNF("dnf", "dnf install -y", "python3 python3-pip"),
  ZYPPER("zypper", "zypper install -y", "python3 python3-pip"),
  APK("apk", "apk add", "python3 py3-pip"),
  PACMAN("pacman", "pacman -S --noconfirm", "python python-pip");

  private final String program;
  private final String install;
  private final String pip;

  SystemPackages(String program, String install, String pip) {
    this.program = program;
    this.install = install;
    this.pip = pip;
  }

  /** The package manager on the path, where there is one. */
  public static Optional<SystemPackages> find(Map<String, String> environment) {
    return Stream.of(values())
        .filter(packages -> SearchPath.find(packages.program, environment).isPresent())
        .findFirst();
  }

  /** The command that installs pip. */
  String installPip() {
    return install(pip);
  }

  /** The command that installs packages, their names separated by blanks. */
  public String install(String packages) {
    return "sudo " + install + " " + packages;
  }
}

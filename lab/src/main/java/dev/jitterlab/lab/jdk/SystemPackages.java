package dev.jitterlab.lab.jdk;

import dev.jitterlab.lab.SearchPath;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The package managers of the common Linux distributions, for remedies that can be typed. */
enum SystemPackages {
  APT("apt-get", "apt-get install -y python3 python3-pip"),
  DNF("dnf", "dnf install -y python3 python3-pip"),
  ZYPPER("zypper", "zypper install -y python3 python3-pip"),
  APK("apk", "apk add python3 py3-pip"),
  PACMAN("pacman", "pacman -S --noconfirm python python-pip");

  private final String program;
  private final String installPip;

  SystemPackages(String program, String installPip) {
    this.program = program;
    this.installPip = installPip;
  }

  /** The package manager on the path, where there is one. */
  static Optional<SystemPackages> find(Map<String, String> environment) {
    return Stream.of(values())
        .filter(packages -> SearchPath.find(packages.program, environment).isPresent())
        .findFirst();
  }

  /** The command that installs pip. */
  String installPip() {
    return "sudo " + installPip;
  }
}

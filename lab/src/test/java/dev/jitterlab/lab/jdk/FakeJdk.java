package dev.jitterlab.lab.jdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders that look like JDKs, with a shell script for a launcher. */
final class FakeJdk {
  private FakeJdk() {}

  /** A JDK whose release file says all. */
  static Path create(Path home, String version) throws IOException {
    launcher(home, "exit 1");
    Files.createDirectories(home.resolve("lib/jfr"));
    Files.writeString(home.resolve("lib/jfr/default.jfc"), "");
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"Maker\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  /** A launcher that runs a line of shell. */
  static void launcher(Path home, String line) throws IOException {
    script(Files.createDirectories(home.resolve("bin")).resolve("java"), line);
  }

  static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}

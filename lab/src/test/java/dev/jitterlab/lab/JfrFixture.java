package dev.jitterlab.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** A small real flight recording, made once. */
public final class JfrFixture {
  private static final byte[] RECORDING = record();

  private JfrFixture() {}

  /** The file's content. */
  public static byte[] recording() {
    return RECORDING.clone();
  }

  private static byte[] record() {
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JVMInformation");
      recording.start();
      recording.stop();
      Path file = Files.createTempFile("jitterlab", ".jfr");
      recording.dump(file);
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

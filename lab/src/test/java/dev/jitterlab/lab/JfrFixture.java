package dev.jitterlab.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** A small real flight recording, made once. */
public final class JfrFixture {
  private static final byte[] RECORDING = record();

  private JfrFixture() {}

  /** The file's content, dated to that time in seconds since the epoch. */
  public static byte[] recording(double from, double to) {
    ByteBuffer bytes = ByteBuffer.wrap(RECORDING.clone());
    for (int chunk = 0; chunk < bytes.limit(); chunk += (int) bytes.getLong(chunk + 8)) {
      bytes.putLong(chunk + 32, (long) (from * 1e9));
      bytes.putLong(chunk + 40, (long) ((to - from) * 1e9));
    }
    return bytes.array();
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

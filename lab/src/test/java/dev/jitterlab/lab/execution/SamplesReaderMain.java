package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;

/** A process of its own that has the samples of a run open until it is ended. */
public final class SamplesReaderMain {
  private SamplesReaderMain() {}

  /** Opens those of the run in the folder {@code arguments[0]}, and says so. */
  public static void main(String[] arguments) throws IOException {
    RunDirectory run = new RunDirectory(Path.of(arguments[0]));
    try (SamplesReader _ = SamplesReader.open(run).orElseThrow()) {
      System.out.println("open");
      int unused = System.in.read();
    }
  }
}

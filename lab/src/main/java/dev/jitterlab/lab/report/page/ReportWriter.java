package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes {@code report.html}, and {@code latency.osadl.json} of each group of a run without load,
 * from the other files of a run directory.
 */
public final class ReportWriter {
  private ReportWriter() {}

  /**
   * Writes the report, whole or not at all; an older one is replaced.
   *
   * @return the file
   * @throws LabException if {@code summary.json}, {@code plan.json} or {@code run.json} is missing,
   *     a file is damaged, or the report cannot be written
   */
  public static Path write(RunDirectory directory) {
    ReportData data = ReportDataReader.read(directory);
    String page = ReportPage.render(data);
    Path report = directory.report();
    try {
      WholeFile.write(report, page);
      OsadlDataset.writeAll(directory, data);
    } catch (IOException e) {
      throw LabException.failed(
          report.toString(),
          "the report cannot be written (" + e + ")",
          "Make room on the disk or give write permission, then run `jitterlab report "
              + directory.root()
              + "`.");
    }
    return report;
  }
}

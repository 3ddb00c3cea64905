package dev.jitterlab.lab.report;

import java.nio.file.*;
import java.util.List;

final class PreviewMain {
  public static void main(String[] a) throws Exception {
    Path out = Path.of(a[0]);
    Files.createDirectories(out);
    Files.writeString(
        out.resolve("two.html"),
        ReportPage.render(
            ReportDataFixture.twoGroups().inBlocks().nullifying("scheduled-pool/2").build()));
    Files.writeString(
        out.resolve("three.html"),
        ReportPage.render(new ReportDataFixture(List.of("G1", "ZGC", "Shenandoah")).build()));
    Files.writeString(
        out.resolve("one.html"),
        ReportPage.render(new ReportDataFixture(List.of("thread-per-task")).build()));
    Files.writeString(
        out.resolve("invalid.html"),
        ReportPage.render(ReportDataFixture.twoGroups().inBlocks().invalid().failed().build()));
    Files.writeString(
        out.resolve("nothing.html"),
        ReportPage.render(ReportDataFixture.twoGroups().withoutFigures()));
    Files.writeString(
        out.resolve("twelve.html"),
        ReportPage.render(
            new ReportDataFixture(
                    java.util.stream.IntStream.rangeClosed(1, 12)
                        .mapToObj(i -> "JDK" + (i % 4) + "-collector-heap" + i + "g")
                        .toList())
                .measuredFor(600)
                .build()));
  }
}

package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Run directories stay readable for good. This one is real: a shortened {@code scheduler.yaml}, 2
 * groups of 2 instances without flight recordings, measured in November 2026 on two cores by the
 * code before the lab's registries. Its paths are replaced by {@code /jitterlab} and {@code
 * /jdk-25}; its {@code summary.json} is what the code of then wrote.
 */
class KeptRunTest {
  private static final String RUN = "/kept-runs/scheduler-2026-11.zip";

  /**
   * What was changed on purpose: the load is judged against its plan, not by what was answered; a
   * load that is late for all groups alike is no reservation; the sentences of the verdict and of
   * some checks are other ones; what hardly varies between two instances is no longer taken for
   * certain; stalls that are too short to move the verdict's p90 are no reservation.
   */
  private static final List<String> ON_PURPOSE =
      Stream.concat(
              Stream.of(
                  "/validity/checks/1/why",
                  "/validity/checks/8/value",
                  "/validity/checks/8/why",
                  "/validity/checks/9/limit",
                  "/validity/checks/9/status",
                  "/validity/checks/9/why",
                  "/validity/checks/12/why",
                  "/validity/checks/16/value",
                  "/validity/checks/16/status",
                  "/validity/checks/16/why",
                  "/validity/checks/20/why",
                  "/verdict"),
              Stream.of(12, 13, 18, 19, 49, 50)
                  .flatMap(
                      row ->
                          Stream.of("low", "high", "p_holm")
                              .map(key -> "/comparisons/" + row + "/" + key)))
          .toList();

  @TempDir private Path folder;

  private RunDirectory run;
  private JsonNode then;

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream file = KeptRunTest.class.getResourceAsStream(RUN);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = folder.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
        }
      }
    }
    run = new RunDirectory(folder);
    then = new ObjectMapper().readTree(run.summary().toFile());
  }

  @Test
  void givesTheSameSummaryButForAdditions() throws IOException {
    new SummaryBuilder(run).write();

    JsonNode now = new ObjectMapper().readTree(run.summary().toFile());
    List<String> differences = new ArrayList<>();
    compare("", then, now, differences);
    assertEquals(List.of(), differences);
  }

  @Test
  void hasFiguresOfEveryInstance() {
    Summary summary = new SummaryBuilder(run).build();

    assertEquals(2, summary.groups().size());
    summary
        .groups()
        .forEach(
            group -> {
              assertEquals(2, group.instances().size());
              group.instances().forEach(one -> assertTrue(one.metrics() != null, one.id()));
            });
  }

  /** A new metric, or a new check, may stand anywhere among the old ones: names tell them apart. */
  private static JsonNode counterpart(JsonNode old, JsonNode now, int index) {
    if (old.has("name") && old.has("limit")) {
      return now.valueStream()
          .filter(one -> one.get("name").equals(old.get("name")))
          .findFirst()
          .orElse(null);
    }
    if (!old.has("metric") || !old.has("group")) {
      return now.get(index);
    }
    return now.valueStream()
        .filter(one -> one.get("metric").equals(old.get("metric")))
        .filter(one -> one.get("group").equals(old.get("group")))
        .findFirst()
        .orElse(null);
  }

  private static void compare(String at, JsonNode old, JsonNode now, List<String> differences) {
    if (ON_PURPOSE.contains(at)) {
      return;
    }
    if (now == null) {
      differences.add(at + " is gone");
    } else if (old.isObject() && now.isObject()) {
      old.properties()
          .forEach(
              field ->
                  compare(
                      at + "/" + field.getKey(),
                      field.getValue(),
                      now.get(field.getKey()),
                      differences));
    } else if (old.isArray() && now.isArray()) {
      for (int i = 0; i < old.size(); i++) {
        compare(at + "/" + i, old.get(i), counterpart(old.get(i), now, i), differences);
      }
    } else if (!old.equals(now)) {
      differences.add("%s was %s and is %s".formatted(at, old, now));
    }
  }
}

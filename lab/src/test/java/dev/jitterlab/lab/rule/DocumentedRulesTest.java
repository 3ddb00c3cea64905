package dev.jitterlab.lab.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Diagnosis;
import dev.jitterlab.diagnosis.ServerFiles;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.lab.report.words.CauseSentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example of docs/diagnosis-patterns.md, run on a recording that is made here. */
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the events' fields
class DocumentedRulesTest {
  private static final String HEADING = "## Rules of your own";

  @Name("jitterlab.Tick")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class DocumentedTick extends Event {
    String task = "battle-1";
    long index;
    long scheduled;
    long started;
    long finished;
    boolean late;
  }

  @Name("acme.Query")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class DocumentedQuery extends Event {
    String table;
  }

  @Name("acme.Retry")
  private static final class DocumentedRetry extends Event {}

  @TempDir Path folder;

  @Test
  void theExampleSaysWhatTheDocumentSays() throws Exception {
    String document = Files.readString(Path.of("..", "docs", "diagnosis-patterns.md"));
    String section = document.substring(document.indexOf(HEADING));
    String yaml = between(section, "```yaml\n", "```");
    List<UserRule> rules =
        RulesReader.read(Files.writeString(folder.resolve("my-rules.yaml"), yaml));

    Causes causes =
        Diagnosis.of(List.of(ServerFiles.ofRecording("server", record())), Optional.empty(), rules);

    List<String> documented = new ArrayList<>();
    for (String line : section.lines().toList()) {
      if (line.startsWith("    server, ")) {
        documented.add(line.strip());
      } else if (line.startsWith("      ") && !documented.isEmpty()) { // a broken line's rest
        documented.add(documented.removeLast() + " " + line.strip());
      }
    }
    assertEquals(
        documented.stream().map(DocumentedRulesTest::withoutFigures).toList(),
        CauseSentences.rules(causes).stream().map(DocumentedRulesTest::withoutFigures).toList());
  }

  /** How long a query took is the machine's affair. */
  private static String withoutFigures(String sentence) {
    return sentence.replaceFirst("[0-9.]+ ms", "N ms");
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }

  private Path record() throws IOException, InterruptedException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ActiveSetting");
      for (String event : List.of("jitterlab.Tick", "acme.Query", "acme.Retry")) {
        recording.enable(event).withoutThreshold().withoutStackTrace();
      }
      recording.start();
      for (int i = 0; i < 8; i++) {
        tick(i, i >= 5);
      }
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void tick(int index, boolean late) throws InterruptedException {
    DocumentedTick tick = new DocumentedTick();
    tick.index = index;
    tick.started = System.nanoTime();
    tick.scheduled = tick.started;
    tick.begin();
    if (late) {
      DocumentedQuery query = new DocumentedQuery();
      query.begin();
      Thread.sleep(20);
      query.table = "orders";
      query.commit();
    } else if (index > 0) {
      new DocumentedRetry().commit();
    }
    tick.finished = System.nanoTime();
    tick.late = late;
    tick.commit();
  }
}

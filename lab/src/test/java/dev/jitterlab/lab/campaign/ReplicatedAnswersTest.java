package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the pages quote of kept runs: a verdict on which fewer than three runs agree is marked. More
 * may be marked than must be, as a mark outlives the third run by a commit.
 */
class ReplicatedAnswersTest {
  private static final Path ANSWERS = Path.of("../docs/answers");
  private static final Path README = Path.of("../README.md");
  private static final KeptRuns KEPT = new KeptRuns(Path.of("../docs/measurements"));
  private static final int REPLICATED = 3;

  /** As {@code chat.yaml}, {@code experiments/chat.yaml} or {@code measurements/chat.jsonl}. */
  private static final Pattern QUOTED = Pattern.compile("([a-z0-9-]+)\\.(?:yaml|jsonl)\\b");

  private static final Pattern MARK =
      Pattern.compile("(?m)^\\*\\*Not yet replicated\\*\\* in three runs: (.+)\\.$");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9-]+)`");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\|.*`run experiments/([a-z0-9-]+)\\.yaml`.*docs/answers/.*\\|$");
  private static final Pattern FEW =
      Pattern.compile("\\[(?:one|two) (?:weak |valid )?runs?\\b[^]]*]|\\[[^]]*so far]");

  /** Their groups are alike, so that no run of them should decide anything. */
  private static final Set<String> NOTHING_TO_FIND = Set.of("aa", "aa-http");

  private static Set<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> marked(String page) {
    return names(NAME, String.join("", names(MARK, page)));
  }

  private static boolean isReplicated(String experiment) {
    return CampaignTally.of(experiment, KEPT.newest(experiment)).agreeing() >= REPLICATED;
  }

  /** Those of which runs are kept and too few agree. */
  private static Set<String> single(String page) {
    Set<String> single = names(QUOTED, page);
    single.removeAll(NOTHING_TO_FIND);
    single.removeIf(name -> KEPT.of(name).isEmpty() || isReplicated(name));
    return single;
  }

  @Test
  void eachAnswerMarksWhatIsNotReplicated() throws IOException {
    List<String> missing = new ArrayList<>();
    int pages = 0;
    try (Stream<Path> files = Files.list(ANSWERS)) {
      for (Path file : files.sorted().toList()) {
        String page = Files.readString(file);
        Set<String> unmarked = single(page);
        unmarked.removeAll(marked(page));
        if (!unmarked.isEmpty()) {
          missing.add(file.getFileName() + ": " + unmarked);
        }
        pages++;
      }
    }
    assertTrue(pages > 10, pages + " pages");
    assertEquals(
        List.of(),
        missing,
        "mark them in the page: **Not yet replicated** in three runs: `name`, `name`.");
  }

  /** A title, and then the answer in bold, or that there is none yet. */
  @Test
  void eachPageBeginsWithItsAnswer() throws IOException {
    Pattern begin = Pattern.compile("\\A# [^\\n]+\\?\\n\\n\\*\\*[^*]+\\*\\*");
    try (Stream<Path> files = Files.list(ANSWERS)) {
      for (Path file : files.filter(each -> !each.endsWith("README.md")).toList()) {
        assertTrue(begin.matcher(Files.readString(file)).find(), file.toString());
      }
    }
  }

  @Test
  void theReadmeSaysWhereFewRunsAgree() throws IOException {
    List<MatchResult> rows = ROW.matcher(Files.readString(README)).results().toList();
    assertTrue(rows.size() > 5, rows.size() + " rows");
    for (MatchResult row : rows) {
      String experiment = row.group(1);
      assertTrue(
          isReplicated(experiment) || FEW.matcher(row.group()).find(),
          () -> "fewer than three runs of " + experiment + " agree: " + row.group());
    }
  }

  @Test
  void findsWhatAPageQuotesAndMarks() {
    String page =
        """
        As `a-b.yaml` shows, [c](../measurements/c.jsonl), `run experiments/d.yaml`; `e` is a lock.

        **Not yet replicated** in three runs: `a-b`, `c`.
        """;
    assertEquals(Set.of("a-b", "c", "d"), names(QUOTED, page));
    assertEquals(Set.of("a-b", "c"), marked(page));
    assertEquals(Set.of(), single(page), "no runs are kept");
  }
}

package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users read, in documents and in the comments of experiments, is easy to read. */
class PlainEnglishTest {
  private static final int MOST_WORDS = 40;

  /** A sentence that lists so many names of metrics or options is a list, not prose. */
  private static final int NAMES_OF_A_LIST = 6;

  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern LINK_TARGET = Pattern.compile("\\]\\([^)]*\\)");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])[\"”’')*]*\\s+");
  private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.) .*");

  /** Inverted or private wording: plain words say the same to everybody. */
  private static final Pattern HARD =
      Pattern.compile(
          "(?i)\\b(?:held against|told from|told apart|whoever|dearer|were they to|so many"
              + " that|cannot be had|can be had|to be had|is no excuse|as the issue asks|looked"
              + " into at|left out and named|through with (?:its|their)|but its like|is like"
              + " it|none of (?:ours|Jitterlab)|(?:is|are) none of|(?:is|are) no people"
              + "|of strangers|with (?:its|their) like|ask your machine|seed [1-5],)");

  /** "Of ticks that overlap the wait is 0", "Who leaves is away": the actor does not come first. */
  private static final Pattern INVERTED =
      Pattern.compile(
          "(?m)(?:^|(?<=[.!?:] )|(?<=\\| ))(?:[-*#] +)?(?:Of (?!course)[a-z]\\w*"
              + "|Who [^.?!:|]*[.|])");

  /** More of it, which documents have in other senses; what a program says has no such excuse. */
  private static final Pattern HARD_TO_TELL =
      Pattern.compile(
          HARD.pattern()
              + "|(?i)\\b(?:all the same|by lot|shall have|cannot be any"
              + " more|fight whom)\\b");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)//[^\"\\n]*$");
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

  private static final Pattern CITATION =
      Pattern.compile(
          "\\bet al\\b|Dimpsey|Raaen|Klíč|Amadei|Wilson|case study of building|Relaxed Atomicity");

  private static final Pattern COMMENT_LINE = Pattern.compile("\\s*# ?(.*)");
  private static final Pattern SQL = Pattern.compile("^(?:CREATE|SELECT|INSERT|UPDATE) ");

  private static final Pattern COMMIT =
      Pattern.compile("\\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\\d)[0-9a-f]{7}(?:[0-9a-f]{33})?\\b");

  @Test
  void noSentenceIsLongerThanFortyWords() throws IOException {
    List<String> tooLong = new ArrayList<>();
    int sentences = 0;
    for (Path document : documents()) {
      for (String sentence : sentences(Files.readString(document))) {
        sentences++;
        if (words(sentence) > MOST_WORDS && names(sentence) < NAMES_OF_A_LIST) {
          tooLong.add(name(document) + ": " + sentence);
        }
      }
    }
    assertTrue(sentences > 2_000, "found only " + sentences);
    assertEquals(List.of(), tooLong);
  }

  @Test
  void noCommentOfAnExperimentHasALongerSentence() throws IOException {
    List<String> tooLong = new ArrayList<>();
    int sentences = 0;
    for (Path experiment : experiments()) {
      for (String sentence : sentences(comments(Files.readString(experiment)))) {
        sentences++;
        if (words(sentence) > MOST_WORDS) {
          tooLong.add(name(experiment) + ": " + sentence);
        }
      }
    }
    assertTrue(sentences > 500, "found only " + sentences);
    assertEquals(List.of(), tooLong);
  }

  /** Help, errors, verdicts, checks. */
  @Test
  void noStringOfAProgramHasALongerSentence() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Map.Entry<Path, List<String>> source : strings().entrySet()) {
      for (String string : source.getValue()) {
        for (String sentence : SENTENCE_END.split(string.replace("\\n", " "), -1)) {
          if (words(sentence) > MOST_WORDS && !SQL.matcher(string).find()) {
            tooLong.add(name(source.getKey()) + ": " + sentence);
          }
        }
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void noWordingIsInvertedOrPrivate() throws IOException {
    List<Path> texts = new ArrayList<>(documents());
    texts.addAll(experiments());
    assertTrue(texts.size() > 80, "found only " + texts.size());
    assertEquals(List.of(), matches(texts, HARD));
    assertEquals(List.of(), matches(texts, INVERTED));
  }

  /** A newcomer reads from the top. The picture's words are not counted. */
  @Test
  void theReadmeDefinesItsWordsBeforeItUsesThem() throws IOException {
    String readme =
        CODE.matcher(Files.readString(Jitterlab.HOME.resolve("README.md")))
            .replaceAll(code -> "x".repeat(code.group().length()));
    List<String> early = new ArrayList<>();
    for (String word : List.of("tick", "drift", "group", "instance", "block", "weak", "invalid")) {
      Matcher definition =
          Pattern.compile("(?m)^\\| (?:\\*\\*[^*|]*|\\*\\*)\\b" + word + "\\b").matcher(readme);
      assertTrue(definition.find(), word + " is not defined");
      Matcher use = Pattern.compile("(?i)(?<!-)\\b" + word + "s?\\b").matcher(readme);
      assertTrue(use.find());
      if (use.start() < definition.start()) {
        early.add(
            word + " in: " + readme.substring(use.start(), readme.indexOf('\n', use.start())));
      }
    }
    assertEquals(List.of(), early);
    assertTrue(readme.contains("\n| **late** |"));
  }

  /** Help, errors, verdicts: what users read is in strings. */
  @Test
  void noStringOfAProgramIsInvertedOrPrivate() throws IOException {
    List<String> found = new ArrayList<>();
    int strings = 0;
    for (Map.Entry<Path, List<String>> source : strings().entrySet()) {
      for (String string : source.getValue()) {
        strings++;
        if (HARD_TO_TELL.matcher(string).find() || INVERTED.matcher(string).find()) {
          found.add(name(source.getKey()) + ": " + string);
        }
      }
    }
    assertTrue(strings > 5_000, "found only " + strings);
    assertEquals(List.of(), found);
  }

  @Test
  void stringsAreJoinedAndCommentsAreNot() {
    String source =
        """
        /** "whoever" */ // whoever
        String one = "shown to " + "whoever" // it's
            + " enters at http://here";
        """;
    assertEquals(List.of("shown to whoever enters at http://here"), strings(source));
  }

  /** What programs can print, by source. */
  private static Map<Path, List<String>> strings() throws IOException {
    Map<Path, List<String>> strings = new TreeMap<>();
    for (Path source : files(Jitterlab.HOME, ".java")) {
      if (name(source).contains("src/main/java/")) {
        strings.put(source, strings(Files.readString(source)));
      }
    }
    return strings;
  }

  private static List<String> strings(String source) {
    String code = COMMENT.matcher(source).replaceAll("");
    return STRING
        .matcher(JOINED.matcher(code).replaceAll(""))
        .results()
        .map(string -> string.group(1))
        .toList();
  }

  /** Authors and titles are in one place; everything else names a source by its short name. */
  @Test
  void sourcesAreCitedInOnePlace() throws IOException {
    List<Path> texts = new ArrayList<>(documents());
    texts.addAll(experiments());
    Path references = Jitterlab.HOME.resolve("docs/REFERENCES.md");
    assertTrue(CITATION.matcher(Files.readString(references)).results().count() >= 5);
    assertTrue(texts.remove(references));
    assertEquals(List.of(), matches(texts, CITATION));
  }

  /** A commit says nothing to a reader; what was measured at it is in docs/measurements. */
  @Test
  void noDocumentNamesACommit() throws IOException {
    List<Path> documents = new ArrayList<>(documents());
    documents.removeIf(file -> name(file).startsWith("docs/measurements/"));
    assertEquals(List.of(), matches(documents, COMMIT));
  }

  @Test
  void whatIsLongIsFound() {
    String text =
        "Short one. " + "word ".repeat(41).strip() + ".\n\n- an item\n- another `a b c`\n";
    List<String> found = sentences(text);
    assertEquals(4, found.size(), found.toString());
    assertEquals(41, words(found.get(1)));
    assertEquals(1, words(found.get(3)), "code is not counted");
    assertTrue(HARD.matcher("the two cannot be told apart").find());
    assertTrue(HARD.matcher("Groups that a machine cannot run are left out and named").find());
    assertTrue(HARD.matcher("Players that are no people. Ask your machine").find());
    assertTrue(INVERTED.matcher("It counts. Of ticks that overlap the wait is 0.").find());
    assertTrue(INVERTED.matcher("It ends. Who leaves is away.").find());
    assertFalse(INVERTED.matcher("Most Of them. Of course not. Who is there?").find());
    assertEquals(
        List.of("One sentence.", "Another one."),
        sentences(comments("# One sentence. Another\n# one.\nkey: value # not this\n")));
  }

  private static List<String> matches(List<Path> texts, Pattern pattern) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path text : texts) {
      Matcher matcher =
          pattern.matcher(
              CODE.matcher(CODE_BLOCK.matcher(Files.readString(text)).replaceAll(""))
                  .replaceAll(""));
      while (matcher.find()) {
        found.add(name(text) + ": " + matcher.group());
      }
    }
    return found;
  }

  private static List<String> sentences(String document) {
    List<String> paragraphs = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : CODE_BLOCK.matcher(document).replaceAll("").split("\n", -1)) {
      boolean isTable = line.startsWith("|");
      boolean isApart = line.isBlank() || line.startsWith("    ") || line.startsWith("#");
      if (isApart || isTable || ITEM.matcher(line).matches()) {
        paragraphs.add(open.toString());
        open.setLength(0);
      }
      if (isTable) {
        paragraphs.addAll(List.of(line.split("\\|", -1)));
      } else if (!isApart) {
        open.append(line).append(' ');
      }
    }
    paragraphs.add(open.toString());
    return paragraphs.stream()
        .map(text -> LINK_TARGET.matcher(text).replaceAll("]").strip())
        .flatMap(text -> SENTENCE_END.splitAsStream(text))
        .filter(sentence -> !sentence.isBlank())
        .toList();
  }

  private static int words(String sentence) {
    return (int)
        Stream.of(CODE.matcher(sentence).replaceAll("").strip().split("\\s+"))
            .filter(word -> word.matches(".*[\\p{L}\\p{N}].*"))
            .count();
  }

  private static long names(String sentence) {
    return CODE.matcher(sentence).results().count();
  }

  private static List<Path> experiments() throws IOException {
    List<Path> experiments = files(Jitterlab.HOME.resolve("experiments"), ".yaml");
    assertTrue(experiments.size() > 50, "found only " + experiments.size());
    return experiments;
  }

  /** The comments of a YAML file as a document: what is indented or a list in them stays so. */
  private static String comments(String yaml) {
    return yaml.lines()
        .map(COMMENT_LINE::matcher)
        .map(line -> line.matches() ? line.group(1).replaceFirst("^ {2,}", "    ") : "")
        .collect(Collectors.joining("\n"));
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>(files(Jitterlab.HOME.resolve("docs"), ".md"));
    try (Stream<Path> top = Files.list(Jitterlab.HOME)) {
      top.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
    }
    return documents;
  }

  private static List<Path> files(Path root, String end) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  private static String name(Path file) {
    return Jitterlab.HOME.relativize(file).toString();
  }
}

package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a stranger relies on when he looks for something: names, packages that say what they are,
 * and links.
 */
class HouseTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  /** A file of this repository, as documents, comments and messages name it. */
  private static final Pattern MENTION =
      Pattern.compile(
          "(?<![\\w./-])((?:docs|experiments)/[\\w/-]+\\.(?:md|yaml|csv)|[A-Z][A-Z-]{3,}\\.md)\\b");

  private static final Pattern METRIC_OF_PLAYERS =
      Pattern.compile("\"(jitterlab_(?:bot|matchmaker)_[a-z_]+)\"");

  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");

  @Test
  void everyPackageSaysWhatLivesInIt() throws IOException {
    Set<Path> packages =
        sources().stream().map(Path::getParent).collect(Collectors.toCollection(TreeSet::new));
    assertTrue(packages.size() > 40, packages.toString());

    List<String> silent = new ArrayList<>();
    for (Path folder : packages) {
      Path info = folder.resolve("package-info.java");
      if (!Files.isRegularFile(info) || !Files.readString(info).startsWith("/**")) {
        silent.add(Jitterlab.HOME.relativize(folder).toString());
      }
    }
    assertEquals(List.of(), silent);
  }

  /** Two classes of one name would be taken for one another. */
  @Test
  void aClassNameOccursOnce() throws IOException {
    Map<String, List<Path>> byName =
        files(Jitterlab.HOME, ".java").stream()
            .filter(file -> file.toString().matches(".*/src/(main|test)/java/.*"))
            .filter(file -> !file.endsWith("package-info.java"))
            .map(Jitterlab.HOME::relativize)
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString(), TreeMap::new, Collectors.toList()));
    assertTrue(byName.size() > 500, "found only " + byName.size());

    byName.values().removeIf(files -> files.size() == 1);
    assertEquals(Map.of(), byName);
  }

  @Test
  void everyLinkOfADocumentLeadsSomewhere() throws IOException {
    List<Path> documents = new ArrayList<>(files(Jitterlab.HOME.resolve("docs"), ".md"));
    try (Stream<Path> top = Files.list(Jitterlab.HOME)) {
      top.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
    }
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Path document : documents) {
      Matcher found = LINK.matcher(CODE_BLOCK.matcher(Files.readString(document)).replaceAll(""));
      while (found.find()) {
        links++;
        String target = found.group(1);
        if (target.contains("://")) {
          continue;
        }
        Path file = target.isEmpty() ? document : document.resolveSibling(target);
        if (!Files.exists(file) || !hasHeading(file, found.group(2))) {
          dead.add(Jitterlab.HOME.relativize(document) + " -> " + found.group());
        }
      }
    }
    assertTrue(links > 60, "found only " + links);
    assertEquals(List.of(), dead);
  }

  /**
   * Whether the address of a part of a page is that of one of its headings, as forges make them.
   */
  private static boolean hasHeading(Path page, String address) throws IOException {
    return address == null
        || !page.toString().endsWith(".md")
        || HEADING
            .matcher(CODE_BLOCK.matcher(Files.readString(page)).replaceAll(""))
            .results()
            .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
            .map(
                heading -> heading.replaceAll("[^\\p{L}\\p{N}\\- _]", "").strip().replace(' ', '-'))
            .anyMatch(address::equals);
  }

  @Test
  void everyMetricOfTheBotsAndOfTheMatchmakerIsOnAPage() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (Path page : files(Jitterlab.HOME.resolve("docs"), ".md")) {
      pages.append(Files.readString(page));
    }
    Set<String> metrics = new TreeSet<>();
    for (Path source : sources()) {
      METRIC_OF_PLAYERS
          .matcher(Files.readString(source))
          .results()
          .forEach(found -> metrics.add(found.group(1)));
    }
    assertTrue(metrics.size() > 20, metrics::toString);
    metrics.removeIf(metric -> pages.indexOf("`" + metric) >= 0);
    assertEquals(Set.of(), metrics);
  }

  /** Documents, comments, help and errors send nobody to a file that is not there. */
  @Test
  void everyFileThatATextNamesIsThere() throws IOException {
    List<String> absent = new ArrayList<>();
    int mentions = 0;
    for (String end : List.of(".md", ".java", ".yaml")) {
      for (Path file : files(Jitterlab.HOME, end)) {
        if (file.toString().contains("/src/test/")) {
          continue;
        }
        Matcher named = MENTION.matcher(Files.readString(file));
        while (named.find()) {
          mentions++;
          String target = named.group(1);
          if (!Files.exists(Jitterlab.HOME.resolve(target))
              && !Files.exists(Jitterlab.HOME.resolve("docs").resolve(target))) {
            absent.add(Jitterlab.HOME.relativize(file) + " -> " + target);
          }
        }
      }
    }
    assertTrue(mentions > 200, "found only " + mentions);
    assertEquals(List.of(), absent);
  }

  @Test
  void aMentionIsOfAFileAndAnAddressIsOfAHeading() throws IOException {
    assertTrue(MENTION.matcher("(DESIGN.md, Terms)").find());
    assertTrue(MENTION.matcher("see docs/load.md").find());
    assertFalse(MENTION.matcher("my-docs/load.md").find());
    Path page = Jitterlab.HOME.resolve("docs/load.md");
    assertTrue(hasHeading(page, "compared-with-wrk-h2load-and-oha"));
    assertFalse(hasHeading(page, "beside-nothing"));
  }

  /** What lands side by side is easily merged twice. */
  @Test
  void theChangelogHasEachHeadingAndEachEntryOnce() throws IOException {
    Map<String, List<String>> byVersion = new TreeMap<>();
    List<String> version = new ArrayList<>();
    for (String line : Files.readAllLines(Jitterlab.HOME.resolve("CHANGELOG.md"))) {
      if (line.startsWith("## ")) {
        version = byVersion.computeIfAbsent(line, name -> new ArrayList<>());
      } else if (line.startsWith("#") || line.startsWith("- ")) {
        version.add(line);
      }
    }
    List<String> twice =
        byVersion.values().stream()
            .flatMap(
                lines ->
                    lines.stream().filter(line -> lines.indexOf(line) != lines.lastIndexOf(line)))
            .toList();
    assertFalse(byVersion.isEmpty());
    assertEquals(List.of(), twice);
  }

  /** Documents and comments name a decision by its number. */
  @Test
  void aDecisionsNumberOccursOnce() throws IOException {
    Map<String, List<String>> byNumber =
        files(Jitterlab.HOME.resolve("docs/decisions"), ".md").stream()
            .map(file -> file.getFileName().toString())
            .collect(Collectors.groupingBy(name -> name.substring(0, 3)));
    assertTrue(byNumber.size() > 30, "found only " + byNumber.size());

    byNumber.values().removeIf(names -> names.size() == 1);
    assertEquals(Map.of(), byNumber);
  }

  @Test
  void theArchitecturePageNamesEveryModuleAndEveryPackageOfTheLab() throws IOException {
    String page = Files.readString(Jitterlab.HOME.resolve("docs/ARCHITECTURE.md"));
    Path lab = Jitterlab.HOME.resolve("lab/src/main/java/dev/jitterlab/lab");
    Stream<String> packages =
        sources().stream()
            .map(Path::getParent)
            .filter(folder -> folder.startsWith(lab) && !folder.equals(lab))
            .map(folder -> lab.relativize(folder).toString().replace('/', '.'))
            .distinct();
    Stream<String> modules =
        files(Jitterlab.HOME, "pom.xml").stream()
            .map(Path::getParent)
            .filter(folder -> !folder.equals(Jitterlab.HOME))
            .map(folder -> folder.getFileName() + "/");

    List<String> unnamed =
        Stream.concat(packages, modules)
            .filter(
                name ->
                    !Pattern.compile("(?m)^ +" + Pattern.quote(name) + " ").matcher(page).find())
            .sorted()
            .toList();
    assertEquals(List.of(), unnamed);
  }

  @Test
  void theArchitecturePageNamesThePackagesInsideWorkloadsAndTheDiagnosis() throws IOException {
    String page = Files.readString(Jitterlab.HOME.resolve("docs/ARCHITECTURE.md"));
    List<Path> modules = new ArrayList<>(List.of(Jitterlab.HOME.resolve("diagnosis")));
    try (Stream<Path> workloads = Files.list(Jitterlab.HOME.resolve("workloads"))) {
      workloads.filter(Files::isDirectory).forEach(modules::add);
    }
    List<String> unnamed = new ArrayList<>();
    int named = 0;
    for (Path module : modules) {
      String name = module.getFileName().toString();
      Path root = module.resolve("src/main/java/dev/jitterlab").resolve(name);
      Matcher section =
          Pattern.compile("(?s)\n## Inside the " + name + "(?: workload)?\n(.*?)\n## ")
              .matcher(page);
      String lines = section.find() ? section.group(1) : "";
      try (Stream<Path> packages = Files.exists(root) ? Files.list(root) : Stream.empty()) {
        for (Path each : packages.filter(Files::isDirectory).toList()) {
          named++;
          if (!Pattern.compile("(?m)^    " + each.getFileName() + " ").matcher(lines).find()) {
            unnamed.add(name + "." + each.getFileName());
          }
        }
      }
    }
    assertTrue(named > 40, "found only " + named);
    assertEquals(List.of(), unnamed);
  }

  /** The sources of what is published; those for newer JDKs have their counterparts' names. */
  private static List<Path> sources() throws IOException {
    return files(Jitterlab.HOME, ".java").stream()
        .filter(file -> file.toString().contains("/src/main/java/"))
        .toList();
  }

  private static List<Path> files(Path root, String end) throws IOException {
    try (Stream<Path> all = Files.walk(root, 20)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(end))
          .filter(file -> !root.relativize(file).toString().matches("(.*/)?(target|runs|\\..*)/.*"))
          .toList();
    }
  }
}

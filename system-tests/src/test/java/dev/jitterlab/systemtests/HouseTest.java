package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]+)(?:#[^)]*)?\\)");
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
        sources().stream()
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
        if (!target.contains("://") && !Files.exists(document.resolveSibling(target))) {
          dead.add(Jitterlab.HOME.relativize(document) + " -> " + target);
        }
      }
    }
    assertTrue(links > 60, "found only " + links);
    assertEquals(List.of(), dead);
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

package dev.jitterlab.lab;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * What users add to the lab without a change to it: metrics, collectors and checks from jars of
 * their own, found by Java's {@link ServiceLoader}, and workloads from such jars or from folders.
 * They stand in the folder {@code extensions} of the Jitterlab home, or are named;
 * docs/extending.md has examples. {@link #open} comes before the first use. Thread-safe.
 */
public final class Extensions {
  private static final String PROPERTY = "jitterlab.extensions";
  private static final String SERVICES = "META-INF/services/";
  private static final String REMEDY =
      "Correct it, or take it out of the folder `extensions` or of JITTERLAB_EXTENSIONS;"
          + " docs/extending.md has an example.";

  /** Loaded with the first use, after {@link #open}. */
  private static final class Loaded {
    static final List<Path> PATHS = split(System.getProperty(PROPERTY, ""));
    static final ClassLoader LOADER = loader(PATHS);
  }

  private Extensions() {}

  /**
   * Makes extensions known, and tries each.
   *
   * @param home Jitterlab's folder, where it is known
   * @param named jars, and folders with jars or a descriptor of a workload, separated as a class
   *     path is; may be empty
   * @throws LabException if one cannot be read, or a class in it cannot be made
   */
  public static void open(Optional<Path> home, String named) {
    List<Path> paths = new ArrayList<>(split(System.getProperty(PROPERTY, "")));
    home.map(found -> found.resolve("extensions"))
        .filter(Files::isDirectory)
        .ifPresent(folder -> paths.addAll(jarsIn(folder)));
    for (Path path : split(named)) {
      paths.add(path);
      if (Files.isDirectory(path)) {
        paths.addAll(jarsIn(path));
      }
    }
    if (paths.isEmpty()) {
      return;
    }
    ClassLoader loader = loader(paths);
    paths.forEach(path -> check(path, loader));
    String all = String.join(File.pathSeparator, paths.stream().map(Path::toString).toList());
    System.setProperty(PROPERTY, all);
  }

  /** One of each class that the jars name as a provider of that type, in the order of the jars. */
  public static <T> List<T> of(Class<T> type) {
    return ServiceLoader.load(type, Loaded.LOADER).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /** The jars and folders. */
  public static List<Path> paths() {
    return Loaded.PATHS;
  }

  private static List<Path> split(String paths) {
    return Stream.of(paths.split(File.pathSeparator, -1))
        .filter(path -> !path.isBlank())
        .map(Path::of)
        .toList();
  }

  private static List<Path> jarsIn(Path folder) {
    return FileTree.children(folder).stream()
        .filter(file -> file.toString().endsWith(".jar"))
        .toList();
  }

  private static ClassLoader loader(List<Path> paths) {
    URL[] urls = paths.stream().map(Extensions::url).toArray(URL[]::new);
    ClassLoader own = Extensions.class.getClassLoader();
    return urls.length == 0 ? own : new URLClassLoader(urls, own);
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(path.toString(), e);
    }
  }

  private static void check(Path path, ClassLoader loader) {
    if (Files.isDirectory(path)) {
      return;
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      for (JarEntry entry : jar.stream().filter(Extensions::isService).toList()) {
        String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        String service = entry.getName().substring(SERVICES.length());
        for (String line : text.lines().toList()) {
          String provider = line.replaceFirst("#.*", "").strip();
          if (!provider.isEmpty()) {
            check(path, service, provider, loader);
          }
        }
      }
    } catch (IOException e) {
      throw refused(path, "the extension cannot be read: " + e.getMessage());
    }
  }

  private static boolean isService(JarEntry entry) {
    return entry.getName().startsWith(SERVICES + "dev.jitterlab.");
  }

  private static void check(Path path, String service, String provider, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(service, false, loader);
      Object made = Class.forName(provider, true, loader).getConstructor().newInstance();
      if (!type.isInstance(made)) {
        throw refused(path, "its class `" + provider + "` is no " + type.getName());
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw refused(path, "its class `" + provider + "` cannot be made: " + cause);
    }
  }

  private static LabException refused(Path path, String what) {
    return LabException.wrong(path.toString(), what, REMEDY);
  }
}

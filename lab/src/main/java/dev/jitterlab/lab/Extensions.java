package dev.jitterlab.lab;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * What users add to the lab from jars of their own: metrics, collectors and checks, found by Java's
 * {@link ServiceLoader}. The jars stand in the system property {@code jitterlab.extensions},
 * separated as a class path is. Thread-safe.
 */
public final class Extensions {
  private static final ClassLoader LOADER = loader(System.getProperty("jitterlab.extensions", ""));

  private Extensions() {}

  /** One of each class that the jars name as a provider of that type, in the order of the jars. */
  public static <T> List<T> of(Class<T> type) {
    return ServiceLoader.load(type, LOADER).stream().map(ServiceLoader.Provider::get).toList();
  }

  private static ClassLoader loader(String jars) {
    URL[] urls =
        Stream.of(jars.split(File.pathSeparator, -1))
            .filter(jar -> !jar.isBlank())
            .map(Extensions::url)
            .toArray(URL[]::new);
    ClassLoader own = Extensions.class.getClassLoader();
    return urls.length == 0 ? own : new URLClassLoader(urls, own);
  }

  private static URL url(String jar) {
    try {
      return Path.of(jar).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(jar, e);
    }
  }
}

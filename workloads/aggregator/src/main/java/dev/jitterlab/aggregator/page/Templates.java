package dev.jitterlab.aggregator.page;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The templates, compiled once and kept. Every value is escaped for HTML; no text of an upstream
 * service or a client is ever read as a template. Thread-safe.
 */
final class Templates {
  private final Mustache.Compiler compiler =
      Mustache.compiler().escapeHTML(true).defaultValue("").withLoader(Templates::source);
  private final Map<String, Template> compiled = new ConcurrentHashMap<>();

  private static Reader source(String name) {
    try (InputStream in = Templates.class.getResourceAsStream(name + ".mustache")) {
      if (in == null) {
        throw new IOException("there is no template " + name);
      }
      return new StringReader(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what a template makes of values. */
  String render(String name, Map<String, Object> values) {
    Template template = compiled.get(name);
    if (template == null) {
      template = compiled.computeIfAbsent(name, any -> compiler.compile(source(any)));
    }
    return template.execute(values);
  }
}

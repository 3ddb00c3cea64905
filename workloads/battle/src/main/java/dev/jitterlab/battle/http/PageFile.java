package dev.jitterlab.battle.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page from the jar, as one HTML file. A line {@code //include NAME} of its script stands for the
 * resource with that name, which several pages share.
 */
public final class PageFile {
  private static final Pattern INCLUDE = Pattern.compile("(?m)^//include (\\S+)$");

  private PageFile() {}

  /**
   * Reads a page.
   *
   * @param beside the class that the page lies beside
   * @throws IOException if the page, or what it includes, is not in the jar
   */
  public static JsonAnswer read(Class<?> beside, String name) throws IOException {
    String page = text(beside, name);
    Matcher include = INCLUDE.matcher(page);
    StringBuilder whole = new StringBuilder();
    int end = 0;
    while (include.find()) {
      whole.append(page, end, include.start()).append(text(beside, include.group(1)));
      end = include.end();
    }
    whole.append(page, end, page.length());
    return JsonAnswer.text("text/html; charset=utf-8", whole.toString());
  }

  private static String text(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name + " is not in the jar");
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}

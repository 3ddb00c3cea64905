package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.jitterlab.lab.browser.Chromium;
import dev.jitterlab.systemtests.Jitterlab.Running;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** {@code play chat} in real browsers: two users talk with one another. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ChatPlayTest {
  private static final Pattern PAGE = Pattern.compile("talk at (http://127\\.0\\.0\\.1:\\d+/)");

  private static final String SAY =
      """
      (() => {
        document.getElementById('text').value = '%s';
        document.getElementById('say').requestSubmit();
      })()\
      """;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path folder;

  @Test
  void twoBrowsersTalkAndWhisperAndABotIsThere() throws Exception {
    Running running = Jitterlab.withQuickJvms(folder).start("play", "chat", "--bots", "1");
    try {
      URI page = page(running);
      try (Chromium anna =
              new Chromium(Files.createDirectory(folder.resolve("a")), page.resolve("?name=anna"));
          Chromium bert =
              new Chromium(
                  Files.createDirectory(folder.resolve("b")), page.resolve("?name=bert"))) {
        await(anna, "chat.entered && chat.users().includes('bert')");
        await(bert, "chat.entered && chat.users().includes('anna')");
        await(anna, "chat.users().includes('bot-ada')");
        anna.evaluate(SAY.formatted("<b>hello</b> bert"));
        await(bert, "chat.heard.includes('anna: <b>hello</b> bert')");
        assertEquals(
            0, bert.evaluate("document.querySelectorAll('#log p b b').length").asInt(), "no HTML");

        bert.evaluate(
            "[...document.querySelectorAll('#users button')].find(b => b.textContent ==="
                + " 'anna').click()");
        bert.evaluate(SAY.formatted("psst"));
        await(anna, "chat.heard.includes('(bert) psst')");

        fitsAPhoneInTheDark(bert);
      }
    } finally {
      running.process().destroy();
    }
    running.end();
  }

  private static void fitsAPhoneInTheDark(Chromium browser) throws Exception {
    String light = browser.evaluate("getComputedStyle(document.body).backgroundColor").asText();
    browser.resize(390, 844);
    browser.prefer("dark");
    await(browser, "innerWidth === 390");
    assertNotEquals(
        light, browser.evaluate("getComputedStyle(document.body).backgroundColor").asText());
    assertFalse(
        browser.evaluate("document.documentElement.scrollWidth > innerWidth").asBoolean(),
        "the page is wider than the screen");
    assertFalse(
        browser
            .evaluate("document.getElementById('say').getBoundingClientRect().bottom > innerHeight")
            .asBoolean(),
        "the field for messages is below the screen");
  }

  private static void await(Chromium browser, String condition) throws Exception {
    while (!browser.evaluate(condition).asBoolean()) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private static URI page(Running running) throws IOException, InterruptedException {
    while (true) {
      Matcher said = PAGE.matcher(Files.readString(running.err()));
      if (said.find()) {
        return URI.create(said.group(1));
      }
      assertFalse(running.process().waitFor(100, TimeUnit.MILLISECONDS), "ended at once");
    }
  }
}

package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.lab.browser.Chromium;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
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

/** {@code play arena} in real browsers: two players find one another and fight. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ArenaPlayTest {
  private static final Pattern PAGE = Pattern.compile("play at (http://127\\.0\\.0\\.1:\\d+/)");

  /** Walks to the nearest fighter and shoots at it; ends when it has hit. */
  private static final String FIGHT =
      """
      new Promise(done => {
        const timer = setInterval(() => {
          if (arena.given > 0) { clearInterval(timer); arena.press(0); done(arena.given); return; }
          const other = arena.places().filter(one => one[0] !== arena.id)
              .sort((a, b) => Math.hypot(a[1] - arena.x, a[2] - arena.y) - Math.hypot(b[1] - arena.x, b[2] - arena.y))[0];
          if (!other) return;
          const dx = other[1] - arena.x, dy = other[2] - arena.y;
          arena.press(16 | 32 | (dx > 40 ? 8 : dx < -40 ? 4 : 0) | (dy > 40 ? 2 : dy < -40 ? 1 : 0), Math.atan2(dy, dx));
        }, 50);
      })\
      """;

  /**
   * Left button down, right button down, left up, right up; returns the keys that the page says.
   * Browsers tell of the second button by a movement alone.
   */
  private static final String CLICK =
      """
      (() => {
        const said = [], send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) {
          if (data.byteLength === 8) said.push(new DataView(data).getUint8(5));
          send.call(this, data);
        };
        const fire = (type, button, buttons) => document.getElementById('world').dispatchEvent(
            new PointerEvent(type, { pointerType: 'mouse', button, buttons, clientX: 50, clientY: 50, bubbles: true }));
        fire('pointerdown', 0, 1);
        fire('pointermove', 2, 3);
        fire('pointermove', 0, 2);
        fire('pointerup', 2, 0);
        WebSocket.prototype.send = send;
        return said.join(' ');
      })()\
      """;

  /** Returns whether an input follows the next ping, though no key is pressed. */
  private static final String SAYS_AGAIN =
      """
      new Promise(done => {
        const send = WebSocket.prototype.send;
        let last = 0;
        WebSocket.prototype.send = function (data) {
          last = data.byteLength;
          if (last === 9) {
            queueMicrotask(() => { WebSocket.prototype.send = send; done(last === 8); });
          }
          send.call(this, data);
        };
      })\
      """;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path folder;

  @Test
  void twoBrowsersFightEachOtherAndChangeTheTwin() throws Exception {
    Running running = Jitterlab.withQuickJvms(folder).start("play", "arena", "--bots", "0");
    try {
      URI page = page(running);
      try (Chromium anna =
              new Chromium(Files.createDirectory(folder.resolve("a")), page.resolve("?name=anna"));
          Chromium bert =
              new Chromium(
                  Files.createDirectory(folder.resolve("b")), page.resolve("?name=bert"))) {
        await(anna, "arena.connected && arena.places().length === 2");
        await(bert, "arena.connected && arena.places().length === 2");
        assertTrue(anna.evaluate(FIGHT).asInt() > 0);
        await(bert, "arena.taken > 0");
        assertEquals("16 48 32 0", anna.evaluate(CLICK).asText());
        assertTrue(anna.evaluate(SAYS_AGAIN).asBoolean());

        anna.evaluate(
            "(() => { const one = document.getElementById('twin'); one.value = 'single';"
                + " one.dispatchEvent(new Event('change')); })()");
        await(bert, "arena.twin === 'single'");
        int pictures = bert.evaluate("arena.pictures").asInt();
        await(bert, "arena.pictures > " + (pictures + 10));

        fitsAPhoneInTheDark(bert);
      }
    } finally {
      running.process().destroy();
    }
    Outcome outcome = running.end();
    assertFalse(outcome.err().contains("books do not balance"), outcome::toString);
  }

  private static void fitsAPhoneInTheDark(Chromium browser) throws Exception {
    String light = browser.evaluate("getComputedStyle(document.body).backgroundColor").asText();
    browser.resize(390, 844);
    browser.prefer("dark");
    await(browser, "innerWidth === 390");
    assertNotEquals(
        light, browser.evaluate("getComputedStyle(document.body).backgroundColor").asText());
    JsonNode overlap =
        browser.evaluate(
            """
            (() => {
              const a = document.getElementById('scores').getBoundingClientRect();
              const b = document.getElementById('figures').getBoundingClientRect();
              return a.right > b.left || b.right > innerWidth || a.left < 0
                  || document.documentElement.scrollWidth > innerWidth;
            })()\
            """);
    assertFalse(overlap.asBoolean(), "panels overlap or leave the screen");
    assertEquals(390, browser.evaluate("document.getElementById('world').clientWidth").asInt());
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

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
import java.util.Locale;
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

  /**
   * Before the page connects: moves all fighters of every picture into a grid around the own one,
   * so near that the window shows them all, and lets {@code drawn()} count the fighters that a
   * frame draws in the window. In a world of 4,096 units they never meet in one place.
   */
  private static final String CROWD =
      """
      (() => {
        const columns = 20, apart = 45;
        const inWindow = state => {
          const view = new DataView(state);
          if (view.getUint8(0) === 68 || view.byteLength < 22 || view.getUint8(3) !== 67) return;
          for (let i = 0; i < view.getUint16(18); i++) {
            const at = 22 + 8 * i, id = view.getUint16(at);
            const own = id === arena.id;
            const x = 2048 + (own ? 0 : (id % columns - columns / 2) * apart);
            const y = 2048 + (own ? 0 : (Math.floor(id / columns) % 12 - 6) * apart);
            view.setUint16(at + 2, 8 * x);
            view.setUint16(at + 4, 8 * y);
          }
        };
        const said = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
        Object.defineProperty(WebSocket.prototype, 'onmessage', {
          set(handler) {
            said.set.call(this, message => {
              if (typeof message.data !== 'string') inWindow(message.data);
              handler(message);
            });
          }
        });
        window.drawn = () => new Promise(done => {
          const pen = document.getElementById('world').getContext('2d'), arc = pen.arc;
          requestAnimationFrame(() => {
            let fighters = 0;
            pen.arc = (x, y, radius, from, to) => {
              if (to === 7 && x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight) fighters++;
              arc.call(pen, x, y, radius, from, to);
            };
            requestAnimationFrame(() => { delete pen.arc; done(fighters); });
          });
        });
      })()\
      """;

  /** Fills {@code arena.frames} anew; returns the median and the 95th percentile in ms. */
  private static final String FRAMES =
      """
      new Promise(done => {
        arena.frames.length = 0;
        const timer = setInterval(() => {
          if (arena.frames.length < 300) return;
          clearInterval(timer);
          const sorted = [...arena.frames].sort((a, b) => a - b);
          done([sorted[150], sorted[285]]);
        }, 100);
      })\
      """;

  /** Ends when each graph was drawn anew three times: latency, pictures, and the server's ticks. */
  private static final String GRAPHS =
      """
      new Promise(done => {
        const graphs = ['trips', 'pictures', 'drift'].map(id => document.getElementById(id));
        const shown = graphs.map(one => one.toDataURL()), changes = graphs.map(() => 0);
        const timer = setInterval(() => {
          graphs.forEach((one, i) => {
            const now = one.toDataURL();
            if (now !== shown[i]) { shown[i] = now; changes[i]++; }
          });
          if (changes.every(count => count >= 3)) { clearInterval(timer); done(true); }
        }, 50);
      })\
      """;

  /** Fingers on the arena and on the buttons; returns the keys that the page says. */
  private static final String TOUCH =
      """
      (() => {
        const said = [], send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) {
          if (data.byteLength === 8) said.push(new DataView(data).getUint8(5));
          send.call(this, data);
        };
        const touch = (id, type, finger, x, y) => document.getElementById(id).dispatchEvent(
            new PointerEvent(type, { pointerType: 'touch', pointerId: finger, clientX: x, clientY: y, bubbles: true }));
        touch('world', 'pointerdown', 1, 90, 700);
        touch('world', 'pointermove', 1, 140, 700);
        touch('world', 'pointerdown', 2, 300, 600);
        touch('world', 'pointerup', 2, 300, 600);
        touch('world', 'pointerup', 1, 140, 700);
        for (const button of ['cone', 'trade']) {
          touch(button, 'pointerdown', 3, 0, 0);
          touch(button, 'pointerup', 3, 0, 0);
        }
        WebSocket.prototype.send = send;
        return said.join(' ');
      })()\
      """;

  /** Whether both buttons can be seen, whole and beside one another. */
  private static final String BUTTONS =
      """
      (() => {
        const [trade, cone] = ['trade', 'cone'].map(id => document.getElementById(id).getBoundingClientRect());
        return trade.width > 0 && trade.left >= 0 && trade.right <= cone.left && cone.right <= innerWidth
            && Math.max(trade.bottom, cone.bottom) <= innerHeight;
      })()\
      """;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path folder;

  /** What 200 players cost the page is a figure, which depends on the machine; it is printed. */
  @Test
  void drawsTwoHundredPlayersInTheWindow() throws Exception {
    Running running = Jitterlab.withQuickJvms(folder).start("play", "arena", "--bots", "200");
    try (Chromium browser =
        new Chromium(Files.createDirectory(folder.resolve("crowd")), page(running))) {
      await(browser, "document.readyState === 'complete' && typeof arena === 'object'");
      browser.evaluate(CROWD);
      browser.evaluate("arena.begin('anna')");
      await(browser, "arena.connected && arena.places().length === 201");
      await(browser, "drawn().then(fighters => fighters === 201)");
      JsonNode ms = browser.evaluate(FRAMES);
      assertEquals(
          201, browser.evaluate("drawn()").asInt(), "still in the window, and the own one");
      System.out.printf(
          Locale.ROOT,
          "script per frame with 200 players in the window: %.2f ms, p95 %.2f ms%n",
          ms.get(0).asDouble(),
          ms.get(1).asDouble());
    } finally {
      running.process().destroy();
    }
    Outcome outcome = running.end();
    assertFalse(outcome.err().contains("books do not balance"), outcome::toString);
  }

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
        assertTrue(anna.evaluate(GRAPHS).asBoolean());

        anna.evaluate(
            "(() => { const one = document.getElementById('twin'); one.value = 'single';"
                + " one.dispatchEvent(new Event('change')); })()");
        await(bert, "arena.twin === 'single'");
        int pictures = bert.evaluate("arena.pictures").asInt();
        await(bert, "arena.pictures > " + (pictures + 10));

        fitsAPhoneInTheDark(bert);
        assertEquals("8 24 8 0 32 0 64 0", bert.evaluate(TOUCH).asText());
        assertTrue(bert.evaluate(BUTTONS).asBoolean(), "the buttons are on the screen");
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

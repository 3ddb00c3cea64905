package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.browser.Chromium;
import dev.jitterlab.systemtests.Jitterlab.Outcome;
import dev.jitterlab.systemtests.Jitterlab.Running;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --serve} in a real browser, during a real run. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class LivePageTest {
  private static final Pattern ADDRESS =
      Pattern.compile("watch it at (http://127\\.0\\.0\\.1:\\d+/)");

  /** How many points the first chart's p99 has; 0 before there is one. */
  private static final String POINTS =
      """
      (() => {
        const element = document.querySelector('[data-chart^=ticks]');
        const chart = element && window.echarts && echarts.getInstanceByDom(element);
        return chart ? chart.getOption().series.find(one => one.name === 'p99').data.length : 0;
      })()\
      """;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path folder;

  @Test
  void theChartsGrowWhileTheRunGoesOnAndTheVerdictComesAtItsEnd() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "live.yaml",
        """
        workload: periodic
        instances: 1
        warmup: 1s
        duration: 8s
        execution: blocks
        groups:
          - name: scheduler
            values: [thread-per-task, scheduled-pool]
        defaults:
          jvm_arguments: -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
          server: {tasks: '20@50'}
        properties:
          - targets: ['scheduler=thread-per-task']
            properties: {server: {scheduler: thread-per-task}}
        """);
    Running running = jitterlab.start("run", "--serve", "live.yaml", "--out", "run");
    try {
      watch(running);
      Outcome outcome = running.end();
      assertTrue(outcome.status() == 0 || outcome.status() == 4, outcome::toString);
    } finally {
      running.process().destroy();
    }
  }

  @Tag("long") // a second run and a second browser
  @Test
  void saysThatTheLabHasStopped() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "long.yaml",
        """
        workload: periodic
        instances: 1
        warmup: 1s
        duration: 10m
        defaults:
          jvm_arguments: -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
          server: {tasks: '20@50'}
        """);
    Running running = jitterlab.start("run", "long.yaml", "--serve=0", "--out", "run");
    try (Chromium browser = new Chromium(folder, address(running))) {
      while (browser.evaluate(POINTS).asInt() == 0) {
        assertFalse(running.process().waitFor(300, TimeUnit.MILLISECONDS), "ended by itself");
      }
      running.process().destroyForcibly().waitFor();
      while (!state(browser).equals("stopped")) {
        browser.evaluate("new Promise(done => setTimeout(done, 300))");
      }
      String text = browser.evaluate("document.getElementById('live').innerText").asText();
      assertTrue(text.contains("The lab has stopped"), text);
      assertTrue(text.contains("./jitterlab resume run"), text);
      assertTrue(browser.evaluate(POINTS).asInt() > 0, "the charts stay");
    } finally {
      running.process().destroyForcibly();
    }
  }

  private void watch(Running running) throws Exception {
    TreeSet<Integer> points = new TreeSet<>();
    try (Chromium browser = new Chromium(folder, address(running))) {
      String state = state(browser);
      while (!state.equals("ended")) {
        assertFalse(running.process().waitFor(300, TimeUnit.MILLISECONDS), "ended while watched");
        int seen = browser.evaluate(POINTS).asInt();
        state = state(browser);
        if (state.equals("running")) {
          points.add(seen);
        }
      }
      assertTrue(points.tailSet(1).size() >= 2, () -> "points seen: " + points);
      assertEquals(
          verdict(), browser.evaluate("document.querySelector('.full p').textContent").asText());
      assertEquals(
          200, browser.evaluate("fetch('/report.html').then(answer => answer.status)").asInt());
      assertEquals(
          "/report.html",
          browser.evaluate("document.getElementById('live-report').pathname").asText());
    }
  }

  private static URI address(Running running) throws IOException, InterruptedException {
    while (true) {
      Matcher said = ADDRESS.matcher(Files.readString(running.err()));
      if (said.find()) {
        return URI.create(said.group(1));
      }
      assertFalse(running.process().waitFor(100, TimeUnit.MILLISECONDS), "ended at once");
    }
  }

  private static String state(Chromium browser) throws IOException, InterruptedException {
    return browser.evaluate("document.documentElement.dataset.live || ''").asText();
  }

  private String verdict() throws IOException {
    JsonNode summary = new ObjectMapper().readTree(folder.resolve("run/summary.json").toFile());
    return summary.get("verdict").asText();
  }
}

package dev.jitterlab.play;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.LineTail;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads what an {@link Audit} compares: the bots' ledger, and the store by its public requests. For
 * one thread.
 */
final class Auditor {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final int MOST_AT_ONCE = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path ledgerFile;
  private final LineTail ledger;
  private final Audit audit = new Audit();
  private long newestResult;

  Auditor(Path ledgerFile) {
    this.ledgerFile = ledgerFile;
    this.ledger = new LineTail(ledgerFile);
  }

  /** Reads what is new in the ledger and, if the store answers, in the store. */
  AuditResult look(URI store) {
    try {
      readLedger();
      readResults(store);
    } catch (IOException e) {
      return audit.result(); // the store is away: the next look has more
    }
    return audit.result();
  }

  /**
   * Reads all there is, players' records too.
   *
   * @throws IOException if the store does not answer
   */
  AuditResult conclude(URI store) throws IOException {
    readLedger();
    readResults(store);
    Map<Long, JsonNode> records = new HashMap<>();
    for (long player : audit.playersToAsk()) {
      JsonNode record = get(store.resolve("/players/" + player));
      if (record != null) {
        records.put(player, record);
      }
    }
    audit.records(records);
    return audit.result();
  }

  private void readLedger() throws IOException {
    if (!Files.exists(ledgerFile)) {
      return;
    }
    try (LineTail.Reading lines = ledger.open()) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        try {
          JsonNode saw = JSON.readTree(line);
          if (saw.path("player").isNumber()) {
            audit.saw(saw);
          }
        } catch (JsonProcessingException e) {
          // The bots were killed in the middle of the line.
        }
      }
    }
  }

  private void readResults(URI store) throws IOException {
    JsonNode results;
    do {
      results =
          get(store.resolve("/results?after=" + newestResult + "&limit=" + MOST_AT_ONCE))
              .path("results");
      for (JsonNode result : results) {
        audit.stored(result);
        newestResult = result.path("number").asLong();
      }
    } while (results.size() == MOST_AT_ONCE);
  }

  /** Returns null for status 404. */
  private static JsonNode get(URI uri) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    if (connection.getResponseCode() == HttpURLConnection.HTTP_NOT_FOUND) {
      return null;
    }
    try (InputStream body = connection.getInputStream()) {
      return JSON.readTree(new String(body.readAllBytes(), UTF_8));
    }
  }
}

package dev.jitterlab.arena.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.arena.world.Goods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What characters keep from one game to the next, by their players' names: one JSON file, replaced
 * as a whole. The file is read at the start and written by {@link #write}; an update only notes
 * what is to be kept. Thread-safe.
 */
final class SavedGoods implements AutoCloseable {
  private static final int MOST = 100_000;

  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final Map<String, Goods> byName = new ConcurrentHashMap<>();
  private volatile boolean changed;

  /**
   * Opens the file, which need not exist.
   *
   * @throws IOException if it is no such file
   */
  SavedGoods(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      JsonNode all = json.readTree(Files.readAllBytes(file));
      if (!all.isObject()) {
        throw new IOException(file + " is no file of saved characters; name another one");
      }
      for (Map.Entry<String, JsonNode> one : all.properties()) {
        JsonNode goods = one.getValue();
        byName.put(
            one.getKey(),
            new Goods(
                goods.path("given").asLong(),
                goods.path("taken").asLong(),
                goods.path("gems").asInt(),
                goods.path("coins").asInt()));
      }
    }
  }

  Optional<Goods> get(String name) {
    return Optional.ofNullable(byName.remove(name)); // who plays has them; nobody has them twice
  }

  void put(String name, Goods goods) {
    if (byName.size() < MOST || byName.containsKey(name)) {
      byName.put(name, goods);
      changed = true;
    }
  }

  /** Writes the file, if something has changed. */
  synchronized void write() throws IOException {
    if (!changed) {
      return;
    }
    changed = false;
    ObjectNode all = json.createObjectNode();
    byName.forEach(
        (name, goods) ->
            all.putObject(name)
                .put("given", goods.given())
                .put("taken", goods.taken())
                .put("gems", goods.gems())
                .put("coins", goods.coins()));
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.write(draft, json.writeValueAsBytes(all));
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    write();
  }
}

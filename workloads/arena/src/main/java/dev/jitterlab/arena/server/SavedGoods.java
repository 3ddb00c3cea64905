package dev.jitterlab.arena.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What characters keep from one game to the next, by their players' names: one JSON file, replaced
 * as a whole. An entry is never taken out: while a fighter plays, its character has what it had
 * before and what that fighter has won or lost since. So {@link #write} can be called at any time,
 * and what it writes has everybody: those who play, those who left a moment ago and still read
 * their letters, and those who are away.
 *
 * <p>A name belongs to one player at a time. Another one who comes with it is a guest: it begins
 * anew, and nothing is kept of it. No update calls anything here, and nobody who joins waits for
 * the disk. Thread-safe.
 */
final class SavedGoods implements AutoCloseable {
  private static final int MOST = 100_000;

  /** Replaces a file as a whole. */
  @FunctionalInterface
  interface Disk {
    /** Does it. */
    void replace(Path file, byte[] bytes) throws IOException;
  }

  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final Disk disk;

  /** For one writer at a time, who writes what is newest then. */
  private final Object writing = new Object();

  private final Map<String, SavedCharacter> byName = new TreeMap<>();
  private boolean changed;

  /** A fighter of a character, and what it began with. */
  private static final class Life {
    final Fighter fighter;
    final Goods begunWith;

    Life(Fighter fighter, Goods begunWith) {
      this.fighter = fighter;
      this.begunWith = begunWith;
    }

    Goods won() {
      return fighter.goods().minus(begunWith);
    }
  }

  /** What a player has. Its last fighter may still read letters when the next one begins. */
  private static final class SavedCharacter {
    private final List<Life> lives = new ArrayList<>(1);
    private Goods before;
    private Goods now;

    SavedCharacter(Goods goods) {
      before = goods;
      now = goods;
    }

    boolean isPlayed() {
      return lives.stream().anyMatch(life -> !life.fighter.isLeaving());
    }

    boolean has(Fighter fighter) {
      return lives.stream().anyMatch(life -> life.fighter == fighter);
    }

    /** Finds out what it has by now; returns whether that is something else than before. */
    boolean hasChanged() {
      Goods all = before;
      Iterator<Life> each = lives.iterator();
      while (each.hasNext()) {
        Life life = each.next();
        boolean isOver = life.fighter.hasEnded(); // asked first: then nothing changes any more
        Goods won = life.won();
        all = all.plus(won);
        if (isOver) {
          before = before.plus(won);
          each.remove();
        }
      }
      Goods last = now;
      now = all.withoutDebts();
      return !now.equals(last);
    }
  }

  /**
   * Opens the file, which need not exist.
   *
   * @throws IOException if it is no such file
   */
  SavedGoods(Path file) throws IOException {
    this(file, SavedGoods::replace);
  }

  SavedGoods(Path file, Disk disk) throws IOException {
    this.file = file;
    this.disk = disk;
    if (Files.exists(file)) {
      JsonNode all = json.readTree(Files.readAllBytes(file));
      if (!all.isObject()) {
        throw new IOException(file + " is no file of saved characters; name another one");
      }
      for (Map.Entry<String, JsonNode> one : all.properties()) {
        JsonNode goods = one.getValue();
        byName.put(
            one.getKey(),
            new SavedCharacter(
                new Goods(
                    goods.path("given").asLong(),
                    goods.path("taken").asLong(),
                    goods.path("gems").asInt(),
                    goods.path("coins").asInt())));
      }
    }
  }

  /**
   * Lets a fighter in with what its player has.
   *
   * @param enter makes the fighter that begins with those goods
   */
  synchronized Fighter join(String name, Function<Goods, Fighter> enter) {
    SavedCharacter character = byName.get(name);
    if (character == null && byName.size() < MOST) {
      character = new SavedCharacter(Goods.ofANewFighter());
      byName.put(name, character);
      changed = true;
    }
    if (character == null || character.isPlayed()) {
      return enter.apply(Goods.ofANewFighter());
    }
    changed |= character.hasChanged();
    Goods goods = character.now;
    Fighter fighter = enter.apply(goods);
    character.lives.add(new Life(fighter, goods));
    return fighter;
  }

  /** Returns whether what this fighter wins is kept; a guest's is not. */
  synchronized boolean isKept(Fighter fighter) {
    SavedCharacter character = byName.get(fighter.player());
    return character != null && character.has(fighter);
  }

  /** Writes the file, if something has changed. */
  void write() throws IOException {
    synchronized (writing) {
      Map<String, Goods> all = takeChanges();
      if (all.isEmpty()) {
        return;
      }
      boolean written = false;
      try {
        disk.replace(file, json(all));
        written = true;
      } finally {
        if (!written) {
          changedAgain();
        }
      }
    }
  }

  /** Returns what everybody has; nothing if that is in the file. */
  private synchronized Map<String, Goods> takeChanges() {
    for (SavedCharacter character : byName.values()) {
      changed |= character.hasChanged();
    }
    Map<String, Goods> all = new LinkedHashMap<>();
    if (changed) {
      byName.forEach((name, character) -> all.put(name, character.now));
    }
    changed = false;
    return all;
  }

  private synchronized void changedAgain() {
    changed = true;
  }

  private byte[] json(Map<String, Goods> all) throws IOException {
    ObjectNode object = json.createObjectNode();
    all.forEach(
        (name, goods) ->
            object
                .putObject(name)
                .put("given", goods.given())
                .put("taken", goods.taken())
                .put("gems", goods.gems())
                .put("coins", goods.coins()));
    return json.writeValueAsBytes(object);
  }

  private static void replace(Path file, byte[] bytes) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.write(draft, bytes);
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    write();
  }
}

package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Goods;
import dev.jitterlab.arena.world.Meeting;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.arena.world.WorldRules;
import dev.jitterlab.tick.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends a game, the next one has everybody's goods. */
class SavedGoodsTest {
  private static final Goods ANNAS = new Goods(5, 2, 3, 7);
  private static final Rate RATE = Rate.hz(10);

  @TempDir Path folder;
  private Path file;
  private final List<ActiveObject> objects = new ArrayList<>();
  private long nowNs = 1;
  private World world;
  private SavedGoods saved;

  @BeforeEach
  void playsFromAFile() throws IOException {
    file = folder.resolve("saved.json");
    Files.writeString(file, "{\"anna\":{\"given\":5,\"taken\":2,\"gems\":3,\"coins\":7}}");
    start();
  }

  private void start() throws IOException {
    saved = new SavedGoods(file);
    objects.clear();
    world =
        new World(
            new WorldRules(1_000, 0, 100_000_000),
            () -> nowNs,
            tick -> {},
            (object, failure) -> {
              throw failure;
            });
    world.changeTo(Meeting.MAILBOXES, (object, firstAfterNs) -> objects.add(object));
  }

  private Fighter join(String name, float x) {
    return saved.join(name, goods -> world.join(name, goods, x, 1_000, RATE, ClientView.NONE));
  }

  private void step(int periods) {
    for (int i = 0; i < periods; i++) {
      nowNs += RATE.periodNs();
      for (ActiveObject object : List.copyOf(objects)) {
        if (!object.run(nowNs)) {
          objects.remove(object);
        }
      }
    }
  }

  /** One player sells a gem for a coin. */
  private void sell(Fighter seller) {
    long before = world.trades();
    assertTrue(seller.contact().input(new ClientInput(1, ClientInput.TRADE, 0)));
    step(1);
    assertTrue(seller.contact().input(new ClientInput(2, 0, 0)));
    step(3);
    assertEquals(before + 1, world.trades());
  }

  /** What the next server would read if this one were killed now. */
  private Goods afterAKill(String name) throws IOException {
    saved.write();
    SavedGoods next = new SavedGoods(file);
    Fighter[] again = new Fighter[1];
    Fighter unused =
        next.join(
            name, goods -> again[0] = world.join(name, goods, 3_000, 3_000, RATE, ClientView.NONE));
    return again[0].goods();
  }

  @Test
  void whoPlaysWhenTheServerIsKilledLosesNothing() throws IOException {
    Fighter anna = join("anna", 1_000);
    Fighter bert = join("bert", 1_050);
    step(1);
    assertEquals(ANNAS, afterAKill("anna"));

    sell(anna);
    assertEquals(new Goods(5, 2, 2, 8), anna.goods());
    assertEquals(new Goods(5, 2, 2, 8), afterAKill("anna"));
    assertEquals(new Goods(0, 0, 11, 9), afterAKill("bert"));
    assertTrue(saved.isKept(bert));
  }

  @Test
  void whoLeftAMomentAgoLosesNothing() throws IOException {
    Fighter anna = join("anna", 1_000);
    Fighter unused = join("bert", 1_050);
    step(1);
    sell(anna);
    anna.leave();
    step(1);
    assertEquals(1, world.fighters().length, "anna is gone and reads her letters");
    assertEquals(new Goods(5, 2, 2, 8), afterAKill("anna"));
  }

  /** A page that is loaded again: the old fighter is still there, and a letter is under way. */
  @Test
  void whoComesBackAtOnceGoesOnWithWhatTheOldFighterStillGets() throws IOException {
    Fighter before = join("anna", 1_000);
    Fighter unused = join("bert", 1_050);
    step(1);
    sell(before);
    step(5);
    assertTrue(before.contact().input(new ClientInput(3, ClientInput.TRADE, 0)));
    objects.get(0).run(nowNs += RATE.periodNs()); // the offer is made, and not answered yet
    before.leave();

    Fighter again = join("anna", 2_000);
    assertTrue(saved.isKept(again));
    assertEquals(new Goods(5, 2, 2, 8), again.goods(), "the gem on offer is still hers");
    step(30);
    assertTrue(before.hasEnded());
    assertEquals(2, world.trades());
    assertEquals(new Goods(5, 2, 1, 9), afterAKill("anna"));
    sell(join("anton", 1_060)); // to bert; nobody else changes
    assertEquals(new Goods(5, 2, 1, 9), afterAKill("anna"));
  }

  @Test
  void aSecondPlayerOfANameIsAGuestAndOverwritesNothing() throws IOException {
    Fighter anna = join("anna", 1_000);
    Fighter guest = join("anna", 2_000);
    Fighter bert = join("bert", 2_050);
    step(1);
    assertEquals(Goods.ofANewFighter(), guest.goods());
    assertFalse(saved.isKept(guest));

    sell(guest);
    anna.leave();
    step(30);
    guest.leave();
    step(30);
    assertTrue(guest.hasEnded());
    assertEquals(ANNAS, afterAKill("anna"));
    assertEquals(11, bert.gems());
  }

  /** A disk on which a write ends only when somebody has joined. */
  @Test
  void nobodyWhoJoinsWaitsForTheDisk() throws IOException {
    List<Fighter> joined = new ArrayList<>();
    saved =
        new SavedGoods(
            file,
            (into, bytes) -> {
              try {
                joined.add(
                    CompletableFuture.supplyAsync(() -> join("carl", 3_000))
                        .get(60, TimeUnit.SECONDS));
              } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new IOException("nobody can join", e);
              }
            });
    Fighter unused = join("bert", 1_050);
    saved.write();

    assertEquals(1, joined.size());
    assertTrue(saved.isKept(joined.get(0)));
  }

  @Test
  void whatTheDiskDidNotTakeIsWrittenTheNextTime() throws IOException {
    List<byte[]> attempts = new ArrayList<>();
    saved =
        new SavedGoods(
            file,
            (into, bytes) -> {
              attempts.add(bytes);
              if (attempts.size() == 1) {
                throw new IOException("the disk is full");
              }
            });
    Fighter unused = join("bert", 1_050);

    assertThrows(IOException.class, saved::write);
    saved.write();
    assertArrayEquals(attempts.get(0), attempts.get(1));
    saved.write();
    assertEquals(2, attempts.size(), "nothing has changed");
  }

  @Test
  void aServerThatIsStoppedAndStartedHasEverybodysGoods() throws IOException {
    ArenaSettings settings = new ArenaSettings();
    settings.savedFile = file;
    try (ArenaProcess first = ArenaProcess.start(settings)) {
      assertEquals(ANNAS, enter(first, "anna").goods()); // plays until the end
      Fighter bert = enter(first, "bert");
      first.host().leave(bert); // left, and lingers
    }
    try (ArenaProcess second = ArenaProcess.start(settings)) {
      Fighter anna = enter(second, "anna");
      assertEquals(ANNAS, anna.goods());
      second.host().leave(anna); // ends less than two seconds before the server
    }
    try (ArenaProcess third = ArenaProcess.start(settings)) {
      assertEquals(ANNAS, enter(third, "anna").goods());
      Fighter guest = enter(third, "anna");
      assertTrue(third.host().isGuest(guest));
      assertEquals(Goods.ofANewFighter(), guest.goods());
    }
    assertTrue(Files.readString(file).contains("\"bert\""));
  }

  private static Fighter enter(ArenaProcess process, String name) {
    assertTrue(process.host().takePlace());
    return process.host().join(name, 10, ClientView.NONE);
  }
}

package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether writes are checked is fixed for the life of a JVM: each mode has a JVM of its own. */
class OwnerTest {
  @TempDir Path folder;

  @Test
  void findsTheTaskTheThreadAndTheReceiverThatAreNotTheOwner()
      throws IOException, InterruptedException {
    String remedy = "; a task writes only its own state: send the owner a message (Mailbox.offer)";
    assertEquals(
        List.of(
            "task thief, in its tick 0, writes a hat, which belongs to task player" + remedy,
            "task thief, in its tick 1, writes mailbox m, which belongs to task player" + remedy,
            "a thread outside any task (main) writes a hat, which belongs to task player" + remedy),
        run(Thieves.class, "true"));
  }

  @Test
  void lookForNothingUnlessAsked() throws IOException, InterruptedException {
    assertEquals(List.of(), run(Thieves.class, "false"));
    assertSame(Owner.of("a"), Owner.of("b"), "no object for each piece of state");
  }

  @Test
  void findNothingWrongInAWorldThatKeepsToTheRule() throws IOException, InterruptedException {
    assertEquals(List.of(), run(HonestWorld.class, "true"));
  }

  @Test
  void namesForeignWritesOfStateThatIsHandedOverMeanwhile()
      throws IOException, InterruptedException {
    assertEquals(List.of(), run(HandedOver.class, "true"));
  }

  private List<String> run(Class<?> main, String property)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    "-D" + Owner.PROPERTY + "=" + property,
                    main.getName()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> read(output).toString());
    } finally {
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue(), () -> read(output).toString());
    return read(output);
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static LocklessScheduler printingFailures() {
    return TickSchedulers.named("lockless")
        .threadSettings(ThreadSettings.none())
        .onFailure(
            (tick, failure) -> {
              System.out.println(failure.getMessage());
              return FailureHandler.Decision.CONTINUE;
            })
        .createLockless();
  }

  /** A player, and a task that writes what is the player's. */
  static final class Thieves {
    private Thieves() {}

    public static void main(String[] arguments) throws InterruptedException {
      Owner hat = Owner.of("a hat");
      Owner gift = Owner.of("a gift");
      Mailbox<String> mailbox = new Mailbox<>("m", 4);
      CountDownLatch owned = new CountDownLatch(3);
      CountDownLatch tried = new CountDownLatch(3);
      try (LocklessScheduler scheduler = printingFailures()) {
        scheduler.start(
            "player",
            Rate.hz(200),
            tick -> {
              hat.checkWrite();
              String unused = mailbox.poll();
              if (tick.index() == 0) {
                gift.checkWrite();
                gift.handOver();
              }
              owned.countDown();
            });
        owned.await();
        scheduler.start(
            "thief",
            Rate.hz(200),
            tick -> {
              tried.countDown();
              gift.checkWrite();
              if (tick.index() == 0) {
                hat.checkWrite();
              } else if (tick.index() == 1) {
                String unused = mailbox.poll();
              }
            });
        tried.await();
      }
      try {
        hat.checkWrite();
      } catch (ForeignWriteException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** Two tasks that own the same state by turns, and say what is thrown beside foreign writes. */
  static final class HandedOver {
    private static final int ROUNDS = 50_000;

    private HandedOver() {}

    public static void main(String[] arguments) throws InterruptedException {
      Owner shared = Owner.of("a ball");
      Thread first = new Thread(() -> writeOften("first", shared));
      Thread second = new Thread(() -> writeOften("second", shared));
      first.start();
      second.start();
      first.join();
      second.join();
    }

    private static void writeOften(String name, Owner shared) {
      TaskContext context =
          new TaskContext(
              System::nanoTime, tick -> {}, (tick, failure) -> FailureHandler.Decision.STOP);
      Owner.enter(new PeriodicTask(context, name, Rate.hz(20), tick -> {}));
      for (int i = 0; i < ROUNDS; i++) {
        try {
          shared.checkWrite();
          shared.handOver();
        } catch (ForeignWriteException e) {
          Thread.onSpinWait(); // it is the other one's turn
        }
      }
    }
  }

  /** Players and projectiles that influence one another by messages only. */
  static final class HonestWorld {
    private HonestWorld() {}

    public static void main(String[] arguments) throws InterruptedException {
      try (LocklessScheduler scheduler = printingFailures()) {
        if (!new LearsWorld(scheduler, 5, 10).awaitEnd()) {
          System.out.println("players or projectiles tick no more");
        }
      }
    }
  }
}

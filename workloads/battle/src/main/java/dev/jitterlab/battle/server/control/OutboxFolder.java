package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results on their way to the store, one file each: a server that is killed and started again
 * finds what it had not delivered. A file is written under another name, forced to the disk and
 * renamed, so that a kill leaves no half of one. What the store refuses goes to the folder {@code
 * refused}, for somebody to look at; it is not thrown away.
 *
 * <p>When {@value #MOST_WAITING} results wait, or the disk takes none, {@link #refusal} says so,
 * and the server begins no more battles until the store is back. One process has a folder at a
 * time. A thread of its own writes; thread-safe.
 */
public final class OutboxFolder implements ResultKeeper, AutoCloseable {
  static final int MOST_WAITING = 10_000;

  private static final System.Logger LOG = System.getLogger(OutboxFolder.class.getName());
  private static final String ENDING = ".json";
  private static final String UNFINISHED = ".part";

  /** A result that waits. */
  static final class Kept {
    final ObjectNode result;
    private final Path file; // null where the disk did not take it

    private Kept(ObjectNode result, Path file) {
      this.result = result;
      this.file = file;
    }
  }

  private final Path folder;
  private final String server;
  private final String version;
  private final FileChannel lockFile;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "outbox"));
  private final Queue<Kept> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger(); // also what is being written
  private volatile String diskFailure;

  private OutboxFolder(Path folder, String server, String version, FileChannel lockFile) {
    this.folder = folder;
    this.server = server;
    this.version = version;
    this.lockFile = lockFile;
  }

  /**
   * Opens the folder, which is made if there is none, with the results that an earlier process has
   * left in it.
   *
   * @throws IOException if it cannot be written, another process has it, or the results in it are
   *     another server's
   */
  public static OutboxFolder open(MembershipOptions options) throws IOException {
    return open(options.outbox, options.serverId(), options.version);
  }

  static OutboxFolder open(Path folder, String server, String version) throws IOException {
    Files.createDirectories(refused(folder));
    FileChannel lockFile =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = lockFile.tryLock(); // until the process ends, however it does
      if (lock == null) {
        throw new IOException("another process uses the outbox " + folder + "; give each its own");
      }
      OutboxFolder outbox = new OutboxFolder(folder, server, version, lockFile);
      outbox.findWhatIsLeft();
      return outbox;
    } catch (OverlappingFileLockException e) {
      lockFile.close();
      throw new IOException("this process uses the outbox " + folder + " already", e);
    } catch (IOException e) {
      lockFile.close();
      throw e;
    }
  }

  private static Path refused(Path folder) {
    return folder.resolve("refused");
  }

  private void findWhatIsLeft() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.sorted().collect(Collectors.toList());
    }
    for (Path file : files) {
      if (file.toString().endsWith(UNFINISHED)) {
        Files.delete(file); // nobody was told of that battle
      } else if (file.toString().endsWith(ENDING)) {
        read(file);
      }
    }
  }

  private void read(Path file) throws IOException {
    JsonNode result = MissingNode.getInstance();
    try {
      result = StrictJson.read(Files.readAllBytes(file));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.ERROR, "the result " + file + " cannot be read", e);
    }
    if (!result.isObject()) {
      setAside(file);
      return;
    }
    requireOwn(result.path("server").asText());
    waiting.add(new Kept((ObjectNode) result, file));
    count.incrementAndGet();
  }

  /** The store takes no results from another server, and those behind them would wait for ever. */
  private void requireOwn(String of) throws IOException {
    if (!of.equals(server)) {
      throw new IOException(
          "the outbox "
              + folder
              + " has results of the server '"
              + of
              + "', which the store does not take from '"
              + server
              + "'; start '"
              + of
              + "' with this outbox, or give '"
              + server
              + "' another one");
    }
  }

  @Override
  public void keep(BattleReport report, Runnable kept) {
    count.incrementAndGet();
    writer.execute(
        () -> {
          try {
            waiting.add(write(json(report)));
          } finally {
            kept.run();
          }
        });
  }

  private ObjectNode json(BattleReport report) {
    ArrayNode players = StrictJson.array();
    report.won.forEach(
        (player, won) -> players.add(StrictJson.object().put("player", player).put("won", won)));
    ObjectNode result =
        StrictJson.object()
            .put("server", server)
            .put("battle", report.battle)
            .put("version", version)
            .put("mode", report.mode)
            .put("ending", report.ending)
            .put("seconds", report.seconds);
    result.set("players", players);
    return result;
  }

  private Kept write(ObjectNode result) {
    String name = result.path("battle").asText();
    Path unfinished = folder.resolve(name + UNFINISHED);
    Path file = folder.resolve(name + ENDING);
    try {
      try (FileChannel channel =
          FileChannel.open(
              unfinished,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(StrictJson.write(result));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      force(folder); // else its old name may come back with the power
      diskFailure = null;
      return new Kept(result, file);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.ERROR, "a result is kept in memory only", e);
      diskFailure = String.valueOf(e.getMessage());
      return new Kept(result, null);
    }
  }

  /**
   * Makes the names in a folder last. Where that cannot be done, the file is there all the same.
   */
  private static void force(Path folder) {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "the outbox may lose results at a loss of power", e);
    }
  }

  /** Returns the oldest result that waits; null when there is none. */
  Kept peek() {
    return waiting.peek();
  }

  /** The store has the result: it need not be kept any more. */
  void delivered(Kept result) {
    remove(result, false);
  }

  /** The store will never take the result: it is set aside. */
  void refused(Kept result) {
    remove(result, true);
  }

  private void remove(Kept result, boolean setAside) {
    if (!waiting.remove(result)) {
      return;
    }
    writer.execute(
        () -> {
          try {
            if (result.file != null && setAside) {
              setAside(result.file);
            } else if (result.file != null) {
              Files.deleteIfExists(result.file);
            }
          } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "a result will be sent again: it is known", e);
          } finally {
            count.decrementAndGet();
          }
        });
  }

  private void setAside(Path file) throws IOException {
    Files.move(
        file, refused(folder).resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns how many results wait, those that are being written included. */
  int count() {
    return count.get();
  }

  @Override
  public String refusal() {
    String failure = diskFailure;
    if (failure != null && count() > 0) {
      return "results cannot be written to the disk: " + failure;
    }
    return count() >= MOST_WAITING ? count() + " results wait for the store" : null;
  }

  /** Writes what is still to be written, for a second, and gives the folder back. */
  @Override
  public void close() throws IOException {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(1, TimeUnit.SECONDS)) {
        LOG.log(System.Logger.Level.ERROR, "the disk did not take all results within a second");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lockFile.close();
  }
}

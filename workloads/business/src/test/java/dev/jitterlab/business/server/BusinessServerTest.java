package dev.jitterlab.business.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.business.memory.MemoryStore;
import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.program.CommandLineProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BusinessServerTest {
  private static final int SIGTERM_STATUS = 143;

  @TempDir private Path folder;

  @Test
  void showsWhatItMakesAndLogsItsTimesByKind() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(
            folder, "--load=open", "--rate=500", "--reconcile-ms=20", "--tick-log=ticks.hlog")) {
      while (server.metric("jitterlab_business_transactions_total") < 200
          || server.metric("jitterlab_business_reconciliations_total") < 3) {
        Thread.sleep(20);
      }
      assertEquals(0, server.metric("jitterlab_business_violations_total"));
      assertEquals(0, server.metric("jitterlab_business_unreconciled_total"));
      assertEquals(0, server.metric("jitterlab_work_failed_total"));
      assertEquals(4, server.metric("jitterlab_business_warehouses"));
      assertTrue(server.metric("jitterlab_business_allocated_bytes_total") > 200 * 500);
      assertEquals(SIGTERM_STATUS, server.end(), server.output());
    }
    try (Stream<String> lines = Files.lines(folder.resolve("ticks.hlog"))) {
      String tags =
          lines
              .filter(line -> line.startsWith("Tag="))
              .map(line -> line.substring(4, line.indexOf(',')))
              .distinct()
              .sorted()
              .collect(Collectors.joining(" "));
      for (String tag :
          List.of("transaction", "order", "payment", "delivery", "order-status", "stock-level")) {
        assertTrue((" " + tags + " ").contains(" " + tag + " "), tags);
      }
    }
  }

  @Test
  void theAutoServerEndsByItselfAndServesOn() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(
            folder,
            "--load=auto",
            "--think-ms=0.05", // no machine makes 500,000 a second of a warehouse
            "--settle-seconds=0",
            "--hold-seconds=0.1")) {
      server.awaitLine("JITTERLAB AUTO carried=");
      assertEquals(1, server.metric("jitterlab_business_ended"));
      assertTrue(server.metric("jitterlab_business_end_live_ratio") > 0);
      assertEquals(SIGTERM_STATUS, server.end(), server.output());
    }
  }

  @Test
  void refusesWhatMeansNothingBeforeItStarts() {
    assertRefused("--think-ms is 0.001 to 3600000", "--load=auto", "--think-ms=0");
    assertRefused("give --store=memory", "--load=auto", "--store=h2");
    assertRefused("is for --store=h2 or postgresql", "--database=books");
    assertRefused("give jdbc:postgresql:", "--store=postgresql", "--database=books");
    assertRefused("--mix=sale:1", "--mix=sale:1");
    assertRefused("rate x", "--load=open", "--rate=x");
    assertRefused("--warehouses is 1 to 10000", "--warehouses=0");
  }

  private static void assertRefused(String why, String... arguments) {
    StringWriter said = new StringWriter();
    int status =
        CommandLineProcess.commandLine(new BusinessServer())
            .setErr(new PrintWriter(said, true))
            .execute(arguments);
    assertEquals(2, status, said.toString());
    assertTrue(said.toString().contains(why), said.toString());
  }

  /** Books of which one customer's balance is wrong. */
  @Test
  void whatDoesNotAgreeIsToldAndCounted() {
    List<String> told = new ArrayList<>();
    TransactionStore sound = new MemoryStore(new CompanySize(1, 1, 10, 10), new Catalogue(1, 10));
    Reconciler ofSound = new Reconciler(sound, () -> 0, told::addAll);
    assertTrue(ofSound.turn());
    assertEquals(1, ofSound.turns());
    assertEquals(List.of(), told);

    Reconciler reconciler =
        new Reconciler(books(() -> List.of("one thing", "another")), () -> 0, told::addAll);
    boolean unused = reconciler.turn();
    assertEquals(2, reconciler.violations());
    assertEquals(List.of("one thing", "another"), told);
    assertFalse(reconciler.failures() > 0);
  }

  /** Books that cannot be read for a while, and then never more. */
  @Test
  void booksThatNobodyCanCompareEndTheProcess() {
    List<String> told = new ArrayList<>();
    AtomicInteger asked = new AtomicInteger();
    Reconciler reconciler =
        new Reconciler(
            books(
                () -> {
                  if (asked.incrementAndGet() == 10) {
                    return List.of();
                  }
                  throw new IllegalStateException("no such table");
                }),
            () -> 0,
            told::addAll);
    for (int i = 0; i < 10; i++) {
      assertEquals(i == 9, reconciler.turn());
    }
    assertEquals(9, reconciler.failures());
    assertEquals(List.of(), told, "it went on after nine failures");
    reconciler.last(false);
    assertEquals(19, reconciler.failures());
    assertEquals(1, told.size());
    assertTrue(told.get(0).contains("10 times in a row"), told::toString);
    assertTrue(told.get(0).contains("no such table"), told::toString);
  }

  /** The lab sends SIGTERM to a server and to the PostgreSQL that it has started. */
  @Test
  void aDatabaseThatEndsWithTheServerIsNoFaultOfTheBooks() {
    List<String> told = new ArrayList<>();
    Reconciler gone =
        new Reconciler(
            books(
                () -> {
                  throw new IllegalStateException("this connection has been closed");
                }),
            () -> 0,
            told::addAll);
    gone.last(true);
    assertEquals(1, gone.failures());
    assertEquals(List.of(), told);

    new Reconciler(books(() -> List.of("a sum")), () -> 0, told::addAll).last(true);
    assertEquals(List.of("a sum"), told, "what can be compared must still agree");
  }

  private static TransactionStore books(Supplier<List<String>> problems) {
    return new TransactionStore() {
      @Override
      public StoreSession session() {
        throw new AssertionError();
      }

      @Override
      public int warehouses() {
        return 1;
      }

      @Override
      public void addWarehouse() {}

      @Override
      public List<String> reconcile(long turn) {
        return problems.get();
      }

      @Override
      public long retries() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }
}

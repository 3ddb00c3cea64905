package dev.jitterlab.business.server;

import dev.jitterlab.business.memory.MemoryStore;
import dev.jitterlab.business.sql.SqlStore;
import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.program.OwnPostgres;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the books, and the database's server where it is this process's own. */
final class Stores implements AutoCloseable {
  private static final String FILE = "business";

  private final CompanySize size;
  private final long seed;
  private OwnPostgres own; // null for none

  Stores(CompanySize size, long seed) {
    this.size = size;
    this.seed = seed;
  }

  /**
   * Opens the books.
   *
   * @param database null for the default of the kind
   * @throws IllegalArgumentException if the database is not of that kind
   */
  TransactionStore open(StoreKind kind, String database) throws IOException, StoreException {
    Catalogue catalogue = new Catalogue(seed, size.products());
    switch (kind) {
      case MEMORY:
        if (database != null) {
          throw new IllegalArgumentException(
              "--database=" + database + " is for --store=h2 or postgresql, not for memory");
        }
        return new MemoryStore(size, catalogue);
      case H2:
        return SqlStore.open(database == null ? FILE : database, size, catalogue, seed);
      case POSTGRESQL:
        if (database == null) {
          own = OwnPostgres.start(Path.of(""));
        } else if (!database.startsWith("jdbc:postgresql:")) {
          throw new IllegalArgumentException(
              "--database=" + database + " is no PostgreSQL; give jdbc:postgresql://HOST/NAME");
        }
        return SqlStore.open(database == null ? own.url() : database, size, catalogue, seed);
    }
    throw new AssertionError(kind);
  }

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }
}

package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The file {@code samples.duckdb}, and how the rows of a {@link SampleSpool} get into it.
 *
 * <p>DuckDB runs only between the blocks, never while something is measured. Its appender would
 * commit, checkpoint and fsync from the middle of a measurement, on a machine whose two cores are
 * those of the servers; and rows not yet committed would be lost with a killed lab. A plain file
 * that is appended to once a second costs next to nothing, survives {@code kill -9} in the page
 * cache, and is loaded at a million rows a second afterwards.
 */
public final class SampleDatabase {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS samples("at" DOUBLE, source VARCHAR, metric VARCHAR, \
      labels VARCHAR, value DOUBLE)\
      """;

  /** An empty {@code labels} is an empty string, not NULL. */
  private static final String SPOOL =
      """
      read_csv(?, auto_detect = false, header = false,
        delim = ',', quote = '"', escape = '"', force_not_null = ['labels'],
        columns = {'at': 'DOUBLE', 'source': 'VARCHAR', 'metric': 'VARCHAR',
                   'labels': 'VARCHAR', 'value': 'DOUBLE'})\
      """;

  private static final String LOAD = "INSERT INTO samples SELECT * FROM " + SPOOL;

  private static final String SINCE = "SELECT min(\"at\") FROM " + SPOOL;

  /**
   * Rows that are there already stay single: a lab that died between loading its spool and deleting
   * it left them in both. Only rows of the spool's own time are compared, and mostly there are
   * none: a block then costs as much as it has rows, however many blocks came before.
   */
  private static final String LOAD_NEW = LOAD + " EXCEPT SELECT * FROM samples WHERE \"at\" >= ?";

  private static final String HAS_SINCE = "SELECT EXISTS (SELECT 1 FROM samples WHERE \"at\" >= ?)";

  private static final String DELETE = "DELETE FROM samples WHERE \"at\" > ?";

  private static final String DELETE_SERIES =
      "DELETE FROM samples WHERE source = ? AND list_contains(?, metric)";

  /**
   * Of each series that was above zero after a time, one row; it takes the time and the metrics.
   */
  private static final String POSITIVE =
      """
      SELECT max("at"), source, metric, labels, max(value) FROM %s
      WHERE value > 0 AND "at" > ? AND list_contains(?, metric) GROUP BY source, metric, labels\
      """;

  private static final String COUNT = "SELECT count(*) FROM samples WHERE \"at\" = ?";

  /** Every value is looked at, and with it the checksum of every block of the file. */
  private static final String READ_ALL =
      "SELECT bit_xor(hash(\"at\", source, metric, labels, value)) FROM samples";

  private static final String OPEN_ELSEWHERE =
      "another program has its samples open at this moment";

  private static final String END_IT =
      "Wait until that program has ended, or end it: it may be a `report` or `diagnose` of this"
          + " run.";

  private static final long PATIENCE_SECONDS = 20;
  private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private SampleDatabase() {}

  /**
   * Moves the rows of a run's spool into its samples file and deletes the spool; does nothing
   * without a spool. A last line that a killed lab left unfinished is cut off.
   *
   * @throws LabException if the file cannot be written, or if another process has it open
   */
  public static void load(RunDirectory run) {
    try {
      loadSpool(run);
    } catch (SQLException e) {
      throw isOpenElsewhere(e) ? openToAnother(run.samples(), e) : unwritten(run, e);
    }
  }

  /**
   * The same at the end of a block: it waits for some seconds while another process has the file
   * open, because a run of hours should not end for that.
   */
  public static void load(RunDirectory run, Time time) throws InterruptedException {
    long deadlineNs = time.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try {
        loadSpool(run);
        return;
      } catch (SQLException e) {
        if (!isOpenElsewhere(e)) {
          throw unwritten(run, e);
        }
        if (time.nanoTime() - deadlineNs >= 0) {
          throw openTooLong(run, e);
        }
      }
      time.sleepUntil(time.nanoTime() + RETRY_NS);
    }
  }

  private static void loadSpool(RunDirectory run) throws SQLException {
    Path samples = run.samples();
    Path spool = run.samplesSpool();
    if (!Files.exists(spool)) {
      return;
    }
    try {
      cutUnfinishedLine(spool);
      if (Files.exists(samples) && Files.size(samples) == 0) {
        Files.delete(samples); // what a full disk, or a kill, leaves of a database just begun
      }
      try (Connection connection = connect(samples, false)) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(TABLE);
        }
        insert(connection, spool);
      }
      Files.delete(spool);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LabException unwritten(RunDirectory run, SQLException e) {
    return LabException.failed(
            run.samples().toString(),
            "the samples could not be written",
            "Make room on the disk; " + kept(run))
        .withDetails(e.getMessage());
  }

  private static LabException openTooLong(RunDirectory run, SQLException e) {
    return LabException.failed(
            run.samples().toString(),
            "the samples could not be written: another program has had the file open for %d s"
                .formatted(PATIENCE_SECONDS),
            "End that program; " + kept(run))
        .because(e);
  }

  private static String kept(RunDirectory run) {
    return "the samples are kept in "
        + run.samplesSpool()
        + " and are loaded when the run is read again.";
  }

  private static void insert(Connection connection, Path spool) throws SQLException {
    Double first = single(connection, SINCE, spool.toString(), Double.class);
    double since = first == null ? Double.POSITIVE_INFINITY : first;
    boolean loadedBefore = single(connection, HAS_SINCE, since, Boolean.class);
    try (PreparedStatement insert = connection.prepareStatement(loadedBefore ? LOAD_NEW : LOAD)) {
      insert.setString(1, spool.toString());
      if (loadedBefore) {
        insert.setDouble(2, since);
      }
      insert.executeUpdate();
    }
  }

  /** What a query with one parameter answers; null for SQL's NULL. */
  private static <T> T single(Connection connection, String sql, Object parameter, Class<T> type)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setObject(1, parameter);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return type.cast(rows.getObject(1));
      }
    }
  }

  /**
   * Makes sure that a run which is to go on has the samples of its finished blocks. Deletes
   * nothing.
   *
   * @param measuredTo when each measurement ended whose samples must be there; with nothing in it,
   *     none need be
   * @throws LabException if they are not there, if the file is damaged, or if another process has
   *     it open
   */
  public static void require(RunDirectory run, List<Double> measuredTo) {
    if (!measuredTo.isEmpty()) {
      require(run.samples(), measuredTo);
    }
  }

  /** Deletes the spool and all samples: no block has finished. */
  public static void deleteAll(RunDirectory run) throws IOException {
    Files.deleteIfExists(run.samples());
    Files.deleteIfExists(run.samples().resolveSibling(run.samples().getFileName() + ".wal"));
    Files.deleteIfExists(run.samplesSpool());
  }

  /**
   * Deletes the spool, and the rows after a time: those of a block that is measured again.
   *
   * @param until seconds since the epoch
   * @throws LabException if another process has the file open, or it cannot be written
   */
  public static void deleteAfter(RunDirectory run, double until) throws IOException {
    try (Connection connection = connect(run.samples(), false);
        PreparedStatement delete = connection.prepareStatement(DELETE)) {
      delete.setDouble(1, until);
      delete.executeUpdate();
    } catch (SQLException e) {
      throw isOpenElsewhere(e) ? openElsewhere(run.samples(), e) : undeleted(run.samples(), e);
    }
    Files.deleteIfExists(run.samplesSpool());
  }

  private static LabException undeleted(Path samples, SQLException e) {
    return LabException.failed(
            samples.toString(),
            "the samples of the block that is measured again could not be deleted",
            "Make room on the disk, and resume the run again.")
        .because(e);
  }

  /**
   * Deletes all samples that a source has of these metrics, also those in the spool, whose other
   * rows are loaded; does nothing where there are no samples.
   *
   * @throws LabException if another process has the file open, or it cannot be written
   */
  static void deleteSeries(RunDirectory run, String source, List<String> metrics) {
    load(run);
    if (!Files.isRegularFile(run.samples())) {
      return;
    }
    try (Connection connection = connect(run.samples(), false);
        PreparedStatement delete = connection.prepareStatement(DELETE_SERIES)) {
      delete.setString(1, source);
      delete.setArray(2, connection.createArrayOf("VARCHAR", metrics.toArray()));
      delete.executeUpdate();
    } catch (SQLException e) {
      throw isOpenElsewhere(e) ? openToAnother(run.samples(), e) : unreplaced(run.samples(), e);
    }
  }

  private static LabException unreplaced(Path samples, SQLException e) {
    return LabException.failed(
            samples.toString(),
            "the tick counts of an older Jitterlab could not be replaced",
            "Make room on the disk, and read the run again.")
        .because(e);
  }

  /**
   * Returns of each series of these metrics that was above zero after a time one sample: its
   * greatest value, and when the last one was taken. Rows in the spool count, too. Of what is
   * damaged there is none.
   *
   * @throws LabException if another process has the file open
   */
  static List<Sample> positive(RunDirectory run, double after, List<String> metrics) {
    List<Sample> found = new ArrayList<>();
    try {
      if (Files.isRegularFile(run.samplesSpool())) {
        cutUnfinishedLine(run.samplesSpool());
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            PreparedStatement query = connection.prepareStatement(POSITIVE.formatted(SPOOL))) {
          query.setString(1, run.samplesSpool().toString());
          query.setDouble(2, after);
          query.setArray(3, connection.createArrayOf("VARCHAR", metrics.toArray()));
          addAll(query, found);
        }
      }
      if (Files.isRegularFile(run.samples())) {
        try (Connection connection = connect(run.samples(), true);
            PreparedStatement query = connection.prepareStatement(POSITIVE.formatted("samples"))) {
          query.setDouble(1, after);
          query.setArray(2, connection.createArrayOf("VARCHAR", metrics.toArray()));
          addAll(query, found);
        }
      }
    } catch (SQLException e) {
      if (isOpenElsewhere(e)) {
        throw openElsewhere(run.samples(), e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static void addAll(PreparedStatement query, List<Sample> found) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        found.add(
            new Sample(
                rows.getDouble(1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getDouble(5)));
      }
    }
  }

  private static void require(Path samples, List<Double> measuredTo) {
    if (!Files.isRegularFile(samples)) {
      throw damaged(samples, "the file is missing");
    }
    try (Connection connection = connect(samples, false)) {
      for (Double at : measuredTo) {
        requireSampleAt(connection, samples, at);
      }
      try (Statement read = connection.createStatement()) {
        read.executeQuery(READ_ALL).close();
      }
    } catch (SQLException e) {
      throw isOpenElsewhere(e) ? openElsewhere(samples, e) : damaged(samples, e.getMessage());
    }
  }

  /** Whether another process has the file open, which says nothing of what is in it. */
  private static boolean isOpenElsewhere(SQLException e) {
    return String.valueOf(e.getMessage()).contains("Could not set lock on file");
  }

  private static LabException openElsewhere(Path samples, SQLException e) {
    return LabException.notNow(
            samples.toString(), "the run cannot be resumed: " + OPEN_ELSEWHERE, END_IT)
        .because(e);
  }

  private static LabException openToAnother(Path samples, SQLException e) {
    return LabException.failed(
            samples.toString(), "the run cannot be read: " + OPEN_ELSEWHERE, END_IT)
        .because(e);
  }

  private static void requireSampleAt(Connection connection, Path samples, double at)
      throws SQLException {
    if (single(connection, COUNT, at, Long.class) == 0) {
      throw damaged(samples, "samples of a finished block are missing");
    }
  }

  private static LabException damaged(Path samples, String details) {
    return LabException.wrong(
            samples.toString(),
            "the run cannot be resumed: the samples of its finished blocks are damaged",
            "Begin a new run.")
        .withDetails(details);
  }

  /** Loads the spool first; empty where there is neither spool nor samples file. */
  static Optional<Connection> openForReading(RunDirectory run) {
    load(run);
    if (!Files.isRegularFile(run.samples())) {
      return Optional.empty();
    }
    try {
      return Optional.of(connect(run.samples(), true));
    } catch (SQLException e) {
      throw isOpenElsewhere(e) ? openToAnother(run.samples(), e) : unreadable(e);
    }
  }

  static LabException unreadable(SQLException e) {
    return LabException.failed(
            RunDirectory.SAMPLES, "the samples cannot be read", "Run the experiment again.")
        .withDetails(e.getMessage());
  }

  /** One thread and little memory: the lab is a guest on the measured machine. */
  private static Connection connect(Path samples, boolean readOnly) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("threads", "1");
    settings.setProperty("memory_limit", "256MB");
    settings.setProperty("duckdb.read_only", Boolean.toString(readOnly));
    return DriverManager.getConnection("jdbc:duckdb:" + samples.toAbsolutePath(), settings);
  }

  private static void cutUnfinishedLine(Path spool) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(spool.toFile(), "rw")) {
      long end = file.length();
      while (end > 0) {
        file.seek(end - 1);
        if (file.read() == '\n') {
          break;
        }
        end--;
      }
      file.setLength(end);
    }
  }
}

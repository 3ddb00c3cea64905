import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Inserts rows at a constant rate: the load of h2.yaml, and an example of a load of your own. An
 * insert that could not start when it was due is late, and its wait counts. Says what it achieved
 * when it ends, also when it is asked to.
 *
 * <p>Run as it is, by {@code java -cp h2.jar Inserts.java URL RATE SECONDS}.
 */
final class Inserts {
  private final long periodNs;
  private final long[] responsesNs;
  private volatile int done;

  private Inserts(int rate, int seconds) {
    periodNs = 1_000_000_000L / rate;
    responsesNs = new long[rate * seconds];
  }

  public static void main(String[] arguments) throws SQLException {
    Inserts inserts = new Inserts(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    Runtime.getRuntime().addShutdownHook(new Thread(inserts::report));
    try (Connection connection = DriverManager.getConnection(arguments[0])) {
      inserts.run(connection);
    }
  }

  private void run(Connection connection) throws SQLException {
    connection.createStatement().execute("create table if not exists event(n int, text varchar)");
    PreparedStatement insert = connection.prepareStatement("insert into event values (?, ?)");
    long startNs = System.nanoTime();
    for (int i = 0; i < responsesNs.length; i++) {
      long dueNs = startNs + i * periodNs;
      while (dueNs - System.nanoTime() > 0) {
        LockSupport.parkNanos(dueNs - System.nanoTime());
      }
      insert.setInt(1, i);
      insert.setString(2, "event " + i);
      insert.executeUpdate();
      responsesNs[i] = System.nanoTime() - dueNs;
      done = i + 1;
    }
  }

  private void report() {
    int count = done;
    long[] sorted = Arrays.copyOf(responsesNs, count);
    Arrays.sort(sorted);
    System.out.println(count + " inserts");
    if (count > 0) {
      System.out.printf("p50 %.3f ms%n", sorted[count / 2] / 1e6);
      System.out.printf("p99 %.3f ms%n", sorted[(int) (0.99 * (count - 1))] / 1e6);
    }
  }
}

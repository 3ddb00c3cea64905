import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Inserts rows at a constant rate for a time: the load of h2.yaml, and an example of a load of your
 * own. An insert that could not start when it was due is late, and its wait counts.
 *
 * <p>Run as it is, by {@code java -cp h2.jar Inserts.java URL RATE SECONDS}.
 */
final class Inserts {
  private Inserts() {}

  public static void main(String[] arguments) throws SQLException {
    long periodNs = 1_000_000_000L / Integer.parseInt(arguments[1]);
    long durationNs = 1_000_000_000L * Integer.parseInt(arguments[2]);
    long[] responsesNs = new long[(int) (durationNs / periodNs)];
    try (Connection connection = DriverManager.getConnection(arguments[0])) {
      connection.createStatement().execute("create table if not exists event(n int, text varchar)");
      PreparedStatement insert = connection.prepareStatement("insert into event values (?, ?)");
      long startNs = System.nanoTime();
      int done = 0;
      for (; done < responsesNs.length; done++) {
        long dueNs = startNs + done * periodNs;
        while (dueNs - System.nanoTime() > 0) {
          LockSupport.parkNanos(dueNs - System.nanoTime());
        }
        if (System.nanoTime() - startNs >= durationNs) {
          break;
        }
        insert.setInt(1, done);
        insert.setString(2, "event " + done);
        insert.executeUpdate();
        responsesNs[done] = System.nanoTime() - dueNs;
      }
      long[] sorted = Arrays.copyOf(responsesNs, done);
      Arrays.sort(sorted);
      System.out.printf("%d of %d inserts%n", done, responsesNs.length);
      if (done > 0) {
        System.out.printf("p50 %.3f ms%n", sorted[done / 2] / 1e6);
        System.out.printf("p99 %.3f ms%n", sorted[(int) (0.99 * (done - 1))] / 1e6);
      }
    }
  }
}

package dev.jitterlab.bench.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerOutputTest {
  private static final String WRK =
      """
      Running 1s test @ http://127.0.0.1:18099/
        1 threads and 64 connections
        Thread Stats   Avg      Stdev     Max   +/- Stdev
          Latency    83.45ms  123.71ms 456.55ms   82.51%
          Req/Sec     6.09k     5.64k   13.13k    80.00%
        Latency Distribution
           50%  950.00us
           75%  136.76ms
           90%  296.49ms
           99%    1.44s
        4133 requests in 1.02s, 0.99MB read
      Requests/sec:   4038.92
      Transfer/sec:      0.97MB
      """;
  private static final String H2LOAD =
      """
      Application protocol: http/1.1
      Warm-up phase is over for thread #0.
      finished in 2.24s, 2405.00 req/s, 591.86KB/s
      requests: 2405 total, 2469 started, 2405 done, 2405 succeeded, 0 failed, 0 errored, 0 timeout
      status codes: 2405 2xx, 0 3xx, 0 4xx, 0 5xx
                           min         max         mean         sd        +/- sd
      time for request:      221us    133.82ms     10.78ms     27.95ms    94.68%
      """;

  @TempDir private Path folder;

  @Test
  void readsWrkInAllItsUnits() {
    assertEquals(new PeerOutput(4038.92, 950e-6, 1.44, 0), PeerOutput.ofWrk(WRK).orElseThrow());
  }

  @Test
  void countsWhatFailedOfWrk() {
    String errors =
        WRK
            + "  Socket errors: connect 1, read 2, write 3, timeout 4\n"
            + "  Non-2xx or 3xx responses: 20\n";
    assertEquals(30, PeerOutput.ofWrk(errors).orElseThrow().failed());
  }

  @Test
  void takesNothingForAnEnd() {
    assertEquals(Optional.empty(), PeerOutput.ofWrk("unable to connect to 127.0.0.1:1"));
    assertEquals(Optional.empty(), PeerOutput.ofOha("error: connection refused"));
    assertEquals(Optional.empty(), PeerOutput.ofOha("{\"summary\": {"));
    assertEquals(Optional.empty(), PeerOutput.ofH2load(H2LOAD, folder.resolve("no-such-file")));
  }

  @Test
  void takesTheQuantilesOfH2loadFromItsLog() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 100; i >= 1; i--) {
      lines.append("1795369940867651\t200\t").append(i * 10).append('\n');
    }
    lines.append("1795369940867651\t-1\t9000000\n");
    Path log = Files.writeString(folder.resolve("requests.tsv"), lines);
    assertEquals(
        new PeerOutput(2405, 500e-6, 990e-6, 0), PeerOutput.ofH2load(H2LOAD, log).orElseThrow());
    String refused = H2LOAD.replace("0 failed", "3 failed").replace("0 4xx, 0 5xx", "0 4xx, 7 5xx");
    assertEquals(10, PeerOutput.ofH2load(refused, log).orElseThrow().failed());
  }

  @Test
  void readsTheRateOfH2loadWithoutItsLog() {
    assertEquals(new PeerOutput(2405, null, null, 0), PeerOutput.ofH2load(H2LOAD).orElseThrow());
    String refused = H2LOAD.replace("0 failed", "3 failed");
    assertEquals(3, PeerOutput.ofH2load(refused).orElseThrow().failed());
    assertEquals(Optional.empty(), PeerOutput.ofH2load("could not connect"));
  }

  @Test
  void readsOhasJson() {
    String json =
        "{\"summary\": {\"requestsPerSec\": 1999.5}, \"latencyPercentiles\": {\"p50\": 0.0004,"
            + " \"p99\": 0.002}, \"statusCodeDistribution\": {\"200\": 3990, \"503\": 4},"
            + " \"errorDistribution\": {\"aborted due to deadline\": 64, \"connection refused\":"
            + " 2}}";
    assertEquals(new PeerOutput(1999.5, 0.0004, 0.002, 6), PeerOutput.ofOha(json).orElseThrow());
  }
}

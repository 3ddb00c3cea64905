package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.load.Target;
import dev.jitterlab.settings.Settings;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Players that come one after another. */
class ArrivalsTest {
  private static final int PATIENCE_MS = 60_000;

  private static Optional<ArrivalPlan> plan(String... arguments) {
    ArrivalOptions options = new ArrivalOptions();
    CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.forAnnotatedObject(options);
    new CommandLine(spec).parseArgs(arguments);
    Settings.check(spec);
    return options.plan(1);
  }

  @Test
  void areAllThereFromTheStartUnlessTheOptionsSayOtherwise() {
    assertEquals(Optional.empty(), plan());
    long firstNs =
        plan("--arrivals=constant", "--arrival-rate=20").orElseThrow().arrivals().nextNs();
    assertEquals(50_000_000, firstNs);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--arrivals=ramp | needs --arrival-rate",
        "--arrival-rate=20 | needs --arrivals=constant",
        "--arrivals=sometimes --arrival-rate=20 | not sometimes",
        "--arrivals=ramp --arrival-rate=20 | does not fit ramp"
      })
  void saysWhatIsWrongWithTheOptions(String options, String why) {
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> plan(options.split(" ", -1)));
    assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
  }

  /** Two of ten come at once, the others in an hour. */
  @Test
  void doNotPlayBeforeTheyCome() throws IOException {
    BotFleet.Options options = new BotFleet.Options();
    options.players = 10;
    options.threads = 1;
    options.arrivals = Optional.of(ArrivalPlan.of(ArrivalProcess.STEPS, "1000:2ms,0:1h,1", 1));
    try (DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(PATIENCE_MS);
      options.targets = List.of(Target.parse("a=127.0.0.1:" + server.getLocalPort()));
      try (BotFleet fleet = BotFleet.start(options)) {
        Set<Integer> players = new HashSet<>();
        DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
        for (int more = 0; players.size() < 2 || more < 4; more++) {
          server.receive(packet);
          players.add(packet.getPort());
        }
        assertEquals(2, players.size());
        assertEquals(10, fleet.load().of(options.targets.get(0)).players());
      }
    }
  }
}

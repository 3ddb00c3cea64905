package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterFileReaderTest {
  @TempDir Path folder;

  private ClusterFile read(String yaml) throws IOException {
    return new ClusterFileReader().read(Files.writeString(folder.resolve("cluster.yaml"), yaml));
  }

  @Test
  void keepsTheServicesInTheOrderOfTheirStart() throws IOException {
    ClusterFile cluster =
        read(
            """
            jar: target/it.jar
            services:
              - {name: login, main: a.Login, arguments: ['--key=${key_file}']}
              - {name: battle, main: a.Server, count: 3,
                 arguments: ['--id=battle-${n}', '--version=${version}', '--login=${login.http}']}
              - {name: bots, main: a.Bots, arguments: ['--players=${bots}']}
            """);

    assertEquals(
        List.of("login", "battle", "bots"),
        cluster.services().stream().map(ClusterFile.Service::name).toList());
    assertEquals(3, cluster.battleServers());
    assertEquals(folder.resolve("target/it.jar"), cluster.jar());
  }

  @Test
  void readsTheDescriptionThatComesWithTheBattleServer() {
    ClusterFile cluster = new ClusterFileReader().read(Path.of("../workloads/battle/cluster.yaml"));

    assertTrue(cluster.battleServers() >= 1);
    assertEquals("bots", cluster.services().getLast().name());
  }

  @Test
  void leavesOutWhatIsForAPersonUnlessOnePlays() {
    ClusterFile whole = new ClusterFileReader().read(Path.of("../workloads/battle/cluster.yaml"));

    assertEquals("gateway", whole.mine().orElseThrow().name());
    assertTrue(whole.withoutMe().mine().isEmpty());
    assertEquals(whole.services().size() - 1, whole.withoutMe().services().size());
  }

  /** {@code |} stands for a line's end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "services: []; 1:11; an empty list",
        "jar: x; 1:1; services",
        "services:|  - {name: a, main: b, count: 1, argumens: []}; 2:34; arguments",
        "services:|  - {main: b, count: 1}; 2:5; name",
        "services:|  - {name: a, main: b}; 1:1; found 0",
        "services:|  - {name: a, main: b, count: 0}; 2:31; from 1 to 64",
        "services:|  - {name: a, main: b, count: 1}|  - {name: a, main: c}; 3:5; another service",
        "services:|  - {name: a, main: b, count: 1, arguments: ['${key_fiel}']}; 2:46; key_file",
        "services:|  - {name: a, main: b, count: 1, arguments: ['${login.http}']}; 2:46; login",
        "services:|  - {name: a, main: b, count: 1}|  - {name: c, main: d, arguments: ['${n}']};"
            + " 3:36; ${n}",
        "services:|  - {name: a, main: b, count: 1, when: me}; 2:5; without a `count`",
        "services:|  - {name: a, main: b, count: 1}|  - {name: c, main: d, when: you}; 3:5;"
            + " expected `me`",
        "services:|  - {name: a, main: b, count: 1}|  - {name: c, main: d, when: me}|  - {name: e,"
            + " main: f, arguments: ['${c.http}']}; 4:36; no service",
        "services:|  - {name: a, main: b, count: 1}|  - {name: c, main: d, arguments:"
            + " ['${a.udp}']}; 3:36; no service"
      })
  void saysWhereItIsWrongAndWhatIsExpected(String yaml, String place, String expected) {
    LabException wrong =
        assertThrows(LabException.class, () -> read(yaml.replace('|', '\n') + "\n"));

    assertEquals(ExitCode.WRONG_EXPERIMENT, wrong.exitCode());
    assertTrue(
        wrong.problems().stream()
            .anyMatch(
                problem ->
                    problem.where().endsWith("cluster.yaml:" + place)
                        && problem.what().contains(expected)),
        wrong.problems()::toString);
  }

  @Test
  void saysThatThereIsNoDescription() {
    LabException wrong =
        assertThrows(
            LabException.class, () -> new ClusterFileReader().read(folder.resolve("none.yaml")));

    assertTrue(wrong.problems().getFirst().where().contains("none.yaml"));
  }
}

package dev.jitterlab.battle.cluster.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.identity.IdentityFiles;
import dev.jitterlab.battle.identity.IdentityIssuer;
import dev.jitterlab.battle.identity.TrustedKeys;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers and players behind one address. */
class IdentityChecksTest {
  private static final InetAddress SOURCE = InetAddress.getLoopbackAddress();
  private static final String ACCOUNT = "ann";

  @TempDir private Path folder;
  private IdentityChecks checks;
  private String honest;
  private String forged;

  @BeforeEach
  void makeIdentities() throws Exception {
    IdentityFiles trusted = new IdentityFiles(Files.createDirectory(folder.resolve("trusted")));
    IdentityFiles strange = new IdentityFiles(Files.createDirectory(folder.resolve("strange")));
    checks = new IdentityChecks(TrustedKeys.read(trusted.publicKey()), new LoginLimits(1, 2, 0));
    honest = IdentityIssuer.read(trusted.privateKey()).issue(ACCOUNT);
    forged = IdentityIssuer.read(strange.privateKey()).issue(ACCOUNT);
  }

  /** Returns the status, 200 where the identity is believed. */
  private int status(String identity) {
    try {
      assertEquals(ACCOUNT, checks.account(identity, SOURCE, 0));
      return 200;
    } catch (HttpError e) {
      return e.status();
    }
  }

  @Test
  void nonsenseLocksNobodyOut() {
    for (int i = 0; i < 10 * LoginLimits.FAILURES_PER_SECOND; i++) {
      assertEquals(401, status("nonsense"));
      assertEquals(401, status("a.b.c"));
    }
    for (int i = 0; i < 10; i++) {
      assertEquals(200, status(honest));
    }
  }

  @Test
  void falseSignaturesSlowTheAddressDownButAPlayerThereGetsInAfterAFewTries() {
    for (int i = 0; i < LoginLimits.FAILURES_PER_SECOND; i++) {
      assertEquals(401, status(forged));
    }
    int believed = 0;
    int refused = 0;
    for (int i = 0; i < 10 * LoginLimits.SAMPLE; i++) {
      int status = status(honest);
      believed += status == 200 ? 1 : 0;
      refused += status == 429 ? 1 : 0;
    }
    assertTrue(believed > 0, "a sample is looked at");
    assertTrue(refused > 8 * LoginLimits.SAMPLE, refused + " were not looked at");
    assertEquals(10 * LoginLimits.SAMPLE, believed + refused);
  }

  @Test
  void saysWhatIsWrong() {
    HttpError error = assertThrows(HttpError.class, () -> checks.account(forged, SOURCE, 0));
    assertTrue(error.getMessage().contains("not signed by a key"), error.getMessage());
  }
}

package dev.jitterlab.battle.cluster.login;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.identity.IdentityException;
import dev.jitterlab.battle.identity.TrustedKeys;
import java.net.InetAddress;

/**
 * Finds whose account an identity is for. The form is checked first, which costs little and is not
 * counted. Signatures that are wrong count for the address that sent them. Event loop only.
 */
final class IdentityChecks {
  private final TrustedKeys identities;
  private final LoginLimits limits;

  IdentityChecks(TrustedKeys identities, LoginLimits limits) {
    this.identities = identities;
    this.limits = limits;
  }

  /**
   * Returns the account.
   *
   * @throws HttpError with status 401 when the identity is not believed, and with 429 when too many
   *     false ones came from that address
   */
  String account(String identity, InetAddress source, long nowNs) {
    TrustedKeys.SignedClaim claim;
    try {
      claim = identities.claim(identity);
    } catch (IdentityException e) {
      throw new HttpError(401, e.getMessage());
    }
    if (!limits.maySourceTry(source, nowNs)) {
      throw new HttpError(
          429, "too many false identities came from this address; try again in a second");
    }
    try {
      return claim.account();
    } catch (IdentityException e) {
      limits.failed(source, nowNs);
      throw new HttpError(401, e.getMessage());
    }
  }
}

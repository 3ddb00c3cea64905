package dev.jitterlab.battle.cluster.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.http.Json;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

/**
 * Grants that a server can check with the cluster's key: the token is a nonce, what it is for, and
 * an HMAC over both; the keys are HMACs of the token.
 */
final class DerivedGrants implements ConnectGrants {
  private static final int NONCE_BYTES = 12;
  private static final int KEY_BYTES = 16;

  private final ClusterKey key;
  private final SecureRandom random;

  DerivedGrants(ClusterKey key, SecureRandom random) {
    this.key = key;
    this.random = random;
  }

  @Override
  public ObjectNode issue(
      String server, long battle, long player, int seat, long expiresAtSeconds) {
    byte[] serverId = server.getBytes(UTF_8);
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] fields =
        ByteBuffer.allocate(NONCE_BYTES + 3 * Long.BYTES + 1 + serverId.length)
            .put(nonce)
            .putLong(player)
            .putLong(battle)
            .putLong(expiresAtSeconds)
            .put((byte) seat)
            .put(serverId)
            .array();
    byte[] proof = key.prove("grant", fields);
    byte[] token = Arrays.copyOf(fields, fields.length + proof.length);
    System.arraycopy(proof, 0, token, fields.length, proof.length);
    return Json.object()
        .put("token", base64(token))
        .put("client_key", base64(Arrays.copyOf(key.prove("client key", token), KEY_BYTES)))
        .put("server_key", base64(Arrays.copyOf(key.prove("server key", token), KEY_BYTES)))
        .put("expires_at", expiresAtSeconds);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

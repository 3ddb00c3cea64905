package dev.jitterlab.battle.cluster.login;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Issues what a player needs to connect to a battle server and take his seat. Event loop only. */
interface ConnectGrants {
  /**
   * Issues a grant.
   *
   * @param server the one server that it is for
   * @param battle the battle that the seat is in
   * @param expiresAtSeconds since the epoch
   * @return {@code token}, {@code client_key}, {@code server_key} (base64) and {@code expires_at}
   * @throws IllegalArgumentException if the server's id is none
   */
  ObjectNode issue(String server, long battle, long player, int seat, long expiresAtSeconds);
}

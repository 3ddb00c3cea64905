package dev.jitterlab.battle.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.RequestSigner;
import dev.jitterlab.battle.session.Hmac;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.function.LongSupplier;

/**
 * Requests between those who share one key: a header has an HMAC over time, method, target and
 * body. The time may differ by {@value #TOLERANCE_SECONDS} s. Within that time a request that was
 * overheard can be sent again: requests between services bear that, and they stay on the machine.
 * Thread-safe.
 */
abstract class SignedRequests implements RequestSigner {
  private static final String HEADER = "Jitterlab-Service";
  private static final long TOLERANCE_SECONDS = 30;

  private final byte[] key;
  final LongSupplier epochSeconds;

  /** Signs with a key of that secret for this purpose alone. */
  SignedRequests(byte[] secret, LongSupplier epochSeconds) {
    this.key = Hmac.sha256(secret, "service".getBytes(UTF_8));
    this.epochSeconds = epochSeconds;
  }

  @Override
  public String header() {
    return HEADER;
  }

  @Override
  public String sign(String method, String target, byte[] body) {
    long at = epochSeconds.getAsLong();
    return at + ":" + proof(at, method, target, body);
  }

  private String proof(long at, String method, String target, byte[] body) {
    String head = at + "\n" + method + "\n" + target + "\n";
    byte[] hmac = Hmac.sha256(key, head.getBytes(UTF_8), body);
    return String.format("%064x", new BigInteger(1, hmac));
  }

  /** Returns a handler that lets only who has this key through, others get 401. */
  public JsonHandler guard(JsonHandler handler) {
    return request -> {
      require(request);
      return handler.handle(request);
    };
  }

  /** Throws an {@link HttpError} with status 401 unless the request has any signature. */
  static void requireSigned(JsonRequest request) {
    String given = request.header(HEADER);
    if (given == null || !given.matches("[0-9]{1,12}:.*")) {
      throw new HttpError(401, "only services of the cluster may ask this; sign with its key");
    }
  }

  /** Throws an {@link HttpError} with status 401 unless the request was signed with this key. */
  void require(JsonRequest request) {
    requireSigned(request);
    if (!isBy(request)) {
      throw new HttpError(401, "the signature is not by this cluster's key");
    }
    long seconds = epochSeconds.getAsLong() - at(request);
    if (Math.abs(seconds) > TOLERANCE_SECONDS) {
      throw new HttpError(401, "the signature is " + seconds + " s old; at most 30 are accepted");
    }
  }

  /** Returns whether a {@linkplain #requireSigned signed} request was signed with this key. */
  boolean isBy(JsonRequest request) {
    String given = request.header(HEADER);
    String expected = proof(at(request), request.method(), request.target(), request.bytes());
    return MessageDigest.isEqual(
        expected.getBytes(UTF_8), given.substring(given.indexOf(':') + 1).getBytes(UTF_8));
  }

  private static long at(JsonRequest request) {
    String given = request.header(HEADER);
    return Long.parseLong(given.substring(0, given.indexOf(':')));
  }
}

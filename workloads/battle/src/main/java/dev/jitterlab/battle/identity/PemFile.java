package dev.jitterlab.battle.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys in a text file, as OpenSSL writes them (RFC 7468). */
final class PemFile {
  private PemFile() {}

  /**
   * Reads all blocks of that label.
   *
   * @throws IOException if the file cannot be read, or has no such block
   */
  static List<byte[]> blocks(Path file, String label) throws IOException {
    Pattern block =
        Pattern.compile("-----BEGIN " + label + "-----([A-Za-z0-9+/=\\s]*)-----END " + label);
    Matcher found = block.matcher(Files.readString(file, US_ASCII));
    List<byte[]> blocks = new ArrayList<>();
    while (found.find()) {
      try {
        blocks.add(Base64.getMimeDecoder().decode(found.group(1)));
      } catch (IllegalArgumentException e) {
        throw new IOException("the " + label + " in " + file + " is no Base64", e);
      }
    }
    if (blocks.isEmpty()) {
      throw new IOException("there is no " + label + " in " + file);
    }
    return blocks;
  }
}

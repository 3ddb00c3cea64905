package dev.jitterlab.battle.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

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

  /** A key, and the text that explains it: what stands before it and behind the key before. */
  static final class Block {
    final String explanation;
    final byte[] key;

    Block(String explanation, byte[] key) {
      this.explanation = explanation;
      this.key = key;
    }
  }

  /**
   * Reads all blocks of that label.
   *
   * @throws IOException if the file cannot be read, or has no such block
   */
  static List<Block> blocks(Path file, String label) throws IOException {
    Pattern block =
        Pattern.compile("-----BEGIN " + label + "-----([A-Za-z0-9+/=\\s]*)-----END " + label);
    String text = new String(Files.readAllBytes(file), UTF_8); // explanations may be anything
    Matcher found = block.matcher(text);
    List<Block> blocks = new ArrayList<>();
    int end = 0;
    while (found.find()) {
      try {
        byte[] key = Base64.getMimeDecoder().decode(found.group(1));
        blocks.add(new Block(text.substring(end, found.start()), key));
        end = found.end();
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

package dev.jitterlab.agent;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Takes texts out of a flight recording, in place: each letter and, in addresses, each digit is
 * written over, so that no length and no offset changes. Equal words become equal words, so that
 * two threads stay two threads; which word it was depends on a number that only this JVM knows.
 * Digits of names stay: {@code battle-7} and {@code battle-8} are still of one type.
 *
 * <p>It reads the chunks as their own metadata describe them: first the events, in which texts
 * stand or are named by a number, then the tables that have the text of that number, and those of
 * threads. Names of classes and methods stay, and what the JVM itself says, such as the reason of a
 * collection. For one thread.
 */
final class RecordingMask {
  private static final int MAGIC = 0x464c5200; // FLR and a zero
  private static final int HEADER = 68;
  private static final long METADATA = 0;
  private static final long CHECKPOINT = 1;
  private static final String STRING = "java.lang.String";

  private static final int NULL_TEXT = 0;
  private static final int EMPTY_TEXT = 1;
  private static final int POOLED_TEXT = 2;
  private static final int UTF8_TEXT = 3;
  private static final int CHARS_TEXT = 4;
  private static final int LATIN1_TEXT = 5;

  /** Events that hold arguments, properties and variables of this process, or of others. */
  static final Set<String> WITH_ARGUMENTS =
      Set.of(
          "jdk.JVMInformation",
          "jdk.InitialSystemProperty",
          "jdk.InitialSecurityProperty",
          "jdk.InitialEnvironmentVariable",
          "jdk.JavaAgent",
          "jdk.NativeAgent",
          "jdk.SystemProcess",
          "jdk.ProcessStart",
          "jdk.StringFlag",
          "jdk.StringFlagChanged");

  /** Events whose texts the JVM makes up itself, by the beginning of their names. */
  private static final List<String> OF_THE_JVM =
      List.of(
          "jdk.ActiveSetting",
          "jdk.GC",
          "jdk.G1",
          "jdk.Z",
          "jdk.Shenandoah",
          "jdk.GarbageCollection",
          "jdk.YoungGarbageCollection",
          "jdk.OldGarbageCollection",
          "jdk.ExecuteVMOperation",
          "jdk.Compil",
          "jdk.Deoptimization",
          "jdk.CPUInformation",
          "jdk.VirtualizationInformation",
          "jdk.VirtualThreadPinned");

  private static final Set<String> ADDRESSES = Set.of("jdk.SocketRead", "jdk.SocketWrite");

  private final BundleOptions.Redact redact;
  private final long salt;

  private ByteBuffer in;
  private Map<Long, Type> types;
  private Set<Long> pooled;
  private Set<Long> pooledAddresses;

  /** What is done with a text. */
  private enum Treatment {
    KEEP,
    LETTERS,
    ALL
  }

  private static final class Field {
    private final long type;
    private final boolean constant;
    private final boolean array;

    Field(long type, boolean constant, boolean array) {
      this.type = type;
      this.constant = constant;
      this.array = array;
    }
  }

  private static final class Type {
    private final String name;
    private final List<Field> fields = new ArrayList<>();

    Type(String name) {
      this.name = name;
    }
  }

  /**
   * Creates a mask.
   *
   * @param salt the number that only this JVM knows
   */
  RecordingMask(BundleOptions.Redact redact, long salt) {
    this.redact = redact;
    this.salt = salt;
  }

  /**
   * Writes over the texts of a recording.
   *
   * @throws IOException if it is not as expected; then some texts may still be in it
   */
  void apply(Path file) throws IOException {
    if (redact == BundleOptions.Redact.NONE) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long at = 0;
      while (at < channel.size()) {
        ByteBuffer header =
            channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(HEADER, channel.size() - at));
        require(header.remaining() == HEADER && header.getInt(0) == MAGIC, "a chunk has no header");
        long size = header.getLong(8);
        require(
            size > HEADER && size <= channel.size() - at && size < Integer.MAX_VALUE,
            "a chunk has a wrong size");
        require((header.getInt(64) & 1) == 1, "numbers are not compressed");
        in = channel.map(FileChannel.MapMode.READ_WRITE, at, size).order(ByteOrder.BIG_ENDIAN);
        chunk((int) in.getLong(24));
        at += size;
      }
    } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
      throw new IOException("an event is longer than its chunk", e);
    }
  }

  private static void require(boolean holds, String what) throws IOException {
    if (!holds) {
      throw new IOException(what);
    }
  }

  private void chunk(int metadataAt) throws IOException {
    metadata(metadataAt);
    pooled = new HashSet<>();
    pooledAddresses = new HashSet<>();
    walk(false);
    walk(true);
  }

  /** All events of the chunk, or all its tables. */
  private void walk(boolean tables) throws IOException {
    int at = HEADER;
    while (at < in.limit()) {
      in.position(at);
      int size = (int) number();
      require(size > 0 && size <= in.limit() - at, "an event has a wrong size");
      long type = number();
      if (type == CHECKPOINT && tables) {
        checkpoint();
      } else if (type != CHECKPOINT && type != METADATA && !tables) {
        event(types.get(type));
      }
      at += size;
    }
  }

  private void event(Type type) throws IOException {
    require(type != null, "an event has no type");
    Treatment treatment = treatment(type.name);
    if (treatment != Treatment.KEEP) {
      struct(type, treatment);
    }
  }

  private Treatment treatment(String event) {
    if (WITH_ARGUMENTS.contains(event)) {
      return Treatment.ALL;
    }
    if (redact == BundleOptions.Redact.ARGUMENTS) {
      return Treatment.KEEP;
    }
    if (ADDRESSES.contains(event)) {
      return Treatment.ALL;
    }
    return OF_THE_JVM.stream().anyMatch(event::startsWith) ? Treatment.KEEP : Treatment.LETTERS;
  }

  private void checkpoint() throws IOException {
    number(); // start
    number(); // duration
    number(); // how far back the one before is
    in.get(); // why it was written
    long pools = number();
    for (long pool = 0; pool < pools; pool++) {
      Type type = types.get(number());
      require(type != null, "a table has no type");
      long entries = number();
      boolean texts = type.name.equals(STRING);
      boolean threads =
          redact == BundleOptions.Redact.NAMES
              && (type.name.equals("java.lang.Thread") || type.name.endsWith("ThreadGroup"));
      for (long entry = 0; entry < entries; entry++) {
        long key = number();
        if (texts) {
          text(
              pooledAddresses.contains(key)
                  ? Treatment.ALL
                  : pooled.contains(key) ? Treatment.LETTERS : Treatment.KEEP);
        } else {
          struct(type, threads ? Treatment.LETTERS : Treatment.KEEP);
        }
      }
    }
  }

  private void struct(Type type, Treatment treatment) throws IOException {
    for (Field field : type.fields) {
      value(field, treatment);
    }
  }

  private void value(Field field, Treatment treatment) throws IOException {
    long count = field.array ? number() : 1;
    for (long i = 0; i < count; i++) {
      if (field.constant) {
        number();
        continue;
      }
      Type type = types.get(field.type);
      require(type != null, "a field has no type");
      switch (type.name) {
        case "boolean":
        case "byte":
          in.get();
          break;
        case "float":
          in.getInt();
          break;
        case "double":
          in.getLong();
          break;
        case "char":
        case "short":
        case "int":
        case "long":
          number();
          break;
        case STRING:
          text(treatment);
          break;
        default:
          require(!type.fields.isEmpty(), "unknown type " + type.name);
          struct(type, treatment);
          break;
      }
    }
  }

  private void text(Treatment treatment) throws IOException {
    int encoding = in.get();
    switch (encoding) {
      case NULL_TEXT:
      case EMPTY_TEXT:
        break;
      case POOLED_TEXT:
        long key = number();
        if (treatment != Treatment.KEEP) {
          (treatment == Treatment.ALL ? pooledAddresses : pooled).add(key);
        }
        break;
      case UTF8_TEXT:
      case LATIN1_TEXT:
        bytes((int) number(), treatment);
        break;
      case CHARS_TEXT:
        chars((int) number(), treatment);
        break;
      default:
        throw new IOException("a text has the unknown encoding " + encoding);
    }
  }

  private void bytes(int length, Treatment treatment) {
    int from = in.position();
    in.position(from + length);
    if (treatment == Treatment.KEEP) {
      return;
    }
    int[] word = new int[length];
    for (int i = 0; i < length; i++) {
      word[i] = in.get(from + i) & 0xff;
    }
    mask(word, treatment);
    for (int i = 0; i < length; i++) {
      in.put(from + i, (byte) word[i]);
    }
  }

  /** Each one is a number of one to three bytes, and stays as long as it was. */
  private void chars(int length, Treatment treatment) {
    int from = in.position();
    int[] word = new int[length];
    int[] bytes = new int[length];
    for (int i = 0; i < length; i++) {
      int before = in.position();
      word[i] = (int) number();
      bytes[i] = in.position() - before;
    }
    if (treatment == Treatment.KEEP) {
      return;
    }
    mask(word, treatment);
    int at = from;
    for (int i = 0; i < length; i++) {
      int rest = word[i];
      for (int k = 1; k < bytes[i]; k++) {
        in.put(at++, (byte) ((rest & 0x7f) | 0x80));
        rest >>>= 7;
      }
      in.put(at++, (byte) (rest & 0x7f));
    }
  }

  /** Each run of letters, or of letters and digits, becomes another one of the same length. */
  private void mask(int[] text, Treatment treatment) {
    int from = 0;
    while (from < text.length) {
      int to = from;
      while (to < text.length && isMasked(text[to], treatment)) {
        to++;
      }
      long hash = salt;
      for (int i = from; i < to; i++) {
        hash = (hash ^ text[i]) * 0x100000001b3L;
        hash ^= hash >>> 29;
      }
      for (int i = from; i < to; i++) {
        hash = hash * 6364136223846793005L + 1442695040888963407L;
        text[i] = 'a' + (int) Long.remainderUnsigned(hash >>> 33, 26);
      }
      from = to + 1;
    }
  }

  private static boolean isMasked(int c, Treatment treatment) {
    return c >= 0x80
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (treatment == Treatment.ALL && c >= '0' && c <= '9');
  }

  /** A tree of elements, as in XML, whose names and values are numbers of a list of texts. */
  private void metadata(int at) throws IOException {
    in.position(at);
    number(); // size
    require(number() == METADATA, "the metadata are not where the chunk says");
    number(); // start
    number(); // duration
    number(); // its own number
    int count = (int) number();
    require(count >= 0 && count < in.limit(), "the metadata have too many texts");
    String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      texts[i] = metadataText();
    }
    types = new HashMap<>();
    element(texts, null, 0);
  }

  private void element(String[] texts, Type owner, int depth) throws IOException {
    require(depth < 16, "the metadata are nested too deep");
    String name = texts[(int) number()];
    Map<String, String> attributes = new HashMap<>();
    for (long i = number(); i > 0; i--) {
      String key = texts[(int) number()];
      attributes.put(key, texts[(int) number()]);
    }
    Type type = owner;
    try {
      if ("class".equals(name)) {
        type = new Type(attributes.get("name"));
        types.put(Long.parseLong(attributes.get("id")), type);
      } else if ("field".equals(name) && owner != null) {
        owner.fields.add(
            new Field(
                Long.parseLong(attributes.get("class")),
                "true".equals(attributes.get("constantPool")),
                "1".equals(attributes.get("dimension"))));
      }
    } catch (NumberFormatException e) {
      throw new IOException("the metadata have a wrong number", e);
    }
    for (long i = number(); i > 0; i--) {
      element(texts, type, depth + 1);
    }
  }

  private String metadataText() throws IOException {
    int encoding = in.get();
    switch (encoding) {
      case NULL_TEXT:
      case EMPTY_TEXT:
        return "";
      case UTF8_TEXT:
      case LATIN1_TEXT:
        byte[] bytes = new byte[length()];
        in.get(bytes);
        return new String(
            bytes, encoding == UTF8_TEXT ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
      case CHARS_TEXT:
        char[] chars = new char[length()];
        for (int i = 0; i < chars.length; i++) {
          chars[i] = (char) number();
        }
        return new String(chars);
      default:
        throw new IOException("a text of the metadata has the encoding " + encoding);
    }
  }

  private int length() throws IOException {
    long length = number();
    require(length >= 0 && length <= in.remaining(), "a text is longer than its chunk");
    return (int) length;
  }

  /** Seven bits in each byte, the lowest first; the ninth byte has eight. */
  private long number() {
    long value = 0;
    for (int shift = 0; shift < 56; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    return value | ((in.get() & 0xffL) << 56);
  }
}

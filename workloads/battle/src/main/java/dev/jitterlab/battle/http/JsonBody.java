package dev.jitterlab.battle.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the fields of a JSON object that someone else wrote. Every method throws an {@link
 * HttpError} with status 400 that names the field, what is there and what was expected. Fields that
 * nobody asks for are passed over, so that versions can differ. Immutable as long as the tree is.
 */
public final class JsonBody {
  private static final int SHOWN_CHARACTERS = 60;

  private final String path;
  private final JsonNode object;

  private JsonBody(String path, JsonNode object) {
    this.path = path;
    this.object = object;
    if (!object.isObject()) {
      throw bad(path.isEmpty() ? "the body" : path, "an object", object);
    }
  }

  /** Returns a reader of that object. */
  public static JsonBody of(JsonNode object) {
    return new JsonBody("", object);
  }

  /** Returns whether there is such a field. */
  public boolean has(String field) {
    return object.has(field);
  }

  /** Returns a text of 1 to that many characters. */
  public String text(String field, int maxCharacters) {
    JsonNode value = object.path(field);
    if (!value.isTextual()
        || value.textValue().isEmpty()
        || value.textValue().length() > maxCharacters) {
      throw bad(path + field, "a text of 1 to " + maxCharacters + " characters", value);
    }
    return value.textValue();
  }

  /** Returns an integer within those bounds, which belong to them. */
  public long integer(String field, long min, long max) {
    JsonNode value = object.path(field);
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < min
        || value.longValue() > max) {
      throw bad(path + field, "an integer from " + min + " to " + max, value);
    }
    return value.longValue();
  }

  /** As {@link #integer(String, long, long)}, for bounds that fit into an int. */
  public int integer(String field, int min, int max) {
    return (int) integer(field, (long) min, (long) max);
  }

  /** Returns a number within those bounds, which belong to them. */
  public double number(String field, double min, double max) {
    JsonNode value = object.path(field);
    if (!value.isNumber() || !(value.doubleValue() >= min && value.doubleValue() <= max)) {
      throw bad(path + field, "a number from " + min + " to " + max, value);
    }
    return value.doubleValue();
  }

  /** Returns true or false. */
  public boolean bool(String field) {
    JsonNode value = object.path(field);
    if (!value.isBoolean()) {
      throw bad(path + field, "true or false", value);
    }
    return value.booleanValue();
  }

  /** Returns the object in that field. */
  public JsonBody object(String field) {
    return new JsonBody(path + field + ".", object.path(field));
  }

  /** Returns the integers, from 1 on, of an array of that many elements. */
  public List<Long> integers(String field, int min, int max) {
    JsonNode array = object.path(field);
    List<Long> integers = new ArrayList<>();
    for (JsonNode one : array) {
      if (one.isIntegralNumber() && one.canConvertToLong() && one.longValue() >= 1) {
        integers.add(one.longValue());
      }
    }
    if (!array.isArray()
        || array.size() < min
        || array.size() > max
        || integers.size() < array.size()) {
      throw bad(path + field, "an array of " + min + " to " + max + " integers from 1 on", array);
    }
    return integers;
  }

  /** Returns the objects of an array of that many elements. */
  public List<JsonBody> objects(String field, int min, int max) {
    JsonNode array = object.path(field);
    if (!array.isArray() || array.size() < min || array.size() > max) {
      throw bad(path + field, "an array of " + min + " to " + max + " objects", array);
    }
    List<JsonBody> objects = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      objects.add(new JsonBody(path + field + "[" + i + "].", array.get(i)));
    }
    return objects;
  }

  private static HttpError bad(String where, String expected, JsonNode found) {
    String shown = found.isMissingNode() ? "nothing" : found.toString();
    if (shown.length() > SHOWN_CHARACTERS) {
      shown = shown.substring(0, SHOWN_CHARACTERS) + "…";
    }
    String name = where.endsWith(".") ? where.substring(0, where.length() - 1) : where;
    return new HttpError(400, name + " must be " + expected + "; found " + shown);
  }
}

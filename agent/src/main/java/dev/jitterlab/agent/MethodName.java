package dev.jitterlab.agent;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a method, as in {@code com.acme.Room#tick}, which is all methods of that name that
 * the class itself declares, or {@code com.acme.Room#tick(J)V}, which is one. A class's name that
 * begins with {@code *} or {@code *.} is that of every class whose name ends with the rest, in
 * whole names, so that copies which a server has in packages of its own are found too. Immutable.
 */
final class MethodName {
  private static final Pattern FORM =
      Pattern.compile("([^#()/;\\[<>\\s]+)#([^#().;/\\[<>\\s]+)(\\([^()\\s]*\\)[^()\\s]+)?");

  private final String className;
  private final String methodName;

  /** Null for any. */
  private final String descriptor;

  private MethodName(String className, String methodName, String descriptor) {
    this.className = className;
    this.methodName = methodName;
    this.descriptor = descriptor;
  }

  /**
   * Reads a name.
   *
   * @param argument what it is given as
   * @throws IllegalArgumentException if it is none
   */
  static MethodName parse(String argument, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          argument
              + "="
              + text
              + ": expected Class#method, such as com.acme.Room#tick, or with its descriptor"
              + " com.acme.Room#tick(J)V; several are joined by +");
    }
    return new MethodName(form.group(1), form.group(2), form.group(3));
  }

  /** Returns the class's name as class files write it. */
  String internalClassName() {
    return className.replace('.', '/');
  }

  /** Returns whether the name begins with a {@code *}. */
  boolean isOfManyClasses() {
    return className.startsWith("*");
  }

  /** Returns whether a class, named as class files do, is meant. */
  boolean isOf(String internalName) {
    if (!isOfManyClasses()) {
      return internalName.equals(internalClassName());
    }
    String name = internalClassName();
    String end = name.substring(name.startsWith("*/") ? 2 : 1);
    int before = internalName.length() - end.length() - 1;
    return internalName.endsWith(end) && (before < 0 || internalName.charAt(before) == '/');
  }

  /** Returns the class's name, with its packages. */
  String className() {
    return className;
  }

  /** Returns the method's name alone. */
  String methodName() {
    return methodName;
  }

  /** Returns whether a method of the class is meant. */
  boolean matches(String name, String itsDescriptor) {
    return name.equals(methodName) && (descriptor == null || descriptor.equals(itsDescriptor));
  }

  /** Returns class and method without packages and descriptor: {@code Room#tick}. */
  String shortName() {
    return className.substring(className.lastIndexOf('.') + 1) + '#' + methodName;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MethodName && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return Objects.hash(className, methodName, descriptor);
  }

  @Override
  public String toString() {
    return className + '#' + methodName + (descriptor == null ? "" : descriptor);
  }
}

package dev.jitterlab.agent;

import java.lang.invoke.MethodHandles;
import java.util.function.Function;

/**
 * Defines a class in {@code java.lang}, given its bytes. It may, where that package is open to its
 * module: to that of a copy of this class alone, see {@link HookInjection}.
 */
public final class HookDefiner implements Function<byte[], Class<?>> {
  /** Creates one; public for reflection. */
  public HookDefiner() {}

  @Override
  public Class<?> apply(byte[] classFile) {
    try {
      return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(classFile);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("java.lang is not open", e);
    }
  }
}

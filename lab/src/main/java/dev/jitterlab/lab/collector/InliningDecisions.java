package dev.jitterlab.lab.collector;

/**
 * Which calls the JIT compilers inlined, and which not and why: what the pattern {@code
 * method_not_inlined} of the diagnosis needs. Off by default: a compiled method has an event for
 * each call in it.
 */
final class InliningDecisions extends AddedEvents {
  InliningDecisions() {
    super(
        "inlining",
        "Which calls were inlined (jdk.CompilerInlining), in the flight recording.",
        "inlining.jfc");
  }
}

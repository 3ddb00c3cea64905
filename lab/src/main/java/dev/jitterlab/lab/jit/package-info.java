/** What the JIT compiler of a server did, from its unified log. */
package dev.jitterlab.lab.jit;

/** What the JIT compiler of a server did, from its unified log. It knows no run. */
package dev.jitterlab.lab.jit;

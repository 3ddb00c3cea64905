/**
 * The diagnosis of a run: from the recordings and logs in its directory to {@code causes.json}. The
 * diagnosis itself is the module {@code diagnosis}.
 */
package dev.jitterlab.lab.causes;

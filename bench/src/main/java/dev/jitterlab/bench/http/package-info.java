/**
 * {@code bench http}: the generator of {@code generators/http} beside other programs that load a
 * server, one at a time, at one fast server. It starts processes and reads what they print; it
 * knows no class of the generator.
 */
package dev.jitterlab.bench.http;

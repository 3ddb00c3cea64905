/** The load generator for any server that speaks HTTP/1.1; docs/load.md says what it does. */
package dev.jitterlab.http;

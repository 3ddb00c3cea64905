/**
 * The load generator for any server that speaks HTTP/1.1 (docs/load.md). It knows no server of
 * ours, and judges nothing: it sends what its plan says, and records what came back.
 */
package dev.jitterlab.http;

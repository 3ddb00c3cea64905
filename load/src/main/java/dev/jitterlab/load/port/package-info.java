/**
 * TCP ports of programs that serve with Netty: how one is opened, how requests are put together,
 * how a connection ends with an answer, and a page for browsers with its WebSockets. What is said
 * over them belongs to the workloads.
 */
package dev.jitterlab.load.port;

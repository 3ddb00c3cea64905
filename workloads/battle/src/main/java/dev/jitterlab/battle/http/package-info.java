/**
 * JSON over HTTP/1.1 between the processes of a cluster: {@code JsonServer} on Netty's codec, since
 * small runtimes lack {@code jdk.httpserver}; {@code JsonClient} on {@code java.net.http}. Knows
 * nothing of the game or the cluster.
 */
package dev.jitterlab.battle.http;

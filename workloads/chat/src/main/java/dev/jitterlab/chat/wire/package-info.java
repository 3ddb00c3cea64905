/** The messages between chat clients and servers, byte by byte (docs/chat.md). Knows no rooms. */
package dev.jitterlab.chat.wire;

/**
 * A lock whose waiters are overtaken at most k times. It stands alone: no other module is needed to
 * use it, and nothing that measures lives here.
 */
package dev.jitterlab.lock;

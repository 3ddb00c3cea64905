/** Shows a run in the browser while it goes on. */
package dev.jitterlab.lab.live;

/** The checks that a trial must pass before its figures may be used. */
package dev.jitterlab.lab.validity;

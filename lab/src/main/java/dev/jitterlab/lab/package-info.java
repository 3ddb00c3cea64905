/**
 * What every package of the lab may use: problems with place and remedy, exit codes, units, JSON,
 * files written whole, the clock. Nothing here knows a package below.
 */
package dev.jitterlab.lab;

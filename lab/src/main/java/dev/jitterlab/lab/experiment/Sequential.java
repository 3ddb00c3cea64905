package dev.jitterlab.lab.experiment;

/**
 * How often a trial is repeated that ends when it is decided.
 *
 * @param atLeast rounds before the first look; a round has one instance of every group
 * @param atMost rounds after which it ends in any case
 */
public record Sequential(int atLeast, int atMost) {}

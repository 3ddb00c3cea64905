package dev.jitterlab.lab.experiment;

import java.util.List;

/**
 * The groups, and what sets their properties.
 *
 * @param combinations every group, in the order of the Cartesian product
 * @param selection how they differ from the product
 * @param defaults properties of all groups; any rule wins over them
 * @param rules properties of some groups, in the file's order
 */
public record Groups(
    List<Combination> combinations,
    GroupSelection selection,
    PropertyRule defaults,
    List<PropertyRule> rules) {}

package dev.jitterlab.lab.plan;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A plan that can be run and is probably not what its author means; what {@code plan --format json}
 * prints of it. Immutable.
 *
 * @param plan the plan, whose keys stand beside the warnings
 * @param warnings sentences; at least one
 */
public record WarnedPlan(@JsonUnwrapped Plan plan, List<String> warnings) {}

package dev.jitterlab.lab.experiment;

/**
 * What a paper says of something that the experiment measures; the report shows both. Immutable.
 *
 * @param claim what it says, as a sentence
 * @param source where, such as {@code LEARS, figure 5}
 * @param metric the key of the metric that measures it here
 * @param group the group whose figure it is
 * @param value the paper's figure, in words of its own; null where it is a ratio
 * @param ratio the paper's ratio of the group to the baseline, in words of its own; null where it
 *     is a figure
 */
public record PublishedFigure(
    String claim, String source, String metric, String group, String value, String ratio) {}

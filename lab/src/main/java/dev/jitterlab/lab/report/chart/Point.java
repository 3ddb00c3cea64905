package dev.jitterlab.lab.report.chart;

import com.fasterxml.jackson.annotation.JsonFormat;

/** A point of a line; {@code [at, value]} in JSON. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record Point(double at, double value) {}

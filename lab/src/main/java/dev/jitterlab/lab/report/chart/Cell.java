package dev.jitterlab.lab.report.chart;

import com.fasterxml.jackson.annotation.JsonFormat;

/** A cell of a heat map: column, row and value; an array in JSON. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record Cell(int column, int row, double value) {}

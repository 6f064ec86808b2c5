import { formatCsvHeader, formatCsvLine } from '@granary/contract/csv';
import type { ChartRecord } from '@granary/contract/readings/http';
import { formatLocalTime } from '@granary/domain/farms/local-time';
import type uPlot from 'uplot';

/** Formats a record's day, or its time in the farm's time zone with the offset from UTC. */
export function formatTimestamp(
  { at, day }: Pick<ChartRecord, 'at' | 'day'>,
  timeZone: string,
): string {
  return day ?? formatLocalTime(at, timeZone);
}

/**
 * Formats the rows of a chart as CSV; cells that a spreadsheet would take for formulas are escaped.
 */
export function toCsv(
  names: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Blob {
  return new Blob([formatCsvHeader(names), ...rows.map(formatCsvLine)], {
    type: 'text/csv;charset=utf-8',
  });
}

/** The header of an image, and its colors. */
export interface ImageHeader {
  /** The parts of the title: the farm, bin and crop, the series, and the time; lines wrap between parts. */
  readonly title: readonly string[];
  /** The meanings and colors of the bands behind the lines. */
  readonly legend: readonly { readonly label: string; readonly color: string }[];
  readonly colors: { readonly background: string; readonly ink: string };
}

export interface DrawnPanel {
  readonly title: string;
  readonly plot: uPlot;
}

/** Renders the stacked panels as a PNG, in the page's background color. */
export async function renderPng(
  panels: readonly DrawnPanel[],
  { title, legend, colors }: ImageHeader,
): Promise<Blob> {
  const canvases = panels.map(({ plot }) => plot.ctx.canvas);
  const ratio = devicePixelRatio;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw images.');
  const font = `600 ${14 * ratio}px Inter Variable, sans-serif`;
  canvas.width = Math.max(...canvases.map(({ width }) => width));
  const [margin, lineHeight, panelHeaderHeight] = [12 * ratio, 20 * ratio, 24 * ratio];
  const maxWidth = canvas.width - 2 * margin;
  context.font = font;
  const lines = wrapParts(title, maxWidth, (text) => context.measureText(text).width);
  const headerLineCount = lines.length + legend.length;
  const headerHeight = headerLineCount * lineHeight + margin + 8 * ratio;
  canvas.height = canvases.reduce(
    (sum, { height }) => sum + panelHeaderHeight + height,
    headerHeight,
  );
  context.fillStyle = colors.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colors.ink;
  // Changing the size of a canvas resets its font.
  context.font = font;
  const getBaseline = (line: number) => margin + line * lineHeight + 14 * ratio;
  for (const [line, text] of lines.entries()) {
    context.fillText(text, margin, getBaseline(line), maxWidth);
  }
  for (const [index, { label, color }] of legend.entries()) {
    const bandWidth = 16 * ratio;
    const base = getBaseline(lines.length + index);
    context.fillStyle = colors.ink;
    context.fillText(label, margin + bandWidth + 8 * ratio, base, maxWidth);
    context.fillStyle = color;
    context.fillRect(margin, base - 9 * ratio, bandWidth, 8 * ratio);
  }
  let top = headerHeight;
  context.fillStyle = colors.ink;
  for (const { title, plot } of panels) {
    context.fillText(title, 12 * ratio, top + 16 * ratio);
    context.drawImage(plot.ctx.canvas, 0, top + panelHeaderHeight);
    top += panelHeaderHeight + plot.ctx.canvas.height;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The image could not be created.'));
      else resolve(blob);
    }, 'image/png');
  });
}

/**
 * Joins the parts of a title into lines no wider than `maxWidth`; a part that does not fit gets its own line.
 */
export function wrapParts(
  parts: readonly string[],
  maxWidth: number,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const extendedLine = `${lines.at(-1)} · ${part}`;
    if (lines.length > 0 && measure(extendedLine) <= maxWidth)
      lines[lines.length - 1] = extendedLine;
    else lines.push(part);
  }
  return lines;
}

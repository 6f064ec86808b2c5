import { csvHead, csvLine } from '@granary/contract/csv';
import type { ChartRecord } from '@granary/contract/readings/http';
import type uPlot from 'uplot';

/** A record's farm day, or its instant. */
export function formatTimestamp({ at, day }: Pick<ChartRecord, 'at' | 'day'>): string {
  return day ?? new Date(at).toISOString();
}

/**
 * Formats the rows of a chart as CSV; cells that a spreadsheet would take for formulas are escaped.
 */
export function toCsv(
  names: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Blob {
  return new Blob([csvHead(names), ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' });
}

/** The title of an image, and its colors. */
export interface ImageHeader {
  readonly title: string;
  /** What the bands behind the lines mean; null if there are none. */
  readonly bandLabel: string | null;
  readonly colors: { readonly background: string; readonly ink: string; readonly band: string };
}

export interface DrawnPanel {
  readonly title: string;
  readonly plot: uPlot;
}

/** Renders the panels below each other as a PNG, in the page's background color. */
export async function renderPng(
  panels: readonly DrawnPanel[],
  { title, bandLabel, colors }: ImageHeader,
): Promise<Blob> {
  const canvases = panels.map(({ plot }) => plot.ctx.canvas);
  const ratio = devicePixelRatio;
  const [headerHeight, panelHead] = [40 * ratio, 24 * ratio];
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...canvases.map(({ width }) => width));
  canvas.height = canvases.reduce((sum, { height }) => sum + panelHead + height, headerHeight);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  context.fillStyle = colors.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colors.ink;
  context.font = `600 ${14 * ratio}px Inter Variable, sans-serif`;
  context.fillText(title, 12 * ratio, 26 * ratio);
  if (bandLabel !== null) {
    const left = 36 * ratio + context.measureText(title).width;
    context.fillText(bandLabel, left + 24 * ratio, 26 * ratio);
    context.fillStyle = colors.band;
    context.fillRect(left, 17 * ratio, 16 * ratio, 8 * ratio);
  }
  let top = headerHeight;
  context.fillStyle = colors.ink;
  for (const { title, plot } of panels) {
    context.fillText(title, 12 * ratio, top + 16 * ratio);
    context.drawImage(plot.ctx.canvas, 0, top + panelHead);
    top += panelHead + plot.ctx.canvas.height;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be made.'));
      else resolve(blob);
    }, 'image/png');
  });
}

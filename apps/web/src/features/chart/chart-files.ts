import { csvLine } from '@granary/contract/csv';
import type { ChartRecord } from '@granary/contract/readings/http';
import type uPlot from 'uplot';

/** When a record was: its day, which is the farm's, or else its instant. */
export function stampOf({ at, day }: Pick<ChartRecord, 'at' | 'day'>): string {
  return day ?? new Date(at).toISOString();
}

/** The rows of a chart as CSV; cells that a spreadsheet would take for formulas are escaped. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): Blob {
  // Spreadsheets take a file without this mark for another encoding.
  return new Blob(['\ufeff', ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' });
}

/** The panels one above the other as a PNG on the ground of the page. */
export async function pngOf(
  plots: readonly uPlot[],
  title: string,
  colors: { readonly ground: string; readonly ink: string },
): Promise<Blob> {
  const canvases = plots.map(({ ctx }) => ctx.canvas);
  const ratio = devicePixelRatio;
  const head = 40 * ratio;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...canvases.map(({ width }) => width));
  canvas.height = canvases.reduce((sum, { height }) => sum + height, head);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  context.fillStyle = colors.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colors.ink;
  context.font = `600 ${14 * ratio}px Inter Variable, sans-serif`;
  context.fillText(title, 12 * ratio, 26 * ratio);
  let top = head;
  for (const drawn of canvases) {
    context.drawImage(drawn, 0, top);
    top += drawn.height;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be made.'));
      else resolve(blob);
    }, 'image/png');
  });
}

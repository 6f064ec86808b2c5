import { MAX_CHART_BYTES } from '@granary/contract/crops/http';
import Papa from 'papaparse';

/** A chosen file: its text and cells, or why it cannot be used. */
export type ChartFile =
  | { readonly kind: 'chart'; readonly text: string; readonly rows: readonly string[][] }
  | { readonly kind: 'wrong-type' | 'too-large' | 'unreadable' };

const PREVIEW_ROWS = 1_000;

/** Reads a chosen file. The server validates the chart data. */
export async function readChartFile(
  file: Pick<File, 'name' | 'size' | 'text'>,
): Promise<ChartFile> {
  if (!/\.csv$/i.test(file.name)) return { kind: 'wrong-type' };
  if (file.size > MAX_CHART_BYTES) return { kind: 'too-large' };
  try {
    const text = await file.text();
    const { data } = Papa.parse<string[]>(text, { preview: PREVIEW_ROWS, skipEmptyLines: true });
    return { kind: 'chart', text, rows: data };
  } catch {
    return { kind: 'unreadable' };
  }
}

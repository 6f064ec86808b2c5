import { describe, expect, it } from 'vitest';
import { readChartFile } from './read-chart-file.ts';

const file = (name: string, text: string, size = text.length) => ({
  name,
  size,
  text: async () => text,
});

describe('a chosen file', () => {
  it('is read as CSV with any separator', async () => {
    const text = ';0;10\n50;11,5;10\n\n60;13;12';
    expect(await readChartFile(file('Oats.CSV', text))).toEqual({
      kind: 'chart',
      text,
      rows: [
        ['', '0', '10'],
        ['50', '11,5', '10'],
        ['60', '13', '12'],
      ],
    });
  });

  it('is rejected if it is the wrong type or too large', async () => {
    expect(await readChartFile(file('oats.xlsx', ''))).toEqual({ kind: 'wrong-type' });
    expect(await readChartFile(file('oats.csv.txt', ''))).toEqual({ kind: 'wrong-type' });
    expect(await readChartFile(file('oats.csv', '', 1_000_001))).toEqual({ kind: 'too-large' });
  });

  it('is reported if it cannot be read', async () => {
    const unreadableFile = {
      ...file('oats.csv', ''),
      text: () => Promise.reject(new Error('Unreadable.')),
    };
    expect(await readChartFile(unreadableFile)).toEqual({ kind: 'unreadable' });
  });
});

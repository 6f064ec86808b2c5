import { HOUR, millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { assessBins, getFindingsAt } from './assess-bins.ts';
import { exampleNow, makeBinSummary } from './bin-summary.fixture.ts';

it('sorts bins by name in natural order, each with its state', () => {
  const names = ['Home 10', 'home 2', 'Coteau 1'];
  const bins = names.map((name, index) => makeBinSummary({ id: index + 1, name }));
  const binWithoutReading = makeBinSummary({ id: 4, name: 'Coteau 2', latest: null });
  const sorted = assessBins([...bins, binWithoutReading], exampleNow, 'en');
  expect(sorted.map(({ bin, state }) => [bin.name, state])).toEqual([
    ['Coteau 1', 'ok'],
    ['Coteau 2', 'unknown'],
    ['home 2', 'ok'],
    ['Home 10', 'ok'],
  ]);
});

it('a bin has no data as soon as it is overdue, without refetching the list', () => {
  const hotSensors = [{ cable: 1, position: 2, depth: 2, temperature: 31, excess: 9 }];
  const latest = makeExampleReading({ temperatures: [[14, 31]], hotSensors });
  const bin = makeBinSummary({ latest });
  const kindsAfter = (ms: number) =>
    getFindingsAt(bin, millis(latest.at + ms)).map(({ kind }) => kind);
  expect(kindsAfter(HOUR)).toEqual(['hot-spot']);
  expect(kindsAfter(HOUR + 1)).toEqual(['no-data']);
});

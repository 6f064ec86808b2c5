import { expect, it } from 'vitest';
import { findCycle } from './forbid-circular-imports.ts';

const findCycleIn = (files: Readonly<Record<string, readonly string[]>>) =>
  findCycle((name) => files[name] ?? [], Object.keys(files));

it('an import cycle is found regardless of where it begins', () => {
  const files = { index: ['view'], view: ['lists', 'vendor'], lists: ['shared'], shared: ['view'] };
  expect(findCycleIn(files)).toEqual(['view', 'lists', 'shared', 'view']);
});

it('files that several others import are not a cycle', () => {
  expect(findCycleIn({ index: ['view', 'vendor'], view: ['vendor'], vendor: [] })).toBeNull();
});

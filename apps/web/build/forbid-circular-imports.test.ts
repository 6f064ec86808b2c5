import { expect, it } from 'vitest';
import { findCycle } from './forbid-circular-imports.ts';

const find = (files: Readonly<Record<string, readonly string[]>>) =>
  findCycle((name) => files[name] ?? [], Object.keys(files));

it('an import cycle is found wherever it begins', () => {
  const files = { index: ['view'], view: ['lists', 'vendor'], lists: ['shared'], shared: ['view'] };
  expect(find(files)).toEqual(['view', 'lists', 'shared', 'view']);
});

it('files that several others import are not a cycle', () => {
  expect(find({ index: ['view', 'vendor'], view: ['vendor'], vendor: [] })).toBeNull();
});

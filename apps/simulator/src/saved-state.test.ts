import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { millis } from '@granary/domain/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDemoModel } from '../test/support/demo-models.ts';
import { advanceBin, createEmptyBin } from './board/bin.ts';
import { type MainBoardState, NEW_MAIN_BOARD } from './board/main-board.ts';
import { findSavedMemory, readSavedFleet, writeSavedFleet } from './saved-state.ts';

const ANCHOR = millis(Date.UTC(2026, 9, 14, 19));
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'granary-simulator-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('restores the saved state to within a thousandth of a degree', async () => {
  const model = createDemoModel('North', ANCHOR);
  const bin = advanceBin(model, createEmptyBin(model), ANCHOR);
  const memory: MainBoardState = { ...NEW_MAIN_BOARD, highest: { '1/fan': 3 } };
  await writeSavedFleet(folder, {
    anchor: ANCHOR,
    weeksSent: 17,
    bins: { 'PG-0502/1': bin },
    memories: { 'PG-0502': memory },
  });
  const saved = await readSavedFleet(folder);
  expect(saved?.anchor).toBe(ANCHOR);
  expect(saved?.weeksSent).toBe(17);
  expect(findSavedMemory(saved, 'PG-0502')).toEqual(memory);
  const restored = saved?.bins['PG-0502/1'];
  expect(restored?.fan).toEqual(bin.fan);
  expect(restored?.grain.at).toBe(ANCHOR);
  bin.grain.temperature.forEach((t, i) => {
    expect(restored?.grain.temperature[i]).toBeCloseTo(t, 3);
  });
});

it('finds no saved state when there is no usable file', async () => {
  expect(await readSavedFleet(folder)).toBeNull();
  await writeFile(join(folder, 'simulator.json'), '{"version":1,"anch');
  expect(await readSavedFleet(folder)).toBeNull();
  await writeFile(join(folder, 'simulator.json'), '{"version":99}');
  expect(await readSavedFleet(folder)).toBeNull();
  expect(findSavedMemory(null, 'PG-0502')).toBe(NEW_MAIN_BOARD);
});

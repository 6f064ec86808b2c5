import { expect } from '@playwright/test';
import type { ApiClient } from './api.ts';

/** The demo's year of history is there five minutes after its start at the latest. */
export const HISTORY_WITHIN_MS = 300_000;

const DAY = 86_400_000;

let hasArrived = false;

/** Waits until the oldest readings of a bin are there: they come last. */
export async function waitForHistory(api: ApiClient, binName: string): Promise<void> {
  if (hasArrived) return;
  const id = (await api.bins()).get(binName)?.id ?? '';
  const isYearOld = async () => (await findOldestReading(api, id)) < Date.now() - 364 * DAY;
  const often = { timeout: HISTORY_WITHIN_MS, intervals: [2_000] };
  await expect.poll(isYearOld, often).toBe(true);
  hasArrived = true;
}

/** When the oldest record was taken: doubles the record number, then halves the gap. */
export async function findOldestReading(api: ApiClient, binId: string): Promise<number> {
  let last = 1;
  while ((await api.readAt(binId, last)) !== null) last *= 2;
  let first = Math.floor(last / 2);
  while (last - first > 1) {
    const middle = Math.floor((first + last) / 2);
    if ((await api.readAt(binId, middle)) === null) last = middle;
    else first = middle;
  }
  return (await api.readAt(binId, first)) ?? Date.now();
}

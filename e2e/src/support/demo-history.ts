import type { ApiClient } from './api.ts';

/** The time of a bin's oldest reading, ms: doubles the record number, then halves the gap. */
export async function findOldestReading(api: ApiClient, binId: string): Promise<number> {
  let last = 1;
  while ((await api.readReadingTime(binId, last)) !== null) last *= 2;
  let first = Math.floor(last / 2);
  while (last - first > 1) {
    const middle = Math.floor((first + last) / 2);
    if ((await api.readReadingTime(binId, middle)) === null) last = middle;
    else first = middle;
  }
  return (await api.readReadingTime(binId, first)) ?? Date.now();
}

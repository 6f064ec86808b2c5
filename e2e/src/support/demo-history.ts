import type { ApiClient } from './api.ts';

/** Finds the time of a bin's oldest reading, ms, with an exponential search over the page numbers. */
export async function findOldestReadingTime(api: ApiClient, binId: string): Promise<number> {
  let last = 1;
  while ((await api.findReadingTime(binId, last)) !== null) last *= 2;
  let first = Math.floor(last / 2);
  while (last - first > 1) {
    const middle = Math.floor((first + last) / 2);
    if ((await api.findReadingTime(binId, middle)) === null) last = middle;
    else first = middle;
  }
  return (await api.findReadingTime(binId, first)) ?? Date.now();
}

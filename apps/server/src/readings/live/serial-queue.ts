/**
 * Processes updates in batches, one at a time, so that an older update never follows a newer
 * one. Updates that arrive during a batch wait for the next one, the last of each key. A batch that
 * fails is reported to `failed`, and lost.
 */
export function createSerialQueue<Key, Update>(
  processBatch: (batch: readonly Update[]) => Promise<void>,
  failed: (error: unknown) => void,
): (updates: ReadonlyMap<Key, Update>) => void {
  const waiting = new Map<Key, Update>();
  let isProcessing = false;

  const processAll = async () => {
    isProcessing = true;
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting.clear();
      await processBatch(batch).catch(failed);
    }
    isProcessing = false;
  };

  return (updates) => {
    for (const [key, update] of updates) waiting.set(key, update);
    if (!isProcessing) void processAll();
  };
}

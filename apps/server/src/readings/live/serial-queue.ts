/**
 * Processes updates in batches, one at a time, so that an older update never follows a newer one. Updates
 * that arrive during a batch wait for the next batch, which has only the latest update for each key. If a
 * batch fails, the error is passed to `failed` and the batch is not retried.
 */
export function createSerialQueue<Key, Update>(
  processBatch: (batch: readonly Update[]) => Promise<void>,
  failed: (error: unknown) => void,
): (updates: ReadonlyMap<Key, Update>) => void {
  const waitingUpdates = new Map<Key, Update>();
  let isProcessing = false;

  const processAll = async () => {
    isProcessing = true;
    while (waitingUpdates.size > 0) {
      const batch = [...waitingUpdates.values()];
      waitingUpdates.clear();
      await processBatch(batch).catch(failed);
    }
    isProcessing = false;
  };

  return (updates) => {
    for (const [key, update] of updates) waitingUpdates.set(key, update);
    if (!isProcessing) void processAll();
  };
}

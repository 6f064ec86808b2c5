/**
 * Hands on what came, by key: one batch after the other, so that no older news overtakes a newer.
 * What comes while one is under way waits for the next, of each key the last. A batch that fails
 * is told to `failed`, and lost.
 */
export function createSerialQueue<Key, News>(
  handOn: (batch: readonly News[]) => Promise<void>,
  failed: (error: unknown) => void,
): (news: ReadonlyMap<Key, News>) => void {
  const waiting = new Map<Key, News>();
  let isUnderWay = false;

  const handOnAll = async () => {
    isUnderWay = true;
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting.clear();
      await handOn(batch).catch(failed);
    }
    isUnderWay = false;
  };

  return (news) => {
    for (const [key, one] of news) waiting.set(key, one);
    if (!isUnderWay) void handOnAll();
  };
}

/**
 * Preloaded into a server with `--expose-gc`. Replies to the parent's `measure` message with the memory in
 * use after a garbage collection, in bytes.
 */
process.on('message', (message) => {
  if (message !== 'measure') return;
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: heapUsed + external });
});
process.channel?.unref();

export {};

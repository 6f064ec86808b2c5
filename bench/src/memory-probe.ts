/**
 * Preloaded into a server with `--expose-gc`: answers the parent process's message `measure` with the
 * memory in use after a garbage collection, bytes.
 */
process.on('message', (message) => {
  if (message !== 'measure') return;
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: heapUsed + external });
});
process.channel?.unref();

export {};

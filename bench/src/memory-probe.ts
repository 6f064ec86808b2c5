/**
 * Loaded into a server before its own code, with `--expose-gc`: tells whoever started it, when they
 * send `measure`, how much memory is in use once all rubbish is collected, bytes.
 */
process.on('message', (message) => {
  if (message !== 'measure') return;
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: heapUsed + external });
});
process.channel?.unref();

export {};

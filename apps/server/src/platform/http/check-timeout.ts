/**
 * A check that reports whether it succeeds within `timeoutMs`. Only one check runs at a time: calls
 * made while it runs wait for the same result, each for the full time.
 */
export function withTimeout(
  check: () => Promise<unknown>,
  timeoutMs: number,
): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  return async () => {
    running ??= check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const hasSucceeded = await Promise.race([running, timedOut]);
    clearTimeout(timer);
    return hasSucceeded;
  };
}

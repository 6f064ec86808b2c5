/**
 * A check that reports whether it succeeds within `timeoutMs`. Only one check runs at a time: calls made
 * while it runs wait for the same result, each for up to `timeoutMs`.
 */
export function withTimeout(
  check: () => Promise<unknown>,
  timeoutMs: number,
): () => Promise<boolean> {
  let runningCheck: Promise<boolean> | null = null;
  return async () => {
    runningCheck ??= check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        runningCheck = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const hasSucceeded = await Promise.race([runningCheck, timedOut]);
    clearTimeout(timer);
    return hasSucceeded;
  };
}

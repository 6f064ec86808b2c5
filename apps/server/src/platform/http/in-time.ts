/**
 * Whether what is asked is answered within a time, ms. While a question is open no other is asked:
 * those who ask meanwhile wait for the same answer, each for the whole time.
 */
export function inTime(ask: () => Promise<unknown>, withinMs: number): () => Promise<boolean> {
  let open: Promise<boolean> | null = null;
  return async () => {
    open ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        open = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, withinMs, false);
    });
    const isAnswered = await Promise.race([open, late]);
    clearTimeout(timer);
    return isAnswered;
  };
}

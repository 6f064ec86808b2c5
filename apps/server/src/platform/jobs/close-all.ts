/** Ends something that was started. */
export type Closer = () => Promise<void>;

/**
 * Ends what was started, the last first, each whatever became of those before.
 *
 * @throws the first error, once all are ended.
 */
export async function closeAll(closers: readonly Closer[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Closes something that was started. */
export type Closer = () => Promise<void>;

/**
 * Closes everything in reverse order, even after errors.
 *
 * @throws the first error, after all are closed.
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

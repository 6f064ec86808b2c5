/** An error that ends a replay, with a message for the user. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

import { isCodeMissing } from './api-error.ts';

/**
 * Returns the action for the retry button of a component that failed to load or render. Browsers do not retry
 * code that failed to load, so in that case the page is reloaded.
 */
export function getRetryAction(error: unknown, reset: () => void): () => void {
  return isCodeMissing(error) ? () => window.location.reload() : reset;
}

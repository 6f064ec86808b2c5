import { isCodeMissing } from './api-error.ts';

/**
 * The action of a retry button for a component that failed to load or render. Browsers do not load
 * failed code again, so then the page is reloaded.
 */
export function retryAction(error: unknown, reset: () => void): () => void {
  return isCodeMissing(error) ? () => window.location.reload() : reset;
}

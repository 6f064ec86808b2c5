import { isCodeMissing } from './api-error.ts';

/**
 * What another try does for a part of the page that failed to load or to draw itself. A browser does
 * not ask again for code that failed to come, so then the page is opened anew.
 */
export function retryAction(error: unknown, reset: () => void): () => void {
  return isCodeMissing(error) ? () => window.location.reload() : reset;
}

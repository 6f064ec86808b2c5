import { SECOND } from '@granary/domain/units';

/** Browsers without idle callbacks load the code after this time, ms. */
const FALLBACK_DELAY = 2 * SECOND;

/** Not in TypeScript's definitions, because not all browsers have it. */
interface Connection {
  readonly saveData?: boolean;
}

/**
 * Loads code that a later page needs, once this page has loaded and is idle. Does nothing if the user asked
 * the browser to save data. The returned function cancels loading.
 */
export function loadWhenIdle(load: () => Promise<unknown>): () => void {
  const { connection } = navigator as { readonly connection?: Connection };
  if (connection?.saveData === true) return () => undefined;
  // The page that needs the code loads it again and reports the error.
  const start = () => void load().catch(() => undefined);
  let cancel = () => window.removeEventListener('load', schedule);
  function schedule() {
    if ('requestIdleCallback' in window) {
      const id = requestIdleCallback(start);
      cancel = () => cancelIdleCallback(id);
    } else {
      const timer = setTimeout(start, FALLBACK_DELAY);
      cancel = () => clearTimeout(timer);
    }
  }
  if (document.readyState === 'complete') schedule();
  else window.addEventListener('load', schedule);
  return () => cancel();
}

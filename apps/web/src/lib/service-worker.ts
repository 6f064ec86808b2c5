const PATH = '/service-worker.js';

/** Whether this browser can run the service worker at this address. */
export function hasServiceWorker(): boolean {
  return typeof navigator !== 'undefined' && 'serviceWorker' in navigator;
}

/** Installs the service worker after the first page has loaded, so that it delays nothing. */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !hasServiceWorker()) return;
  // The app works without it, and turning on notifications reports the error.
  const install = () => void registerServiceWorker().catch(() => undefined);
  const whenLoaded = () => setTimeout(install, INSTALL_DELAY_MS);
  if (document.readyState === 'complete') whenLoaded();
  else window.addEventListener('load', whenLoaded, { once: true });
}

/** The first data of the page has arrived by then. */
const INSTALL_DELAY_MS = 3_000;

/** The registration of the service worker; installs it if needed. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(PATH);
}

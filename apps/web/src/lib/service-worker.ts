const PATH = '/service-worker.js';

/** Whether this browser can run a service worker on this site. */
export function supportsServiceWorkers(): boolean {
  return typeof navigator !== 'undefined' && 'serviceWorker' in navigator;
}

/** Installs the service worker after the first page has loaded, so that it does not slow down that load. */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !supportsServiceWorkers()) return;
  // The app works without the service worker, and turning on notifications reports the error.
  const install = () => void registerServiceWorker().catch(() => undefined);
  const scheduleInstall = () => setTimeout(install, INSTALL_DELAY_MS);
  if (document.readyState === 'complete') scheduleInstall();
  else window.addEventListener('load', scheduleInstall, { once: true });
}

/** By then, the page's first data has usually arrived. */
const INSTALL_DELAY_MS = 3_000;

/** Registers the service worker, and installs it if needed. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(PATH);
}

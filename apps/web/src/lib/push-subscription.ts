import { registerServiceWorker, supportsServiceWorkers } from './service-worker.ts';

/** Whether a browser can receive push messages, and if not, why not. */
export type PushSupport = 'available' | 'insecure' | 'not-installed' | 'unsupported';

/** The properties of a browser that determine whether it can receive push messages. */
export interface BrowserFeatures {
  readonly isSecure: boolean;
  readonly hasPush: boolean;
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/**
 * Determines whether a browser can receive push messages. On iOS, only web apps added to the home screen can.
 */
export function detectPushSupport(browser: BrowserFeatures): PushSupport {
  if (!browser.isSecure) return 'insecure';
  if (browser.hasPush) return 'available';
  const { userAgent, maxTouchPoints } = browser;
  // An iPad identifies itself as a Mac, and no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
  return isIos ? 'not-installed' : 'unsupported';
}

/** Reads the properties of this browser. */
export function readBrowserFeatures(): BrowserFeatures {
  const { userAgent, maxTouchPoints } = navigator;
  const hasPush = supportsServiceWorkers() && 'PushManager' in window && 'Notification' in window;
  return { isSecure: window.isSecureContext, hasPush, userAgent, maxTouchPoints };
}

/** This browser's push subscription; null if there is none. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  if (!supportsServiceWorkers()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Asks the user for permission and subscribes this browser; returns null if permission is not granted. Call
 * it only in a click handler.
 *
 * @param publicKey The server's public key, base64url.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // Subscribing fails while a subscription with another server key exists.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Ends this browser's subscription, if there is one. */
export async function unsubscribeFromPush(): Promise<void> {
  await (await findPushSubscription())?.unsubscribe();
}

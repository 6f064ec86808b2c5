import { hasChangedText, showPath, toNotification, toPath } from './push-notification.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The files of the app shell; the build injects the list. */
  readonly __WB_MANIFEST: readonly { readonly url: string }[];
};

const CACHE = 'app-shell';
const PAGE = '/index.html';
const shell = new Set(self.__WB_MANIFEST.map(({ url }) => `/${url}`));

self.addEventListener('install', (event) => event.waitUntil(storeShell()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

// Serves only the app shell. API requests are not intercepted or cached.
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate') event.respondWith(loadPage(event));
  else if (shell.has(pathname)) event.respondWith(loadFile(event.request));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPushNotification(event.data?.text() ?? ''));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPath(self.clients, toPath(event.notification.data)));
});

async function showPushNotification(payload: string): Promise<void> {
  const notification = toNotification(payload);
  const { title, body, tag, target } = notification;
  const shownNotifications = await self.registration.getNotifications({ tag });
  const icon = '/icons/icon-192.png';
  // Without `renotify`, a notification that replaces another makes no sound. That is right for an update, but
  // not for a new alert.
  const renotify = shownNotifications.some((previous) => hasChangedText(previous, notification));
  const options = { body, tag, renotify, icon, badge: icon, data: target };
  await self.registration.showNotification(title, options);
}

async function storeShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Files with hashed names can come from the browser's HTTP cache.
  await cache.addAll(
    [...shell].map((path) => new Request(path, { cache: path === PAGE ? 'reload' : 'default' })),
  );
  await self.skipWaiting();
}

/** Deletes files of the previous version, and takes control of the pages that are open. */
async function takeOver(): Promise<void> {
  const cache = await caches.open(CACHE);
  const storedRequests = await cache.keys();
  const oldRequests = storedRequests.filter(({ url }) => !shell.has(new URL(url).pathname));
  await Promise.all(oldRequests.map((request) => cache.delete(request)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** The page from the server; from the cache only if the server cannot be reached. */
async function loadPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function loadFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

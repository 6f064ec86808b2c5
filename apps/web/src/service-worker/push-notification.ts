/** The notification that the browser shows for a push message. */
export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** A repeated or updated message has the same tag and replaces the first. */
  readonly tag: string;
  /** A path of this app. */
  readonly target: string;
}

/**
 * Converts the payload of a push message to a notification. A browser must show something for each message,
 * so an unreadable one opens the list of alerts.
 */
export function toNotification(payload: string): PushNotification {
  const message = parsePayload(payload) as Partial<Payload> | null;
  const { body, click_action: action, date_time: time } = message?.data ?? {};
  const target = toPath(action);
  return {
    title: toText(message?.notification?.title) || 'Granary',
    body: toText(body),
    tag: toText(time) || target,
    target,
  };
}

/**
 * Whether a notification's text differs from that of the notification it replaces. A repeated message has the
 * same text.
 */
export function hasChangedText(
  previous: Pick<PushNotification, 'title' | 'body'>,
  { title, body }: Pick<PushNotification, 'title' | 'body'>,
): boolean {
  return previous.title !== title || previous.body !== body;
}

/**
 * Returns a path in this app; for anything else, such as a URL of another site, the path of the alert list.
 */
export function toPath(target: unknown): string {
  const text = toText(target);
  return /^\/(?![/\\])/.test(text) ? text : '/alerts';
}

/** The windows of the app, as a service worker sees them. */
interface AppWindows {
  matchAll(options: {
    readonly type: 'window';
    readonly includeUncontrolled: true;
  }): Promise<readonly AppWindow[]>;
  openWindow(path: string): Promise<unknown>;
}

interface AppWindow {
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
}

/** Shows a path in an open window, or in a new window. */
export async function showPath(windows: AppWindows, path: string): Promise<void> {
  const [firstWindow] = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  if (firstWindow === undefined) {
    await windows.openWindow(path);
    return;
  }
  await firstWindow.focus();
  // A window that this service worker does not control yet refuses to navigate.
  await firstWindow.navigate(path).catch(() => windows.openWindow(path));
}

interface Payload {
  readonly notification?: { readonly title?: unknown };
  readonly data?: {
    readonly body?: unknown;
    readonly click_action?: unknown;
    readonly date_time?: unknown;
  };
}

function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

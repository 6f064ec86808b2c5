/** What the browser shows for a push message. */
export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** A repeated or updated message has the same tag and replaces the first. */
  readonly tag: string;
  /** A path of this app. */
  readonly target: string;
}

/**
 * The notification for the payload of a push message. A browser must show something for each message,
 * so an unreadable one opens the list of alerts.
 */
export function toNotification(payload: string): PushNotification {
  const message = parse(payload) as Partial<Payload> | null;
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
 * Whether a notification has a different text than the one that it replaces. A repeated message has the same
 * text.
 */
export function isUpdateOf(
  before: Pick<PushNotification, 'title' | 'body'>,
  { title, body }: Pick<PushNotification, 'title' | 'body'>,
): boolean {
  return before.title !== title || before.body !== body;
}

/** A path of this app; the list of alerts for anything else, such as a URL of another site. */
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

/** Shows a path in a window that is open, or in a new one. */
export async function showPath(windows: AppWindows, path: string): Promise<void> {
  const [open] = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  if (open === undefined) {
    await windows.openWindow(path);
    return;
  }
  await open.focus();
  // A window that this service worker does not control yet refuses to navigate.
  await open.navigate(path).catch(() => windows.openWindow(path));
}

interface Payload {
  readonly notification?: { readonly title?: unknown };
  readonly data?: {
    readonly body?: unknown;
    readonly click_action?: unknown;
    readonly date_time?: unknown;
  };
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

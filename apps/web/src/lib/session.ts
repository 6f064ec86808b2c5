import { role } from '@granary/contract/accounts/http';
import * as z from 'zod/mini';

/** The claims of a token; the server reads the role from its own tables. */
const claims = z.object({
  id: z.coerce.number(),
  role,
  email: z.string(),
});

const storedUser = z.object({ username: z.string() });

export type Role = z.infer<typeof role>;

/** The user who is signed in on this browser. */
export interface Session {
  readonly token: string;
  readonly userId: number;
  readonly role: Role;
  readonly email: string;
  /** First and last name; null until the profile has loaded. */
  readonly fullName: string | null;
}

/** Why a session ended: the user signed out, or the server rejected the token. */
export type SessionEndReason = 'signed-out' | 'expired';

/** Why the session changed: it ended, or another tab started a session that this tab now uses too. */
export type SessionChange = SessionEndReason | 'started-elsewhere';

const TOKEN_KEY = 'token';
const USER_KEY = 'authUser';
const BROWSER_KEY = 'browser';
/** Interface settings and the browser ID do not belong to the account and remain stored after sign-out. */
const PRESERVED_KEYS: ReadonlySet<string> = new Set([
  'language',
  'interface',
  'mantine-color-scheme-value',
  'browser',
]);

/**
 * Returns this browser's random ID, which persists after sign-out. It grants no access. The server uses it to
 * recognize a browser that signed in before, and lets that browser sign in even while others are guessing the
 * password.
 */
export function getBrowserId(): string {
  const storedId = localStorage.getItem(BROWSER_KEY);
  if (storedId !== null) return storedId;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  localStorage.setItem(BROWSER_KEY, id);
  return id;
}

type Listener = (change: SessionChange | null) => void;

const listeners = new Set<Listener>();
let activeSession = readStoredSession();

/** Returns the stored session, or null; it is the same object until something changes. */
export function getCurrentSession(): Session | null {
  return activeSession;
}

/** Whether the token is still stored; another program might have cleared the browser's storage. */
export function hasStoredToken(): boolean {
  return localStorage.getItem(TOKEN_KEY) !== null;
}

/** Stores the token of a new session. Throws if the token is invalid. */
export function startSession(token: string): Session {
  const session = parseSession(token, null);
  if (session === null) throw new TypeError('The token is invalid');
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(USER_KEY, JSON.stringify({ username: '' }));
  updateSession(null);
  return session;
}

/** Stores the name that the top bar shows. */
export function storeFullName(fullName: string): void {
  localStorage.setItem(USER_KEY, JSON.stringify({ username: fullName }));
  updateSession(null);
}

/** Ends the session and clears everything that was stored for the user. */
export function endSession(reason: SessionEndReason): void {
  if (activeSession === null) return;
  // Another tab might have started a newer session, which has not ended.
  if (localStorage.getItem(TOKEN_KEY) !== activeSession.token) {
    adoptStoredSession();
    return;
  }
  clearStorage();
  updateSession(reason);
}

/**
 * Calls the listener on every change, with null if the session started in this tab or the user's name was
 * stored or changed.
 */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows sign-ins and sign-outs in other tabs. */
export function watchOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY)
      adoptStoredSession();
  };
  // A page restored from the back/forward cache has missed storage events.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) adoptStoredSession();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
  };
}

/** Adopts the session that another tab stored. */
function adoptStoredSession(): void {
  const storedToken = localStorage.getItem(TOKEN_KEY);
  if (storedToken === (activeSession?.token ?? null)) updateSession(null);
  else updateSession(storedToken === null ? 'signed-out' : 'started-elsewhere');
}

function updateSession(change: SessionChange | null): void {
  activeSession = readStoredSession();
  for (const listener of listeners) listener(change);
}

function readStoredSession(): Session | null {
  const token = localStorage.getItem(TOKEN_KEY);
  return token === null ? null : parseSession(token, localStorage.getItem(USER_KEY));
}

/** Parses a stored session; null if it is invalid. */
export function parseSession(token: string, user: string | null): Session | null {
  const parsedClaims = z.safeParse(claims, decodePayload(token));
  if (!parsedClaims.success) return null;
  const parsedUser = z.safeParse(storedUser, parseJson(user));
  const fullName =
    parsedUser.success && parsedUser.data.username !== '' ? parsedUser.data.username : null;
  const { id, role, email } = parsedClaims.data;
  return { token, userId: id, role, email, fullName };
}

/** Decodes the claims of a signed token without verifying them: only the server can do that. */
function decodePayload(token: string): unknown {
  const part = token.split('.')[1];
  if (part === undefined) return null;
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function clearStorage(): void {
  for (const key of Object.keys(localStorage)) {
    if (!PRESERVED_KEYS.has(key)) localStorage.removeItem(key);
  }
}

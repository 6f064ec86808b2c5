import { role } from '@granary/contract/accounts/http';
import * as z from 'zod/mini';

/** What a token says of its holder; the server reads the rights from its own tables. */
const claims = z.object({
  id: z.coerce.number(),
  role,
  email: z.string(),
});

const storedUser = z.object({ username: z.string() });

export type Role = z.infer<typeof role>;

/** Who is signed in on this browser. */
export interface Session {
  readonly token: string;
  readonly userId: number;
  readonly role: Role;
  readonly email: string;
  /** First and last name; null until the profile was read. */
  readonly username: string | null;
}

/** Why a session ended: by its holder, or because the server no longer knows it. */
export type SessionEnd = 'signed-out' | 'expired';

/** The same, or that another tab began a session, which holds here from now on. */
export type SessionChange = SessionEnd | 'begun-elsewhere';

const TOKEN_KEY = 'token';
const USER_KEY = 'authUser';
/** How the interface looks is the browser's, not the account's: signing out leaves it. */
const PRESERVED_KEYS: ReadonlySet<string> = new Set([
  'language',
  'interface',
  'mantine-color-scheme-value',
]);

type Listener = (news: SessionChange | null) => void;

const listeners = new Set<Listener>();
let current = readStoredSession();

/** The stored session, or null. The same object until something changes. */
export function currentSession(): Session | null {
  return current;
}

/** Stores the token of a new session. Throws where the token cannot be read. */
export function startSession(token: string): Session {
  const session = parseSession(token, null);
  if (session === null) throw new TypeError('The token carries no role');
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(USER_KEY, JSON.stringify({ username: '' }));
  updateSession(null);
  return session;
}

/** Stores the login data that the top bar shows. */
export function storeUsername(username: string): void {
  localStorage.setItem(USER_KEY, JSON.stringify({ username }));
  updateSession(null);
}

/** Forgets the session and all that was stored for its holder. */
export function endSession(ended: SessionEnd): void {
  if (current === null) return;
  // Another tab may hold a newer one, which is not what ended.
  if (localStorage.getItem(TOKEN_KEY) !== current.token) {
    adoptStoredSession();
    return;
  }
  clearStorage();
  updateSession(ended);
}

/** Tells of every change; the news are null where a session began here or was renamed. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signing in or out in another tab holds here too. */
export function watchOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY)
      adoptStoredSession();
  };
  // A page that the browser had put away was told nothing meanwhile.
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

/** Takes over what other tabs stored. */
function adoptStoredSession(): void {
  const stored = localStorage.getItem(TOKEN_KEY);
  if (stored === (current?.token ?? null)) updateSession(null);
  else updateSession(stored === null ? 'signed-out' : 'begun-elsewhere');
}

function updateSession(news: SessionChange | null): void {
  current = readStoredSession();
  for (const listener of listeners) listener(news);
}

function readStoredSession(): Session | null {
  const token = localStorage.getItem(TOKEN_KEY);
  return token === null ? null : parseSession(token, localStorage.getItem(USER_KEY));
}

/** A session from what was stored; null where it cannot be read. */
export function parseSession(token: string, user: string | null): Session | null {
  const holder = z.safeParse(claims, decodePayload(token));
  if (!holder.success) return null;
  const login = z.safeParse(storedUser, parseJson(user));
  const username = login.success && login.data.username !== '' ? login.data.username : null;
  const { id, role, email } = holder.data;
  return { token, userId: id, role, email, username };
}

/** The claims part of a signed token, unverified: only the server can tell whether it is good. */
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

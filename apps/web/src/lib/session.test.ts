import { beforeEach, describe, expect, it, vi } from 'vitest';

class FakeStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

const encode = (value: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
const makeToken = (claims: object) => `${encode({ alg: 'HS256' })}.${encode(claims)}.sig`;
const farmer = { id: '3', role: 'user', email: 'josé@farm.example', sid: 'x' };
const neighbor = { id: '4', role: 'user', email: 'tomas@farm.example', sid: 'y' };

let session: typeof import('./session.ts');
let storage: FakeStorage;

beforeEach(async () => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  session = await import('./session.ts');
});

describe('a session', () => {
  it('starts with a token whose claims name the user', () => {
    session.startSession(makeToken(farmer));
    session.storeFullName('José Gómez');
    expect(session.getCurrentSession()).toMatchObject({
      userId: 3,
      role: 'user',
      email: 'josé@farm.example',
      fullName: 'José Gómez',
    });
    expect(storage.getItem('authUser')).toBe('{"username":"José Gómez"}');
  });

  it('survives a reload', async () => {
    session.startSession(makeToken(farmer));
    vi.resetModules();
    const reloaded = await import('./session.ts');
    expect(reloaded.getCurrentSession()?.userId).toBe(3);
  });

  it('does not start with an invalid token', () => {
    for (const token of ['', 'nonsense', 'a.b.c', makeToken({ ...farmer, role: 'king' })]) {
      expect(() => session.startSession(token)).toThrow(TypeError);
      expect(session.getCurrentSession()).toBe(null);
    }
  });

  it('clears what it stored when it ends, but not the interface settings', () => {
    storage.setItem('language', 'de');
    session.startSession(makeToken(farmer));
    storage.setItem('sensors-open', 'true');
    storage.setItem('profileLanguage', 'it');
    const endReasons: unknown[] = [];
    session.onSessionChange((ended) => endReasons.push(ended));
    session.endSession('signed-out');
    session.endSession('expired');
    expect(endReasons).toEqual(['signed-out']);
    expect({ ...storage }).toEqual({ language: 'de' });
    expect(session.getCurrentSession()).toBe(null);
  });

  it('does not end a newer session in another tab', () => {
    session.startSession(makeToken(farmer));
    storage.setItem('token', makeToken(neighbor));
    session.endSession('expired');
    expect(session.getCurrentSession()?.userId).toBe(4);
    expect(storage.getItem('token')).toBe(makeToken(neighbor));
  });
});

describe('a change in another tab', () => {
  let page: EventTarget;
  let changes: unknown[];

  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('window', page);
    session.startSession(makeToken(farmer));
    session.watchOtherTabs();
    changes = [];
    session.onSessionChange((change) =>
      changes.push([change, session.getCurrentSession()?.userId ?? null]),
    );
  });

  const notify = (key: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key }));

  it('ends the session in this tab', () => {
    storage.removeItem('token');
    notify('token');
    expect(changes).toEqual([['signed-out', null]]);
  });

  it('replaces the session in this tab', () => {
    storage.setItem('token', makeToken(neighbor));
    notify('token');
    storage.setItem('authUser', '{"username":"Tomas Reimer"}');
    notify('authUser');
    expect(changes).toEqual([
      ['started-elsewhere', 4],
      [null, 4],
    ]);
  });

  it('is applied when a page is restored from the back/forward cache', () => {
    storage.setItem('token', makeToken(neighbor));
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(changes).toEqual([]);
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(changes).toEqual([['started-elsewhere', 4]]);
  });
});

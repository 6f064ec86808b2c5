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
const tokenOf = (claims: object) => `${encode({ alg: 'HS256' })}.${encode(claims)}.sig`;
const farmer = { id: '3', role: 'user', email: 'josé@farm.example', sid: 'x' };

let session: typeof import('./session.ts');
let storage: FakeStorage;

beforeEach(async () => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  session = await import('./session.ts');
});

describe('a session', () => {
  it('begins with a token, whose claims say who it is', () => {
    session.startSession(tokenOf(farmer));
    session.storeUsername('José Gómez');
    expect(session.currentSession()).toMatchObject({
      userId: 3,
      role: 'user',
      email: 'josé@farm.example',
      username: 'José Gómez',
    });
    expect(storage.getItem('authUser')).toBe('{"username":"José Gómez"}');
  });

  it('is still there when the page is loaded again', async () => {
    session.startSession(tokenOf(farmer));
    vi.resetModules();
    const again = await import('./session.ts');
    expect(again.currentSession()?.userId).toBe(3);
  });

  it('does not begin with a token that cannot be read', () => {
    for (const token of ['', 'nonsense', 'a.b.c', tokenOf({ ...farmer, role: 'king' })]) {
      expect(() => session.startSession(token)).toThrow(TypeError);
      expect(session.currentSession()).toBe(null);
    }
  });

  it('takes all it stored along when it ends, but not how the interface looks', () => {
    storage.setItem('language', 'de');
    session.startSession(tokenOf(farmer));
    storage.setItem('sensors-open', 'true');
    const ends: unknown[] = [];
    session.onSessionChange((ended) => ends.push(ended));
    session.endSession('signed-out');
    session.endSession('expired');
    expect(ends).toEqual(['signed-out']);
    expect({ ...storage }).toEqual({ language: 'de' });
    expect(session.currentSession()).toBe(null);
  });
});

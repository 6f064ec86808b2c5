import type { SecurityEvent } from '@granary/domain/security-events/security-event';
import { MINUTE } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { type CountedEvent, SecurityEvents } from './security-events.ts';

function createRecorder() {
  const lines: object[] = [];
  const storedEvents: CountedEvent[] = [];
  const log = {
    info: (line: object) => lines.push(line),
    warn: (line: object) => lines.push(line),
  };
  let at = 10 * MINUTE;
  let counted = 0;
  const events = new SecurityEvents({
    // The recorder uses only these two methods.
    log: log as never,
    now: () => at,
    counted: () => void counted++,
    store: async (batch) => void storedEvents.push(...batch),
  });
  return {
    events,
    lines,
    stored: storedEvents,
    counted: () => counted,
    advance: (ms: number) => (at += ms),
  };
}

const failure: SecurityEvent = { kind: 'sign-in-failed', address: '192.0.2.1', userId: 7 };

describe('security events', () => {
  it('are logged and stored once per minute if identical, with a count', async () => {
    const { events, lines, stored, counted, advance } = createRecorder();
    for (let i = 0; i < 500; i++) events.record(failure);
    expect(lines).toEqual([{ security: failure }]);
    expect(counted()).toBe(500);
    await events.flush();
    expect(stored).toMatchObject([{ event: failure, minute: 10 * MINUTE, count: 500 }]);
    advance(MINUTE);
    events.record(failure);
    await events.flush();
    expect(lines).toHaveLength(2);
    expect(stored[1]).toMatchObject({ minute: 11 * MINUTE, count: 1 });
  });

  it('are stored separately, up to 300 per kind per minute; the rest are counted together', async () => {
    const { events, lines, stored } = createRecorder();
    for (let i = 0; i < 1000; i++) events.record({ ...failure, address: `2001:db8::${i}` });
    events.record({ kind: 'account-deleted', userId: 7, actorId: 8 });
    await events.flush();
    const remainder = stored.find(({ event }) => event.address === undefined);
    expect(remainder).toMatchObject({ event: { kind: 'sign-in-failed' }, count: 700 });
    expect(stored).toHaveLength(302);
    expect(lines).toHaveLength(302);
    expect(stored.at(-1)?.event.kind).toBe('account-deleted');
  });

  it('are stored in the order of the flushes', async () => {
    const { events, stored } = createRecorder();
    events.record(failure);
    const first = events.flush();
    events.record({ ...failure, userId: 8 });
    await events.flush();
    await first;
    expect(stored.map(({ event }) => event.userId)).toEqual([7, 8]);
  });
});

import type {
  SecurityEvent,
  SecurityEventKind,
} from '@granary/domain/security-events/security-event';
import { MINUTE } from '@granary/domain/units';
import type { Logger } from 'pino';

/** Equal events within one minute. */
export interface CountedEvent {
  readonly event: SecurityEvent;
  /** The start of the minute, ms. */
  readonly minute: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

export interface SecurityEventPorts {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  now(): number;
  /** Counts it in the metrics. */
  counted(event: SecurityEvent): void;
  /** Adds events to those that are stored. */
  store(events: readonly CountedEvent[]): Promise<void>;
}

/**
 * The maximum number of different events of one kind per minute; others are stored without address and ids.
 */
const MAX_DISTINCT_EVENTS = 300;

/** Events that no one needs to look at one by one. */
const EXPECTED: ReadonlySet<SecurityEventKind> = new Set([
  'sign-in',
  'sign-out',
  'reset-requested',
  'password-changed',
  'sessions-ended',
  'two-factor-changed',
  'invited',
  'invitation-used',
  'account-added',
  'account-deleted',
  'distributor-changed',
  'board-key-changed',
]);

/**
 * Records security events: in the log, once a minute for equal ones, in the metrics, and in the
 * database with their number per minute. An attack from many addresses cannot fill them.
 */
export class SecurityEvents {
  private pending = new Map<string, CountedEvent>();
  private minute = 0;
  private readonly seen = new Map<SecurityEventKind, Set<string>>();
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly ports: SecurityEventPorts) {}

  /** Records an event; it is stored with the next flush. */
  record(event: SecurityEvent): void {
    const { now, counted } = this.ports;
    const at = now();
    const minute = Math.floor(at / MINUTE) * MINUTE;
    if (minute !== this.minute) {
      this.minute = minute;
      this.seen.clear();
    }
    counted(event);
    const [key, stored] = this.limit(event);
    const pendingKey = `${minute} ${key}`;
    const pending = this.pending.get(pendingKey);
    const { firstAt = at, count = 0 } = pending ?? {};
    this.pending.set(pendingKey, { event: stored, minute, firstAt, lastAt: at, count: count + 1 });
  }

  /** Stores what was recorded. Rejects if the database is unavailable; the log has the events. */
  async flush(): Promise<void> {
    const before = this.flushing;
    const storing = (async () => {
      // The caller of the previous flush handles its error.
      await before.catch(() => {});
      if (this.pending.size === 0) return;
      const events = [...this.pending.values()];
      this.pending = new Map();
      await this.ports.store(events);
    })();
    this.flushing = storing;
    return storing;
  }

  /** Logs an event that is new in this minute; beyond the limit it loses its address and ids. */
  private limit(event: SecurityEvent): readonly [key: string, event: SecurityEvent] {
    const { kind, reason } = event;
    const seen = this.seen.get(kind) ?? new Set();
    this.seen.set(kind, seen);
    const isKnown = seen.has(toEventKey(event));
    const isOver = !isKnown && seen.size >= MAX_DISTINCT_EVENTS;
    const stored: SecurityEvent = isOver ? { kind, ...(reason && { reason }) } : event;
    const key = toEventKey(stored);
    if (!seen.has(key)) {
      seen.add(key);
      const level = EXPECTED.has(kind) ? 'info' : 'warn';
      this.ports.log[level]({ security: stored }, 'security event');
    }
    return [key, stored];
  }
}

function toEventKey({
  kind,
  reason,
  address,
  userId,
  actorId,
  mainBoardId,
}: SecurityEvent): string {
  return JSON.stringify([kind, reason, address, userId, actorId, mainBoardId]);
}

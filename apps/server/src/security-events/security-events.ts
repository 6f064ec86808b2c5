import type {
  SecurityEvent,
  SecurityEventKind,
} from '@granary/domain/security-events/security-event';
import { MINUTE } from '@granary/domain/units';
import type { Logger } from 'pino';

/** Identical events within one minute. */
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
  /** Counts an event in the metrics. */
  counted(event: SecurityEvent): void;
  /** Adds events to the stored counts. */
  store(events: readonly CountedEvent[]): Promise<void>;
}

/**
 * The maximum number of different events of one kind per minute; further events are stored without addresses
 * and IDs.
 */
const MAX_DISTINCT_EVENTS = 300;

/** Routine kinds of events, which are logged as info instead of warnings. */
const ROUTINE_KINDS: ReadonlySet<SecurityEventKind> = new Set([
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
 * Records security events in the log (identical events at most once a minute), in the metrics, and in the
 * database with their count per minute. An attack from many addresses cannot flood any of them.
 */
export class SecurityEvents {
  private pending = new Map<string, CountedEvent>();
  private minute = 0;
  private readonly seenKeys = new Map<SecurityEventKind, Set<string>>();
  private lastFlush: Promise<void> = Promise.resolve();

  constructor(private readonly ports: SecurityEventPorts) {}

  /** Records an event; it is stored with the next flush. */
  record(event: SecurityEvent): void {
    const { now, counted } = this.ports;
    const at = now();
    const minute = Math.floor(at / MINUTE) * MINUTE;
    if (minute !== this.minute) {
      this.minute = minute;
      this.seenKeys.clear();
    }
    counted(event);
    const [key, storedEvent] = this.limitAndLog(event);
    const pendingKey = `${minute} ${key}`;
    const pendingEvent = this.pending.get(pendingKey);
    const { firstAt = at, count = 0 } = pendingEvent ?? {};
    this.pending.set(pendingKey, {
      event: storedEvent,
      minute,
      firstAt,
      lastAt: at,
      count: count + 1,
    });
  }

  /**
   * Stores the recorded events. Rejects if the database is unavailable; the events are then only in the log.
   */
  async flush(): Promise<void> {
    const previousFlush = this.lastFlush;
    const currentFlush = (async () => {
      // The caller of the previous flush handles its error.
      await previousFlush.catch(() => {});
      if (this.pending.size === 0) return;
      const events = [...this.pending.values()];
      this.pending = new Map();
      await this.ports.store(events);
    })();
    this.lastFlush = currentFlush;
    return currentFlush;
  }

  /** Logs an event that is new in this minute; over the limit, its address and IDs are removed. */
  private limitAndLog(event: SecurityEvent): readonly [key: string, event: SecurityEvent] {
    const { kind, reason } = event;
    const seenKeys = this.seenKeys.get(kind) ?? new Set();
    this.seenKeys.set(kind, seenKeys);
    const isKnown = seenKeys.has(toEventKey(event));
    const isOverLimit = !isKnown && seenKeys.size >= MAX_DISTINCT_EVENTS;
    const storedEvent: SecurityEvent = isOverLimit ? { kind, ...(reason && { reason }) } : event;
    const key = toEventKey(storedEvent);
    if (!seenKeys.has(key)) {
      seenKeys.add(key);
      const level = ROUTINE_KINDS.has(kind) ? 'info' : 'warn';
      this.ports.log[level]({ security: storedEvent }, 'security event');
    }
    return [key, storedEvent];
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

import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { hash } from '../board/random.ts';

/**
 * What can go wrong in a running fleet: a network that loses, delays and repeats frames and commands, boards
 * that never answer, connections that stall, people at fan switches, and power outages.
 */
export const faults = ['network', 'no-answer', 'stalls', 'switch', 'power'] as const;
export type Fault = (typeof faults)[number];

/** Parses a list of fault names; null if one is unknown. `1` means the network. */
export function parseFaults(text: string): ReadonlySet<Fault> | null {
  const names = (text === '1' ? 'network' : text).split(',').filter((name) => name !== '');
  const knownFaults = names.flatMap((name) => faults.find((fault) => fault === name) ?? []);
  return knownFaults.length === names.length ? new Set(knownFaults) : null;
}

/** Use of the fan switch at a random bin, or a power outage of the whole board. */
export interface Incident {
  readonly kind: 'switch' | 'power';
  readonly at: Millis;
  /** A random number that selects the bin. */
  readonly randomNumber: number;
}

/** Each kind of incident happens once in every period of this length. */
const INCIDENT_PERIOD_MS = 10 * MINUTE;

/** The next incident at a board, the same for the same seed; null if there are none. */
export function findNextIncident(
  seed: number,
  kinds: ReadonlySet<Fault>,
  after: Millis,
): Incident | null {
  const period = Math.floor(after / INCIDENT_PERIOD_MS);
  const incidents = (['switch', 'power'] as const)
    .filter((kind) => kinds.has(kind))
    .flatMap((kind) =>
      [period, period + 1].map((number): Incident => {
        const randomNumber = hash(seed, faults.indexOf(kind), number);
        return {
          kind,
          at: millis(number * INCIDENT_PERIOD_MS + (randomNumber % INCIDENT_PERIOD_MS)),
          randomNumber,
        };
      }),
    )
    .filter(({ at }) => at > after)
    .sort((a, b) => a.at - b.at);
  return incidents[0] ?? null;
}

/** Once per period, a connection stalls for this long, longer than a server waits for a PUBACK. */
const STALL_MS = 20 * SECOND;
const STALL_PERIOD_MS = 3 * MINUTE;

/** Whether a board's connection is stalled: nothing arrives at the board. */
export function isStalled(seed: number, now: Millis): boolean {
  const period = Math.floor(now / STALL_PERIOD_MS);
  const from = period * STALL_PERIOD_MS + (hash(seed, period) % (STALL_PERIOD_MS - STALL_MS));
  return now >= from && now < from + STALL_MS;
}

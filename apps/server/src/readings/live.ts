import {
  READING_EVENT,
  readingEvent,
  SESSION_ENDED_EVENT,
  WATCH_EVENT,
  watchRequest,
} from '@granary/contract/readings/live';
import { may, type Owner } from '@granary/domain/access/access';
import * as z from 'zod/mini';
import type { SignedIn } from '../accounts/sessions.ts';
import { Live, type LiveRules, type Repeat } from '../platform/live/live.ts';
import type { StoredReading } from './ingest.ts';
import { type Ledger, presentReading } from './present.ts';

export interface LiveReadingPorts {
  findSession(token: string): Promise<SignedIn | null>;
  findAlive(sids: readonly string[]): Promise<ReadonlyMap<string, SignedIn>>;
  /** The owners of bins; bins that do not exist are left out. */
  findOwners(binIds: readonly number[]): Promise<ReadonlyMap<number, Owner>>;
  findLedger(binId: number): Promise<Ledger>;
  readonly repeat: Repeat;
  failed(error: unknown): void;
}

/** Tells browsers of new readings: each bin's newest, whole, to those who may see it and watch. */
export class LiveReadings {
  readonly live: Live<SignedIn>;

  constructor(private readonly ports: LiveReadingPorts) {
    const names = { watch: WATCH_EVENT, ended: SESSION_ENDED_EVENT };
    this.live = new Live(rulesFor(ports), names, ports.repeat);
  }

  /** Sends what a batch changed. */
  stored(readings: readonly StoredReading[]): void {
    for (const stored of readings) {
      if (!stored.isNewest) continue;
      const rooms = roomsOf(stored);
      if (rooms.some((room) => this.live.hasWatchers(room))) {
        this.send(stored, rooms).catch((error: unknown) => this.ports.failed(error));
      }
    }
  }

  private async send({ context, reading }: StoredReading, rooms: readonly string[]): Promise<void> {
    const isManual = context.bin.loadMethod === 'manual';
    const ledger = isManual
      ? await this.ports.findLedger(context.bin.id)
      : { loaded: 0, unloaded: 0 };
    const served = presentReading(context, reading, 0, ledger);
    this.live.send(rooms, READING_EVENT, z.encode(readingEvent, served));
  }
}

function roomsOf({ context: { bin, owner } }: StoredReading): string[] {
  const rooms = [binRoom(bin.id), ownerRoom(owner.userId)];
  return owner.distributorId === null ? rooms : [...rooms, customersRoom(owner.distributorId)];
}

const binRoom = (id: number) => `bin:${id}`;
const ownerRoom = (id: number) => `owner:${id}`;
const customersRoom = (id: number) => `customers:${id}`;

function rulesFor(ports: LiveReadingPorts): LiveRules<SignedIn> {
  return {
    findSession: ports.findSession,
    idOf: ({ sid }) => sid,
    failed: ports.failed,
    findAlive: ports.findAlive,
    roomsFor: async (session, request) => {
      const parsed = z.safeDecode(watchRequest, request as never);
      if (!parsed.success) return null;
      if ('all' in parsed.data) return roomsOfAll(session);
      const { bins } = parsed.data;
      const owners = await ports.findOwners(bins);
      const mayReadAll = bins.every((id) => {
        const owner = owners.get(id);
        return owner !== undefined && may(session, 'bin.read', owner);
      });
      return mayReadAll ? bins.map(binRoom) : null;
    },
  };
}

/** What a list of one's own holds. An admin owns no bins: they watch those they look at. */
function roomsOfAll({ id, role }: SignedIn): readonly string[] {
  switch (role) {
    case 'user':
      return [ownerRoom(id)];
    case 'distributor':
      return [customersRoom(id)];
    case 'admin':
      return [];
  }
}

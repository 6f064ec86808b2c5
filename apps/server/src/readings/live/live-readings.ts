import {
  READING_EVENT,
  readingEvent,
  SESSION_ENDED_EVENT,
  UNWATCH_EVENT,
  WATCH_EVENT,
  type WatchRequest,
  watchRequest,
} from '@granary/contract/readings/live';
import { can, getOwnListScope, type Owner } from '@granary/domain/access/access';
import type { BinConditions } from '@granary/domain/bins/conditions';
import { EMPTY_LEDGER, type LedgerTotals } from '@granary/domain/inventory/ledger';
import type { Reading } from '@granary/domain/readings/reading';
import * as z from 'zod/mini';
import type { SignedInUser } from '../../access/signed-in.ts';
import { type LastFanEvent, toFanState } from '../../fans/fan-state.ts';
import type { HandshakePorts } from '../../platform/live/handshake-limits.ts';
import {
  LiveConnections,
  type LivePorts,
  type Repeat,
} from '../../platform/live/live-connections.ts';
import type { BinContext } from '../bin-context.ts';
import type { LatestReading } from '../readings-store.ts';
import { fromReadingRow } from '../row.ts';
import { serializeReading } from '../serialize-reading.ts';
import { createSerialQueue } from './serial-queue.ts';

export interface LiveReadingPorts extends HandshakePorts {
  readonly findSession: LivePorts<SignedInUser, WatchRequest>['findSession'];
  findActive(sids: readonly string[]): Promise<ReadonlyMap<string, SignedInUser>>;
  /** The owners of bins; bins that do not exist are left out. */
  findOwners(binIds: readonly number[]): Promise<ReadonlyMap<number, Owner>>;
  /** The ledger totals by bin ID; bins without entries are omitted. */
  findLedgers(binIds: readonly number[]): Promise<ReadonlyMap<number, LedgerTotals>>;
  findLastFanEvents(binIds: readonly number[]): Promise<readonly LastFanEvent[]>;
  findLatest(binIds: readonly number[]): Promise<readonly LatestReading[]>;
  /** The rooms in which a user is notified of changed alerts. */
  listAlertRooms(session: SignedInUser): readonly string[];
  readonly repeat: Repeat;
  failed(error: unknown): void;
}

/** The changes that a batch stored. */
export interface BatchChanges {
  /** Bins whose fan reported. */
  readonly fanBins: readonly BinContext[];
  readonly readings: readonly {
    readonly context: BinContext;
    readonly reading: Reading;
    readonly isNewest: boolean;
    /** The bin's conditions after its newest reading. */
    readonly conditions: BinConditions;
  }[];
}

/** Sends each bin's newest reading to the browsers that watch the bin and may see it. */
export class LiveReadings {
  readonly connections: LiveConnections<SignedInUser, WatchRequest>;
  private readonly enqueue: (updates: ReadonlyMap<number, BinUpdate>) => void;

  constructor(private readonly ports: LiveReadingPorts) {
    const names = {
      watch: WATCH_EVENT,
      unwatch: UNWATCH_EVENT,
      ended: SESSION_ENDED_EVENT,
    };
    this.connections = new LiveConnections(createLiveRules(ports), names, ports.repeat);
    this.enqueue = createSerialQueue((updates) => this.send(updates), ports.failed);
  }

  /** Sends the newest readings of a batch, and those of bins whose fan reported. */
  publish({ fanBins, readings }: BatchChanges): void {
    const updates = new Map<number, BinUpdate>();
    for (const context of fanBins) updates.set(context.bin.id, { context, storedReading: null });
    for (const storedReading of readings) {
      if (storedReading.isNewest)
        updates.set(storedReading.context.bin.id, {
          context: storedReading.context,
          storedReading,
        });
    }
    for (const [binId, { context }] of updates) {
      const rooms = listRooms(context);
      this.connections.markChanged(rooms);
      if (!rooms.some((room) => this.connections.hasSubscribers(room))) updates.delete(binId);
    }
    this.enqueue(updates);
  }

  private async send(updates: readonly BinUpdate[]): Promise<void> {
    const selectIds = (isWanted: (update: BinUpdate) => boolean) =>
      updates.filter(isWanted).map(({ context }) => context.bin.id);
    const manualIds = selectIds(({ context }) => context.bin.loadMethod === 'manual');
    const fanBinIds = selectIds(({ context }) => context.bin.fanAttached);
    const binIdsToLoad = selectIds(({ storedReading }) => storedReading === null);
    const [ledgers, events, latest] = await Promise.all([
      manualIds.length === 0 ? new Map<number, LedgerTotals>() : this.ports.findLedgers(manualIds),
      fanBinIds.length === 0 ? [] : this.ports.findLastFanEvents(fanBinIds),
      binIdsToLoad.length === 0 ? [] : this.ports.findLatest(binIdsToLoad),
    ]);
    const eventsByBin = new Map(events.map((event) => [event.binId, event]));
    const latestByBin = new Map(latest.map((binReading) => [binReading.binId, binReading]));
    for (const { context, storedReading } of updates) {
      const { bin } = context;
      const newest = storedReading ?? toNewest(latestByBin.get(bin.id));
      // A fan can report before the bin's first reading; browsers show no values until then.
      if (newest === null) continue;
      const { reading, conditions } = newest;
      const response = serializeReading(context, reading, {
        pageNo: 0,
        ledger: ledgers.get(bin.id) ?? EMPTY_LEDGER,
        conditions,
      });
      const fan = toFanState(bin, reading, eventsByBin.get(bin.id) ?? null);
      this.connections.send(
        listRooms(context),
        READING_EVENT,
        z.encode(readingEvent, { ...response, fan }),
      );
    }
  }
}

interface NewestReading {
  readonly reading: Reading;
  readonly conditions: BinConditions;
}

/** A bin with its newest reading; `storedReading` is null if the reading has to be loaded. */
interface BinUpdate {
  readonly context: BinContext;
  readonly storedReading: NewestReading | null;
}

function toNewest(latest: LatestReading | undefined): NewestReading | null {
  if (!latest?.row) return null;
  return { reading: fromReadingRow(latest.row), conditions: latest.conditions };
}

function listRooms({ bin, owner }: BinContext): string[] {
  const rooms = [toBinRoom(bin.id), toOwnerRoom(owner.userId)];
  return owner.distributorId === null ? rooms : [...rooms, toCustomersRoom(owner.distributorId)];
}

const toBinRoom = (id: number) => `bin:${id}`;
const toOwnerRoom = (id: number) => `owner:${id}`;
const toCustomersRoom = (id: number) => `customers:${id}`;

/** Creates the rules for live readings: which bins a session may watch. */
export function createLiveRules(ports: LiveReadingPorts): LivePorts<SignedInUser, WatchRequest> {
  return {
    findSession: ports.findSession,
    callerLimits: ports.callerLimits,
    findNetwork: ports.findNetwork,
    toSessionId: ({ sid }) => sid,
    toAccountKey: ({ id }) => `account ${id}`,
    failed: ports.failed,
    findActiveSessions: ports.findActive,
    parseRequest,
    toRequestKey: (wanted) => {
      if ('bins' in wanted) return [...new Set(wanted.bins)].sort((a, b) => a - b).join(',');
      return 'all' in wanted ? 'all' : 'alerts';
    },
    findRooms: async (watches) => {
      const bins = new Set(
        watches.flatMap(({ request }) => ('bins' in request ? request.bins : [])),
      );
      const owners = bins.size === 0 ? new Map() : await ports.findOwners([...bins]);
      return watches.map(({ session, request }) =>
        'alerts' in request
          ? ports.listAlertRooms(session)
          : listGrantedRooms(session, request, owners),
      );
    },
  };
}

/** Lists the rooms for a request; null if it includes a bin that the session may not read. */
function listGrantedRooms(
  session: SignedInUser,
  wanted: Exclude<WatchRequest, { alerts: true }>,
  owners: ReadonlyMap<number, Owner>,
): readonly string[] | null {
  if ('all' in wanted) return listOwnRooms(session);
  const mayReadAll = wanted.bins.every((id) => {
    const owner = owners.get(id);
    return owner !== undefined && can(session, 'bin.read', owner);
  });
  return mayReadAll ? wanted.bins.map(toBinRoom) : null;
}

function parseRequest(request: unknown): WatchRequest | null {
  const parsed = z.safeDecode(watchRequest, request as never);
  return parsed.success ? parsed.data : null;
}

/** Lists the rooms for the caller's own bins; callers who can see all bins watch individual bins instead. */
function listOwnRooms(session: SignedInUser): readonly string[] {
  const scope = getOwnListScope(session);
  switch (scope.kind) {
    case 'own':
      return [toOwnerRoom(scope.userId)];
    case 'customersOf':
      return [toCustomersRoom(scope.distributorId)];
    case 'all':
    case 'nothing':
      return [];
  }
}

import {
  type ALERTS_EVENT,
  type BIN_ENTRIES_EVENT,
  NOTIFICATIONS_EVENT,
} from '@granary/contract/alerts/live';
import { type Actor, getActorScope, type Owner } from '@granary/domain/access/access';

export interface LiveAlertPorts {
  /** The owners of bins; bins that do not exist are left out. */
  findOwners(binIds: readonly number[]): Promise<ReadonlyMap<number, Owner>>;
  markChanged(rooms: readonly string[]): void;
  /** Sends to every subscriber of any of the rooms, once each. */
  send(rooms: readonly string[], event: string, payload: unknown): void;
}

/**
 * Notifies the browsers of users who may see the bins when the bins' alerts, or the people in or near them,
 * change.
 */
export async function sendBinChange(
  { findOwners, markChanged, send }: LiveAlertPorts,
  binIds: readonly number[],
  event: typeof ALERTS_EVENT | typeof BIN_ENTRIES_EVENT,
): Promise<void> {
  const owners = await findOwners(binIds);
  const rooms = new Set([...owners.values()].flatMap(listRooms));
  if (rooms.size === 0) return;
  markChanged([...rooms]);
  send([...rooms], event, {});
}

/** Notifies the browsers of users when their notifications change. */
export function sendNotificationChange(
  { markChanged, send }: Omit<LiveAlertPorts, 'findOwners'>,
  userIds: readonly number[],
): void {
  const rooms = userIds.map(bellRoom);
  markChanged(rooms);
  send(rooms, NOTIFICATIONS_EVENT, {});
}

/** The rooms in which a user is notified of changed alerts and notifications. */
export function listAlertRooms(actor: Actor): readonly string[] {
  return [...listScopeRooms(actor), bellRoom(actor.id)];
}

function listScopeRooms(actor: Actor): readonly string[] {
  const scope = getActorScope(actor);
  switch (scope.kind) {
    case 'own':
      return [ownerRoom(scope.userId)];
    case 'customersOf':
      return [customersRoom(scope.distributorId)];
    case 'all':
      return [ALL_ROOM];
    case 'nothing':
      return [];
  }
}

function listRooms({ userId, distributorId }: Owner): string[] {
  const rooms = [ownerRoom(userId), ALL_ROOM];
  return distributorId === null ? rooms : [...rooms, customersRoom(distributorId)];
}

const ALL_ROOM = 'alerts';
const ownerRoom = (id: number) => `alerts of owner:${id}`;
const customersRoom = (id: number) => `alerts of customers:${id}`;
const bellRoom = (id: number) => `bell:${id}`;

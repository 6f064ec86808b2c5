import { MINUTE, SECOND } from '@granary/domain/units';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { Dependencies } from './dependencies.ts';
import type { Alerts } from './wire-alerts.ts';

export interface HeartbeatPorts {
  /** The parts of the server that do not work; empty when all do. */
  listUnreadyParts(): Promise<readonly string[]>;
  /** Calls the monitor, and returns its HTTP status. */
  call(): Promise<number>;
  failed(error: unknown): void;
}

const LIMITS = { timeoutMs: 20 * SECOND, maxBytes: 64 * 1024 };

/** Calls to a monitor, which notices when they stop. */
export interface Heartbeat {
  start(): void;
  stop(): void;
}

/** Calls the monitor at `HEARTBEAT_URL`, if it is set, each minute while all parts work. */
export function wireHeartbeat(
  { config, repeat, failed }: Pick<Dependencies, 'config' | 'repeat' | 'failed'>,
  outbound: Outbound,
  alerts: Pick<Alerts, 'isCurrent'>,
  listUnreadyParts: HeartbeatPorts['listUnreadyParts'],
): Heartbeat {
  const { heartbeatUrl } = config;
  if (heartbeatUrl === null) return { start: () => {}, stop: () => {} };
  const url = new URL(heartbeatUrl);
  const ports: HeartbeatPorts = {
    listUnreadyParts: async () => [
      ...(await listUnreadyParts()),
      ...(alerts.isCurrent() ? [] : ['alerts']),
    ],
    call: async () => (await outbound.get(url, LIMITS)).status,
    failed,
  };
  let stop = () => {};
  return {
    start: () => {
      stop = repeat(() => void sendHeartbeat(ports), MINUTE);
    },
    stop: () => stop(),
  };
}

/** Calls the monitor if everything works. Its address is secret, so errors do not contain it. */
export async function sendHeartbeat({
  listUnreadyParts,
  call,
  failed,
}: HeartbeatPorts): Promise<void> {
  try {
    if ((await listUnreadyParts()).length > 0) return;
    const status = await call();
    if (status >= 400) failed(new Error(`The monitor at HEARTBEAT_URL responded with ${status}.`));
  } catch (error) {
    failed(error);
  }
}

import { MINUTE, SECOND } from '@granary/domain/units';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { Dependencies } from './dependencies.ts';
import type { Alerts } from './wire-alerts.ts';

export interface HeartbeatPorts {
  /** The components of the server that are not ready; empty if all are. */
  listUnready(): Promise<readonly string[]>;
  /** Calls the monitor, and returns its HTTP status. */
  call(): Promise<number>;
  failed(error: unknown): void;
}

const LIMITS = { timeoutMs: 20 * SECOND, maxBytes: 64 * 1024 };

/** Pings an uptime monitor regularly; the monitor raises an alarm when the pings stop. */
export interface Heartbeat {
  start(): void;
  stop(): void;
}

/** If `HEARTBEAT_URL` is set, calls the monitor there every minute while all components are working. */
export function wireHeartbeat(
  { config, repeat, failed }: Pick<Dependencies, 'config' | 'repeat' | 'failed'>,
  outbound: Outbound,
  alerts: Pick<Alerts, 'isCurrent'>,
  listUnready: HeartbeatPorts['listUnready'],
): Heartbeat {
  const { heartbeatUrl } = config;
  if (heartbeatUrl === null) return { start: () => {}, stop: () => {} };
  const url = new URL(heartbeatUrl);
  const ports: HeartbeatPorts = {
    listUnready: async () => [...(await listUnready()), ...(alerts.isCurrent() ? [] : ['alerts'])],
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
export async function sendHeartbeat({ listUnready, call, failed }: HeartbeatPorts): Promise<void> {
  try {
    if ((await listUnready()).length > 0) return;
    const status = await call();
    if (status >= 400) failed(new Error(`The monitor at HEARTBEAT_URL responded with ${status}.`));
  } catch (error) {
    failed(error);
  }
}

import { canOwnFarms } from '@granary/domain/access/roles';
import { SECOND } from '@granary/domain/units';
import { useEffect } from 'react';
import { useLiveAlerts } from '../../features/alerts/api/use-live-alerts.ts';
import { useLiveBins } from '../../features/bins/api/use-live-bins.ts';
import { useLiveReadings } from '../../features/readings/api/use-live-readings.ts';
import { live, useWatch, watchNetwork } from '../../lib/live-client.ts';
import type { Session } from '../../lib/session.ts';

const RETRY_DELAY = 5 * SECOND;

/** Opens the live connection of the session. Users watch all their bins, for the menu. */
export function useLiveConnection({ token, role }: Session): void {
  useWatch(canOwnFarms(role) ? { all: true } : null);
  useLiveBins();
  useLiveReadings();
  useLiveAlerts();
  useEffect(() => {
    const stopConnecting = connect(token);
    const stopWatchingNetwork = watchNetwork();
    return () => {
      stopConnecting();
      stopWatchingNetwork();
      live.stop();
    };
  }, [token]);
}

/** Connects once the code of the socket has loaded, which the first view of a page does not wait for. */
function connect(token: string): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const load = async () => {
    try {
      const { createSessionSocket } = await import('./session-socket.ts');
      if (!isStopped) live.start(createSessionSocket(token));
    } catch {
      if (isStopped) return;
      live.networkLost();
      timer = setTimeout(() => void load(), RETRY_DELAY);
    }
  };
  void load();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

import { canOwnFarms } from '@granary/domain/access/roles';
import { useEffect } from 'react';
import { useLiveAlerts } from '../../features/alerts/api/use-live-alerts.ts';
import { useLiveBins } from '../../features/bins/api/use-live-bins.ts';
import { useLiveReadings } from '../../features/readings/api/use-live-readings.ts';
import { live, startTimer, useWatch, watchNetwork } from '../../lib/live-client.ts';
import type { Session } from '../../lib/session.ts';
import { loadSocket } from './load-socket.ts';

/** Opens the live connection of the session. Customers watch all their bins, for the menu. */
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

/** Connects once the socket has loaded. */
function connect(token: string): () => void {
  return loadSocket({
    load: async () => {
      const { createSessionSocket } = await import('./session-socket.ts');
      return createSessionSocket(token);
    },
    loaded: (socket) => live.start(socket),
    failed: () => live.handleOffline(),
    schedule: startTimer,
  });
}

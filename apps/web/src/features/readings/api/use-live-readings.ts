import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pickNewerReading } from '../../../bin-data/latest-reading.ts';
import { live } from '../../../lib/live-client.ts';

/** Replaces the latest readings with live readings, and refetches them after a reconnect. */
export function useLiveReadings(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stopReadings = live.onReading((reading) => {
      client.setQueryData<Reading | null>(['reading', reading.binId, 'latest'], (latest) =>
        latest === undefined ? undefined : pickNewerReading(latest, reading),
      );
      client.setQueryData<Bin>(
        ['bin', reading.binId],
        (bin) => bin && { ...bin, fan: reading.fan },
      );
    });
    const stopRenewals = live.onRenewed(() => {
      void client.invalidateQueries({ queryKey: ['reading'] });
      void client.invalidateQueries({ queryKey: ['bin'] });
    });
    return () => {
      stopReadings();
      stopRenewals();
    };
  }, [client]);
}

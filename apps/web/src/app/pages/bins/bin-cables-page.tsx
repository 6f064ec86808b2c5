import type { Bin } from '@granary/contract/bins/http';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { CableConfiguration } from '../../../features/bins/cables/components/cable-configuration.tsx';
import { latestReading } from '../../../features/readings/api/get-reading.ts';
import { useWatch } from '../../../lib/live-client.ts';
import { BinPartPage } from './bin-part-page.tsx';

const route = getRouteApi('/shell/binsensor/$id/cables');

/** A bin's cables on their bus, and what is to change there. */
export function BinCablesPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <BinPartPage id={id} title={t('cableConfiguration.title')} isFresh>
      {(bin) => <Cables bin={bin} />}
    </BinPartPage>
  );
}

function Cables({ bin }: { readonly bin: Bin }) {
  useWatch(useMemo(() => ({ bins: [bin.id] }), [bin.id]));
  const query = useQuery(latestReading(bin.id));
  const reading = query.data ?? null;
  const known =
    reading &&
    new Map(
      Object.entries(reading.cablesInformation).map(
        ([key, { sensor_positions }]) => [key, sensor_positions] as const,
      ),
    );
  return (
    <CableConfiguration bin={bin} known={known}>
      <Loaded query={query} loading={<LoadingBlocks count={1} height={132} />}>
        {() => null}
      </Loaded>
    </CableConfiguration>
  );
}
